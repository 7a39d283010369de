/**
 * `drawaudit help`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { findNearest } from '../../recipe/suggest.js'
import { defineCommand } from '../shared/command.js'
import { isClaimOfRecipes, listRecipeClaims, renderRecipeClaim, type RecipeClaim } from './recipe-claims.js'
import { listEntries, readSections, renderEntry, renderTopic, topics, type Section } from './topics.js'

const names = Object.keys(topics).join(', ')

export const helpCommand = defineCommand({
  name: 'help [topic]',
  describe: 'Explain claims, levels, exit codes, or one code of a report',
  arguments: {
    topic: {
      type: 'string',
      describe: `${names}; a claim or a code; or a command`,
    },
  },
  examples: [
    ['$0 help levels', 'What each level of a draw needs'],
    ['$0 help evidence.timely', 'What a claim says, and its possible results'],
    ['$0 help beacon-signature-missing', 'What a code means'],
    ['$0 help draw.hashed', 'A claim that recipes make, in the words of each'],
  ],
  run({ topic = 'exit-codes' }) {
    const sections = readSections()
    const known = [...Object.keys(topics), ...listEntries(sections)]
    if (known.includes(topic)) return { topic, sections, made: [] }
    const ofRecipes = isClaimOfRecipes(topic) ? listRecipeClaims() : []
    const made = ofRecipes.filter(({ id }) => id === topic)
    if (made.length > 0) return { topic, sections, made }
    const nearest = findNearest(topic, [...known, ...ofRecipes.map(({ id }) => id)])
    throw new DrawauditError('usage', `there is no help topic ${JSON.stringify(topic)}`, {
      hint:
        nearest === undefined
          ? `the topics are ${names}, and every claim and code of a report; the claims of a recipe of your own are in it: drawaudit recipe show NAME`
          : `did you mean ${nearest}?`,
    })
  },
  json: found => ({ topic: found.topic, text: render(found, Infinity) }),
  text: (found, _, { width }) => render(found, width),
})

interface Found {
  readonly topic: string
  readonly sections: readonly Section[]
  /** The claim in the recipes that make it. */
  readonly made: readonly RecipeClaim[]
}

const render = ({ sections, topic, made }: Found, columns: number): string =>
  made.length > 0
    ? renderRecipeClaim(topic, made, columns)
    : (renderTopic(sections, topic, columns) ?? renderEntry(sections, topic, columns) ?? '')
