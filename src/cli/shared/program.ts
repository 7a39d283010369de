/**
 * Finds and runs the called command; turns every outcome into an exit code.
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import type { ExitCode } from '../../model/report.js'
import type { Command } from './command.js'
import { reportFailure } from './failure.js'
import { renderHelp, type Overview } from './help-text.js'
import { spareMemoryFor } from './memory.js'
import { checkOptions, describeUsage, guardDashes, releaseDashes, type Call } from './usage.js'
import { OutputError, readWidth, reportFaultsToWriters, talk, writeResult } from './terminal.js'
import { readVersion } from '../../io/own-files.js'

/** Commands by first word. Each is loaded only when called: the verifier is slow to load. */
export type CommandLoaders = Readonly<Record<string, () => Promise<readonly Command[]>>>

/**
 * Thrown to stop yargs at the command: otherwise it lays out the help after the command, which takes longer than
 * verifying.
 */
class CommandFound extends Error {
  readonly run: () => Promise<ExitCode>

  constructor(run: () => Promise<ExitCode>) {
    super('a command was found')
    this.run = run
  }
}

/**
 * Runs a command.
 *
 * @param args - arguments after the program name.
 * @param groups - descriptions of the first words that only group commands.
 * @returns the exit code of the process.
 */
export async function runProgram(
  args: readonly string[],
  loaders: CommandLoaders,
  groups: Readonly<Record<string, string>> = {},
): Promise<ExitCode> {
  reportFaultsToWriters()
  try {
    if (args.length === 1 && args[0] === '--version') {
      await writeResult(`${readVersion()}\n`)
      return 0
    }
    return await run(args, loaders, groups)
  } catch (error) {
    return await fail(error, findFormat(guardDashes(args)))
  }
}

async function run(
  args: readonly string[],
  loaders: CommandLoaders,
  groups: Readonly<Record<string, string>>,
): Promise<ExitCode> {
  const { default: yargs } = await import('yargs')
  const [word = ''] = args
  if (word === 'verify' || word === 'explain') spareMemoryFor(args)
  const names = Object.hasOwn(loaders, word) ? [word] : Object.keys(loaders)
  // The call as recognised so far.
  let call: Call = { args, words: Object.keys(loaders) }
  const parser: Argv = yargs()
    .scriptName('drawaudit')
    .version(readVersion())
    .help()
    .alias('help', 'h')
    .strict()
    .recommendCommands()
    .demandCommand(1, 'name a command')
    .locale('en')
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      // A file may be called 1e3.
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .middleware(releaseDashes)
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error: Error | undefined) => {
      if (error !== undefined && error.name !== 'YError') throw error
      throw describeUsage(message, parser.parsed ? parser.parsed.argv._.map(String) : [], call)
    })
  const register = (target: Argv, command: Command): Argv =>
    target.command(
      command.name,
      command.describe,
      inner => {
        call = { ...call, command }
        return declare(inner, command)
      },
      values => {
        checkOptions(values, command, args)
        throw new CommandFound(() => command.run(values))
      },
    )
  const lines: Line[] = []
  for (const name of names) {
    const commands = (await loaders[name]?.()) ?? []
    const group = groups[name]
    if (group === undefined) lines.push(...commands.map((one): Line => [one.name, one.describe]))
    else lines.push([name, group])
    if (group === undefined) commands.forEach(command => register(parser, command))
    else {
      parser.command(name, group, inner => {
        call = { ...call, group: { name, commands } }
        commands.forEach(command => register(inner, command))
        return inner.demandCommand(1, `name a command of ${name}`)
      })
    }
  }
  try {
    // yargs' own text for --help is discarded; renderHelp lays it out.
    let printed = ''
    await parser.parseAsync(guardDashes(args), {}, (_error, _values, output: string) => {
      printed = output
    })
    if (printed === readVersion()) await writeResult(`${printed}\n`)
    else if (printed !== '') await writeResult(renderHelp(call, { lines }, readWidth()))
  } catch (error) {
    if (error instanceof CommandFound) return error.run()
    throw error
  }
  return 0
}

type Line = Overview['lines'][number]

/** Declares a command's arguments and options to yargs. */
function declare(target: Argv, { arguments: positionals, options }: Command): Argv {
  for (const [name, positional] of Object.entries(positionals)) target.positional(name, positional)
  return target.options(options)
}

/** The format for failures, read from the raw arguments: they may be too wrong for yargs. */
function findFormat(args: readonly string[]): 'json' | 'ndjson' | undefined {
  const isAsked = (format: string): boolean =>
    args.some(
      (arg, index) => arg === `--format=${format}` || (arg === '--format' && args[index + 1] === format),
    )
  return (['json', 'ndjson'] as const).find(isAsked)
}

async function fail(error: unknown, format?: 'json' | 'ndjson'): Promise<ExitCode> {
  const { renderError } = await import('../../render/text.js')
  const report = reportFailure(error)
  const say = (): void => {
    talk(renderError(report.error))
  }
  if (format !== undefined && !(error instanceof OutputError)) {
    const { renderJson, renderJsonLine } = await import('../../render/json.js')
    await writeResult(format === 'json' ? renderJson(report) : renderJsonLine(report)).catch(say)
  } else say()
  if (report.exit_code === 70 && process.env['DRAWAUDIT_DEBUG']) {
    const { escapeText } = await import('../../render/escape.js')
    const lines = String((error as Error).stack).split('\n')
    talk(`${lines.map(line => escapeText(line)).join('\n')}\n`)
  }
  return report.exit_code
}
