/**
 * The command line: finds the command, and turns however it ends into an exit code.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import type { Argv } from 'yargs'
import { DrawauditError } from '../errors.js'
import type { ExitCode, Failure, Report } from '../model/report.js'
import type { Command } from './commands/command.js'
import { exitCodeOf } from './exit-codes.js'
import { readWidth, talk, writeResult } from './terminal.js'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each command knows its own options
type AnyCommand = Command<(yargs: Argv) => Argv<any>>

/** Commands by their first word, loaded when they are called: what verifies is slow to load. */
const loaders: Readonly<Record<string, () => Promise<readonly AnyCommand[]>>> = {
  verify: async () => [(await import('./commands/verify.js')).verifyCommand],
  explain: async () => [(await import('./commands/explain.js')).explainCommand],
  recipe: async () => {
    const { recipeListCommand, recipeShowCommand } = await import('./commands/recipe.js')
    return [recipeListCommand, recipeShowCommand]
  },
  hash: async () => [(await import('./commands/hash.js')).hashCommand],
}

/** Commands that are only a first word for others. */
const groups: Readonly<Record<string, string>> = { recipe: 'List and print recipes' }

/**
 * Runs the command line.
 *
 * @param args - what follows the name of the program.
 * @returns what the process should end with.
 */
export async function main(args: readonly string[]): Promise<ExitCode> {
  try {
    if (args.length === 1 && args[0] === '--version') {
      await writeResult(`${readVersion()}\n`)
      return 0
    }
    return await run(args)
  } catch (error) {
    return await fail(error, wantsJson(args))
  }
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { default: yargs } = await import('yargs')
  let exitCode: ExitCode = 0
  const [word = ''] = args
  const names = Object.hasOwn(loaders, word) ? [word] : Object.keys(loaders)
  const parser = yargs([...args])
    .scriptName('drawaudit')
    .usage('$0 <command>\n\nProve that a public draw was fair, or that it was not.')
    .version(readVersion())
    .help()
    .alias('help', 'h')
    .strict()
    .recommendCommands()
    .demandCommand(1, 'name a command')
    .locale('en')
    .wrap(readWidth())
    .parserConfiguration({ 'camel-case-expansion': false, 'greedy-arrays': false })
    .check(refuseRepeated)
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error: Error | undefined) => {
      if (error !== undefined) throw error
      throw usageError(message, word)
    })
    .epilogue('Exit codes: 0 proven, 1 refuted, 2 wrong call, 3 not provable, 70 a bug in drawaudit.')
  const register = (target: Argv, command: AnyCommand): Argv =>
    target.command(command.name, command.describe, command.build, async options => {
      exitCode = await command.run(options)
    })
  for (const name of names) {
    const commands = (await loaders[name]?.()) ?? []
    const group = groups[name]
    if (group === undefined) commands.forEach(command => register(parser, command))
    else {
      parser.command(name, group, inner => {
        commands.forEach(command => register(inner, command))
        return inner.demandCommand(1, `name a command of ${name}`)
      })
    }
  }
  await parser.parseAsync()
  return exitCode
}

/** Options that may be given more than once, and the arguments themselves. */
const repeatable = ['_', 'path', 'require']

/** yargs makes a list of an option that is given twice: say so, rather than choose one. */
function refuseRepeated(options: Readonly<Record<string, unknown>>): true {
  const repeated = Object.keys(options).find(
    name => !repeatable.includes(name) && Array.isArray(options[name]),
  )
  if (repeated === undefined) return true
  throw new DrawauditError('usage', `${repeated.length > 1 ? '--' : '-'}${repeated} is given more than once`)
}

/** What yargs says of a wrong call, in our words. */
function usageError(message: string, word: string): DrawauditError {
  const help = `drawaudit ${Object.hasOwn(loaders, word) ? `${word} ` : ''}--help shows how to call it`
  if (message.startsWith('Did you mean')) {
    return new DrawauditError('usage', `there is no command ${JSON.stringify(word)}`, {
      hint: message.toLowerCase(),
    })
  }
  const text = message.startsWith('Not enough non-option arguments') ? 'an argument is missing' : message
  const [first = '', ...rest] = text.replace(/\n/g, '; ')
  return new DrawauditError('usage', first.toLowerCase() + rest.join(''), { hint: help })
}

/** Whether a failure has to be JSON too; the arguments may be too wrong for yargs to say. */
function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (arg, index) => arg === '--format=json' || (arg === '--format' && args[index + 1] === 'json'),
  )
}

async function fail(error: unknown, json: boolean): Promise<ExitCode> {
  const failure = describeFailure(error)
  const exitCode = exitCodeOf(failure.code)
  if (json) {
    const { renderJson } = await import('../render/json.js')
    const counts = { subjects: 0, proven: 0, refuted: 0, not_provable: 0 }
    const report: Report = {
      report: 'drawaudit/v1',
      exit_code: exitCode,
      subjects: [],
      counts,
      error: failure,
    }
    await writeResult(renderJson(report))
  } else {
    const { renderError } = await import('../render/text.js')
    talk(renderError(failure))
  }
  if (exitCode === 70 && process.env['DRAWAUDIT_DEBUG']) talk(`${String((error as Error).stack)}\n`)
  return exitCode
}

function describeFailure(error: unknown): Failure {
  if (error instanceof DrawauditError) {
    const { code, message, hint, where } = error
    return {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(Object.keys(where).length > 0 && { where: { ...where } }),
    }
  }
  return {
    code: 'internal',
    message: `a bug in drawaudit: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'please report it, with what DRAWAUDIT_DEBUG=1 prints; it says nothing about the draw',
  }
}

function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
