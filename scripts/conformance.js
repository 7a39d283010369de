// Puts the rules into docs/CONFORMANCE.md, as the checker has them.
import { readFileSync, writeFileSync } from 'node:fs'
import { rules } from '../dist/conformance/rules/index.js'

const file = new URL('../docs/CONFORMANCE.md', import.meta.url)

const cell = text => text.replaceAll('|', '\\|').replace(/\*(?:\/\*)?/g, '`$&`')

const row = ({ id, section, severity, requires, sends, sentence }) =>
  `| ${id} | ${section} | ${severity} | ${cell(requires)} | ${cell(sends)} | ${cell(sentence)} |`

/** The document as it should be. */
export function renderConformance(text) {
  return text.replace(/(\n## [^\n]+ \(([A-Z]{3})\)\n\n)\|[^]*?(?=\n\n)/g, (_, start, group) => {
    const head = [
      '| rule | section | | requires | is sent | comes from |',
      '| --- | --- | --- | --- | --- | --- |',
    ]
    return start + [...head, ...rules.filter(({ id }) => id.startsWith(group)).map(row)].join('\n')
  })
}

if (process.argv.includes('--write')) writeFileSync(file, renderConformance(readFileSync(file, 'utf8')))
