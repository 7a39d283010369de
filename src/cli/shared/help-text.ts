/**
 * The output of `--help`. yargs would lay it out in columns, and wrap commands meant for copying.
 *
 * @packageDocumentation
 */
import type { PositionalOptions } from 'yargs'
import { reflow } from '../../render/wrap.js'
import { breakCommand } from '../../render/break-command.js'
import type { CommandOption, Fallback } from './command.js'
import { settingsName } from './settings-name.js'
import { placeholderOf } from './placeholders.js'
import type { Call } from './usage.js'
import type { CommandUsage } from './usage-table.js'

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
      ? renderCommand(describeCommand(command, group?.name), columns)
      : group !== undefined
        ? renderGroup(group, columns)
        : renderAll(lines, columns)
  return reflow(text, columns, 0)
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines]

function renderAll(lines: Overview['lines'], columns: number): string {
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
      renderExamples(
        [
          [`${program} verify draw.json`, 'Whether a draw was fair, and who could have chosen the winner'],
          [`${program} explain draw.json`, 'The same draw step by step, to redo by hand'],
        ],
        columns,
      ),
    ),
    '',
    'Exit codes: 0 proven, 1 refuted, 2 usage error, 3 not provable, 4 network or service, 70 a bug in drawaudit.',
  ])
}

function renderGroup({ name, commands }: NonNullable<Call['group']>, columns: number): string {
  const [first] = commands
  const examples = first === undefined ? [] : describeCommand(first, name).examples
  return join([
    `${program} ${name} COMMAND`,
    ...section('Commands', table(commands.map(one => [`${program} ${name} ${one.name}`, one.describe]))),
    ...section('Examples', renderExamples(examples.slice(0, 1), columns)),
  ])
}

/** A command as `--help` and docs/CLI.md tell it. */
export interface CommandHelp {
  /** `drawaudit raffle seal <raffle>`. */
  readonly call: string
  readonly describe: string
  readonly arguments: readonly TermHelp[]
  readonly options: readonly TermHelp[]
  /** Calls as a shell takes them, on one line each, and their purpose. */
  readonly examples: readonly (readonly [call: string, says: string])[]
  /** Exit codes with their meaning; empty if they are those of every command. */
  readonly exits: readonly TermRow[]
  readonly epilogue?: string
}

/** An argument or option as `--help` and docs/CLI.md tell it. */
export interface TermHelp {
  /** `-o, --out FILE`. */
  readonly term: string
  readonly says: string
  /** The values that it takes; empty if they are not listed, or in the term. */
  readonly choices: readonly string[]
  /** Whether it is required, and may be repeated. */
  readonly notes: readonly string[]
  /** What has its value if it is left out; empty if nothing has. */
  readonly usual: string
}

/** Exit codes of every command, where it declares no others. */
export const commonExits = {
  0: 'done',
  2: 'usage error, or refused',
  4: 'the network or a service failed',
  70: 'a bug in drawaudit',
}

/** What a command says of itself. */
export function describeCommand(
  { name, describe, arguments: positionals, options, examples, exits, epilogue }: CommandUsage,
  group?: string,
): CommandHelp {
  return {
    call: [program, ...(group === undefined ? [] : [group]), name].join(' '),
    describe,
    arguments: Object.entries(positionals).map(([term, about]) => describeTerm(term, about)),
    options: Object.entries(options).map(([option, about]) => describeTerm(termOf(option, about), about)),
    examples: examples.map(([call, says]) => [call.replaceAll('$0', program), says]),
    exits: exits === undefined ? [] : Object.entries({ 0: commonExits[0], 2: commonExits[2], ...exits }),
    ...(epilogue !== undefined && { epilogue }),
  }
}

function renderCommand(
  { call, describe, arguments: given, options, examples, exits, epilogue }: CommandHelp,
  columns: number,
): string {
  return join([
    call,
    '',
    describe,
    ...section('Arguments', table(given.map(rowOf))),
    ...section('Options', table([...options.map(rowOf), ['-h, --help', 'Print this']])),
    ...section('Examples', renderExamples(examples, columns)),
    ...section('Exit codes', table(exits)),
    ...(epilogue === undefined ? [] : ['', epilogue]),
  ])
}

/** `-q, --quiet`, `--trust FILE`, `--format text|json`. */
function termOf(
  name: string,
  { type, alias, choices, placeholder = placeholderOf(name) }: CommandOption,
): string {
  const term = `${typeof alias === 'string' ? `-${alias}, ` : ''}--${name}`
  if (type === 'boolean') return term
  const listed = `${term} ${(choices ?? []).join('|')}`
  return choices === undefined || listed.length > longestChoices ? `${term} ${placeholder}` : listed
}

/** Maximum length of an option with all its values, in characters; others list them in their text. */
const longestChoices = 30

function describeTerm(term: string, about: CommandOption | PositionalOptions): TermHelp {
  const { describe = '', choices, array, demandOption } = about
  const usual = about.default as string | number | boolean | undefined
  const isNamed = term.startsWith('-')
  const notes = [
    ...(isNamed && demandOption === true ? ['required'] : []),
    ...(array === true && !/repeated|more than one|again|separated/.test(describe)
      ? ['may be repeated']
      : []),
  ]
  // A default in words.
  const [found = '', words = ''] = / ?\(default: ([^()]*)\)/.exec(describe) ?? []
  const {
    environment = [],
    setting,
    otherwise = words,
  }: Fallback = 'fallback' in about ? (about.fallback ?? {}) : {}
  const sources = [
    ...environment,
    ...(setting === undefined ? [] : [`${setting} in ${settingsName}`]),
    ...(otherwise === '' ? [] : [otherwise]),
    ...(usual === undefined || usual === false || words !== '' ? [] : [String(usual)]),
  ]
  return {
    term,
    says: describe.replace(found, ''),
    choices: term.includes('|') ? [] : (choices?.map(String) ?? []),
    notes,
    usual: [...sources.slice(0, -2), sources.slice(-2).join(', or ')].join(', '),
  }
}

function rowOf({ term, says, choices, notes, usual }: TermHelp): TermRow {
  const listed = choices.length === 0 ? [] : [choices.join(', ')]
  const all = [...listed, ...notes, ...(usual === '' ? [] : [`default: ${usual}`])]
  return [term, `${says}${all.length === 0 ? '' : ` (${all.join('; ')})`}`]
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

/** The purpose of an example as a comment, then the call: together they can be pasted into a shell. */
function renderExamples(examples: CommandHelp['examples'], columns: number): readonly string[] {
  return examples.flatMap(([call, says]) => [
    ...reflow(says, columns - 4, 0)
      .split('\n')
      .map(line => `  # ${line}`),
    ...breakCommand(call, columns - 2).map(line => `  ${line}`),
  ])
}

const join = (lines: readonly string[]): string => `${lines.join('\n')}\n`
