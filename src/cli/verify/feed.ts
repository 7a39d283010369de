/**
 * `--feed`: all documents of one organiser, compared with one another.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import type { Subject } from '../../model/report.js'
import { compareFeed } from '../../verify/feed.js'
import type { Facts } from '../../verify/feed-facts.js'
import { decideSubject } from '../../verify/verdict.js'
import { switchOption } from '../shared/options.js'

export const feedOption = {
  ...switchOption,
  describe: 'Also compare the draws with one another: seeds, rounds, winners and numbers of one organiser',
}

/** The claim of a feed. */
const feedClaim = 'feed.consistent'

export interface Feed {
  /** Notes what one document says; nothing, where it says nothing that draws are compared by or cannot be read. */
  readonly note: (facts: Facts | undefined) => void
  readonly compare: () => Subject
}

/** @param paths - as they were given: one of them names the feed. */
export function createFeed(paths: readonly string[]): Feed {
  const facts: Facts[] = []
  let documents = 0
  return {
    note(found) {
      documents += 1
      if (found !== undefined) facts.push(found)
    },
    compare() {
      const [only, ...others] = paths
      const source = only === undefined || others.length > 0 ? 'feed' : only
      // Whoever gives --feed asks for it, whatever else is asked of the draws.
      return decideSubject(compareFeed(source, facts, documents))
    },
  }
}

/** What `--require` asks of each document, and whether a document of which nothing is asked is left out. */
export interface AskedOfDraws {
  readonly require: readonly string[] | undefined
  readonly isFeedAlone: boolean
}

/**
 * Takes out of `--require` what is asked of the feed.
 *
 * @throws DrawauditError `usage` where the feed is asked for without `--feed`.
 */
export function splitRequire(required: readonly string[] | undefined, isFeed: boolean): AskedOfDraws {
  if (required?.includes(feedClaim) !== true) return { require: required, isFeedAlone: false }
  if (!isFeed) {
    throw new DrawauditError('usage', `${feedClaim} is a claim about draws that are compared`, {
      hint: 'give --feed too',
    })
  }
  const require = required.filter(id => id !== feedClaim)
  return { require, isFeedAlone: require.length === 0 }
}

/** Of a document of which nothing was asked, only what is wrong with it is news. */
export function isNews({ verdict, claims }: Subject): boolean {
  return verdict === 'refuted' || claims.some(({ id }) => id === 'document.read')
}
