// Puts the rules into docs/CONFORMANCE.md, as the checker has them.
import { readFileSync, writeFileSync } from 'node:fs'
import { rules } from '../dist/conformance/rules/index.js'

const file = new URL('../docs/CONFORMANCE.md', import.meta.url)
const specification = readFileSync(new URL('../docs/INTERFACE.md', import.meta.url), 'utf8')

const cell = text => text.replaceAll('|', '\\|').replace(/\*(?:\/\*)?/g, '`$&`')

/** The anchors of the sections of docs/INTERFACE.md by their numbers, as GitHub makes them of headings. */
const anchors = new Map(
  [...specification.matchAll(/^##+ (([\d.]+) .*)$/gm)].map(([, heading, number]) => [
    number,
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  ]),
)

function linkTo(section) {
  const anchor = anchors.get(section)
  if (anchor === undefined) throw new Error(`docs/INTERFACE.md has no section ${section}`)
  return `[${section}](INTERFACE.md#${anchor})`
}

const row = ({ id, section, severity, requires, sends }) =>
  `| ${id} | ${linkTo(section)} | ${severity} | ${cell(requires)} | ${cell(sends)} |`

/** The document as it should be. */
export function renderConformance(text) {
  return text.replace(/(\n## [^\n]+ \(([A-Z]{3})\)\n\n)\|[^]*?(?=\n\n|\n$)/g, (_, start, group) => {
    const head = ['| rule | section | | requires | is sent |', '| --- | --- | --- | --- | --- |']
    return start + [...head, ...rules.filter(({ id }) => id.startsWith(group)).map(row)].join('\n')
  })
}

if (process.argv.includes('--write')) writeFileSync(file, renderConformance(readFileSync(file, 'utf8')))
