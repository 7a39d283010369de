/**
 * `drawaudit help`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { findNearest } from '../../recipe/suggest.js'
import { defineCommand } from '../shared/command.js'
import { listEntries, readSections, renderEntry, renderTopic, topics } from './topics.js'

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
  ],
  run({ topic = 'exit-codes' }) {
    const sections = readSections()
    const known = [...Object.keys(topics), ...listEntries(sections)]
    if (known.includes(topic)) return { topic, sections }
    const nearest = findNearest(topic, known)
    throw new DrawauditError('usage', `there is no help topic ${JSON.stringify(topic)}`, {
      hint:
        nearest === undefined
          ? `the topics are ${names}, and every claim and code of a report`
          : `did you mean ${nearest}?`,
    })
  },
  json: ({ topic, sections }) => ({ topic, text: render(sections, topic, Infinity) }),
  text: ({ topic, sections }, _, { width }) => render(sections, topic, width),
})

const render = (sections: ReturnType<typeof readSections>, topic: string, columns: number): string =>
  renderTopic(sections, topic, columns) ?? renderEntry(sections, topic, columns) ?? ''
