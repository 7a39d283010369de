/**
 * `--feed`: compares all documents of an organiser with one another.
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

/** Id of the claim about a feed. */
const feedClaim = 'feed.consistent'

export interface Feed {
  /** Adds a document; without facts if it has nothing to compare or cannot be read. */
  readonly note: (facts: Facts | undefined) => void
  readonly compare: () => Subject
}

/** @param paths - as given; a single one names the feed. */
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
      // Required by --feed itself, whatever --require says.
      return decideSubject(compareFeed(source, facts, documents))
    },
  }
}

/** Claims required of each document, and whether only the feed is required. */
export interface DrawRequirements {
  readonly require: readonly string[] | undefined
  readonly isFeedAlone: boolean
}

/**
 * Takes the feed's claim out of `--require`.
 *
 * @throws DrawauditError `usage` if the feed's claim is required without `--feed`.
 */
export function splitRequire(required: readonly string[] | undefined, isFeed: boolean): DrawRequirements {
  if (required?.includes(feedClaim) !== true) return { require: required, isFeedAlone: false }
  if (!isFeed) {
    throw new DrawauditError('usage', `${feedClaim} is a claim about compared draws`, {
      hint: 'give --feed too',
    })
  }
  const require = required.filter(id => id !== feedClaim)
  return { require, isFeedAlone: require.length === 0 }
}

/** Whether a document of which nothing is required must still be listed: it is refuted or unreadable. */
export function isNews({ verdict, claims }: Subject): boolean {
  return verdict === 'refuted' || claims.some(({ id }) => id === 'document.read')
}
