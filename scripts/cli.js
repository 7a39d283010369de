// Puts the commands into docs/CLI.md, as they declare themselves and `--help` prints them.
import { readFileSync, writeFileSync } from 'node:fs'
import { commonExits, describeCommand } from '../dist/cli/shared/help-text.js'
import { readUsageTable } from '../dist/cli/shared/usage-table.js'
import { breakCommand } from '../dist/render/break-command.js'

const file = new URL('../docs/CLI.md', import.meta.url)

const { groups, commands } = readUsageTable()

const helps = Object.entries(commands).flatMap(([word, usages]) =>
  usages.map(usage => describeCommand(usage, word in groups ? word : undefined)),
)

/** Options that every command has are said once. */
const isCommon = ({ term }) => helps.every(({ options }) => options.some(option => option.term === term))

/** `drawaudit raffle seal` of `drawaudit raffle seal <raffle>`. */
const nameOf = ({ call }) => call.replace(/ [<[].*/, '')

const cell = text =>
  text
    .replaceAll('|', '\\|')
    .replace(/(?<![\w`-])(?:--[a-z][a-z-]+|DRAWAUDIT_[A-Z_]+)/g, '`$&`')
    .replace(/(\w+) in drawaudit\.json/, '`$1` in [`drawaudit.json`](#settings)')

const table = (heads, rows) =>
  rows.length === 0
    ? []
    : [[heads, heads.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')]

const listOf = choices => (choices.length === 0 ? '' : `: ${choices.map(one => `\`${one}\``).join(', ')}`)

/** Rows of arguments or options; what they take by default has a column if any of them has a default. */
function termTable(head, terms) {
  const hasUsual = terms.some(({ usual }) => usual !== '')
  return table(
    [head, 'means', ...(hasUsual ? ['default'] : [])],
    terms.map(({ term, says, choices, notes, usual }) => [
      `\`${term.replaceAll('|', '\\|')}\``,
      cell([says, ...notes].join('; ')) + listOf(choices),
      ...(hasUsual ? [cell(usual)] : []),
    ]),
  )
}

const exitTable = exits =>
  table(
    ['exit code', 'when'],
    exits.map(([code, says]) => [code, cell(says)]),
  )

/** Text after the examples; a JSON document in it is a block. */
const epilogueOf = (text = '') =>
  text === '' ? [] : [text.replace(/\n(\{\n[^]*?\n\})\n/, '\n\n```json\n$1\n```\n\n')]

const renderCommand = help =>
  [
    `### ${nameOf(help)}`,
    `\`${help.call}\``,
    `${help.describe}.`,
    ...termTable('argument', help.arguments),
    ...termTable(
      'option',
      help.options.filter(option => !isCommon(option)),
    ),
    `\`\`\`sh\n${help.examples
      .flatMap(([call, says]) => [`# ${says}`, ...breakCommand(call, 100)])
      .join('\n')}\n\`\`\``,
    ...exitTable(help.exits),
    ...epilogueOf(help.epilogue),
  ].join('\n\n')

const parts = {
  overview: table(
    ['command', 'does'],
    helps.map(help => [`[\`${help.call}\`](#${nameOf(help).replaceAll(' ', '-')})`, cell(help.describe)]),
  ),
  reference: [
    `Every command has \`-h\`, \`--help\`, and ${helps[0].options
      .filter(isCommon)
      .map(({ term, says, usual }) => `\`${term}\` (${says.toLowerCase()}; default: ${usual})`)
      .join(', ')}. These are the exit codes, but for what a command says of its own:`,
    ...exitTable(Object.entries(commonExits)),
    ...helps.map(renderCommand),
  ],
}

/** The document as it should be. */
export const renderCli = text =>
  text.replace(
    /(<!-- (overview|reference) by scripts\/cli\.js -->\n)[^]*?(<!-- end -->)/g,
    (_, start, part, end) => `${start}\n${parts[part].join('\n\n')}\n\n${end}`,
  )

if (process.argv.includes('--write')) writeFileSync(file, renderCli(readFileSync(file, 'utf8')))
