/**
 * The output of `--help`. yargs would lay it out in columns, and wrap commands meant for copying.
 *
 * @packageDocumentation
 */
import type { Options, PositionalOptions } from 'yargs'
import { reflow } from '../../render/wrap.js'
import type { Command } from './command.js'
import type { Call } from './usage.js'

const program = 'drawaudit'

/** Overview of all commands. */
export interface Overview {
  /** A line per first word. */
  readonly lines: readonly (readonly [call: string, describe: string])[]
}

/** The help of a command, of a group, or of the program, by how much of the call was recognised. */
export function renderHelp({ group, command }: Call, { lines }: Overview, columns: number): string {
  const text =
    command !== undefined
      ? renderCommand(command, group?.name)
      : group !== undefined
        ? renderGroup(group)
        : renderAll(lines)
  return reflow(text, columns, 0)
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines]

function renderAll(lines: Overview['lines']): string {
  return join([
    `${program} COMMAND`,
    '',
    'Prove that a public draw was fair, or that it was not.',
    ...section('Commands', table(lines)),
    ...section(
      'More',
      table([
        [`${program} COMMAND --help`, 'all of one command, with examples'],
        [`${program} help claims`, 'what each claim of a report says'],
        [`${program} help levels`, 'what each level of a draw needs'],
        [
          `${program} help exit-codes`,
          '0 proven, 1 refuted, 2 usage error, 3 not provable, 4 network or service',
        ],
        [`${program} help CODE`, 'what a code, a claim or an error in a report means'],
        [`${program} completion bash`, 'completion for a shell: also zsh'],
        [`${program} --version`, 'which drawaudit this is'],
      ]),
    ),
    ...section(
      'Examples',
      renderExamples([
        ['$0 verify draw.json', 'Whether a draw was fair, and who could have chosen the winner'],
        ['$0 explain draw.json', 'The same draw step by step, to redo by hand'],
      ]),
    ),
    '',
    'Exit codes: 0 proven, 1 refuted, 2 usage error, 3 not provable, 4 network or service, 70 a bug in drawaudit.',
  ])
}

function renderGroup({ name, commands }: NonNullable<Call['group']>): string {
  const [first] = commands
  return join([
    `${program} ${name} COMMAND`,
    ...section('Commands', table(commands.map(one => [`${program} ${name} ${one.name}`, one.describe]))),
    ...section('Examples', renderExamples(first?.examples.slice(0, 1) ?? [])),
  ])
}

function renderCommand(
  { name, describe, arguments: positionals, options, examples, epilogue }: Command,
  group?: string,
): string {
  const call = group === undefined ? name : `${group} ${name}`
  const terms = Object.entries(options).map(([option, about]): TermRow => [
    termOf(option, about),
    describeOption(about),
  ])
  const given = Object.entries(positionals).map(([argument, about]): TermRow => [
    argument,
    describeOption(about),
  ])
  return join([
    `${program} ${call}`,
    '',
    describe,
    ...section('Arguments', table(given)),
    ...section('Options', table([...terms, ['-h, --help', 'Print this']])),
    ...section('Examples', renderExamples(examples)),
    ...(epilogue === undefined ? [] : ['', epilogue]),
  ])
}

/** `-q, --quiet`, `--format FORMAT`. */
function termOf(name: string, { type, alias }: Options): string {
  const short = typeof alias === 'string' ? `-${alias}, ` : ''
  return `${short}--${name}${type === 'boolean' ? '' : ' …'}`
}

/** Description of an option, with its values and default. */
function describeOption({
  describe = '',
  choices,
  default: usual,
  array,
}: Options | PositionalOptions): string {
  const notes = [
    ...(choices === undefined ? [] : [choices.map(String).join(', ')]),
    ...(usual === undefined || usual === false || describe.includes('(default')
      ? []
      : [`default: ${String(usual)}`]),
    ...(array === true && !/repeated|more than one|again|separated/.test(describe)
      ? ['may be repeated']
      : []),
  ]
  return `${describe}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`
}

type TermRow = readonly [term: string, says: string]

/** Maximum length of a term with its text beside it, in characters. */
const widestTerm = 26

/** Terms with their texts beside them, or below if the term is long. */
function table(rows: readonly TermRow[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([term]) => term.length).filter(length => length <= widestTerm))
  return rows.flatMap(([term, says]) =>
    term.length > widestTerm ? [`  ${term}`, `      ${says}`] : [`  ${term.padEnd(width)}  ${says}`],
  )
}

/** The purpose of an example, then the call on its own line, for copying. */
function renderExamples(examples: Command['examples']): readonly string[] {
  return examples.flatMap(([call, says]) => [`  # ${says}`, `  ${call.replaceAll('$0', program)}`])
}

const join = (lines: readonly string[]): string => `${lines.join('\n')}\n`
