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
import { DocumentError, exitCodeOf } from './exit-codes.js'
import { OutputError, readWidth, reportFaultsToWriters, talk, writeResult } from './terminal.js'

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
  reportFaultsToWriters()
  try {
    if (args.length === 1 && args[0] === '--version') {
      await writeResult(`${readVersion()}\n`)
      return 0
    }
    return await run(args)
  } catch (error) {
    return await fail(error, wantsJson(guardDashes(args)))
  }
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { default: yargs } = await import('yargs')
  let exitCode: ExitCode = 0
  const [word = ''] = args
  const names = Object.hasOwn(loaders, word) ? [word] : Object.keys(loaders)
  const parser: Argv = yargs(guardDashes(args))
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
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      // A file may be called 1e3.
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .middleware(releaseDashes)
    .check(checkOptions)
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error: Error | undefined) => {
      if (error !== undefined && error.name !== 'YError') throw error
      throw usageError(message, args, parser.parsed ? parser.parsed.argv._.map(String) : [])
    })
    .example('$0 verify draw.json', 'What is proven, refuted or not provable, and why')
    .example('$0 explain draw.json', 'The same draw step by step, to redo by hand')
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
        return inner
          .demandCommand(1, `name a command of ${name}`)
          .example(`$0 ${name} --help`, 'Its commands')
      })
    }
  }
  await parser.parseAsync()
  return exitCode
}

/** No argument holds a NUL, so what follows one was there before. */
const guard = '\0'

/** Keeps yargs from reading `-`, and what follows `--`, as options: it looks at their first character again. */
function guardDashes(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.flatMap((arg, index) => {
    if (index === end) return []
    return arg === '-' || (end !== -1 && index > end) ? [guard + arg] : [arg]
  })
}

function releaseDashes(options: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(options)) {
    options[name] = Array.isArray(value) ? value.map(releaseDash) : releaseDash(value)
  }
}

function releaseDash(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(guard) ? value.slice(guard.length) : value
}

/** Options that may be given more than once, and the arguments themselves. */
const repeatable = ['_', 'path', 'require']

/** yargs makes a list of an option that is given twice, and `false` of `--no-recipe`: say so, rather than go on. */
function checkOptions(options: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(options)) {
    if (['recipe', 'require'].includes(name) && [value].flat().includes(false)) {
      throw new DrawauditError('usage', `there is no option --no-${name}`, { hint: `leave out --${name}` })
    }
    if (Array.isArray(value) && !repeatable.includes(name)) {
      throw new DrawauditError('usage', `${name.length > 1 ? '--' : '-'}${name} is given more than once`, {
        hint: 'leave out all but one',
      })
    }
  }
  return true
}

/**
 * What yargs says of a wrong call, in our words.
 *
 * @param words - the arguments that are no options.
 */
function usageError(message: string, args: readonly string[], words: readonly string[]): DrawauditError {
  // Where the arguments of a command are missing, yargs has taken the command out too.
  const [first = args[0] ?? '', second = ''] = words
  const known = Object.hasOwn(loaders, first)
  const fail = (text: string, hint?: string): DrawauditError =>
    new DrawauditError('usage', text.replaceAll(guard, '').replaceAll('\\u0000', ''), {
      hint: hint ?? `drawaudit ${known ? `${first} ` : ''}--help shows how to call it`,
    })
  if (message.startsWith('Did you mean')) {
    return fail(`there is no command ${JSON.stringify(known ? second : first)}`, message.toLowerCase())
  }
  if (message.startsWith('Unknown argument')) {
    if (!known) {
      const misplaced = args.some(arg => Object.hasOwn(loaders, arg))
      const hint = misplaced
        ? 'options go after the command'
        : `the commands are ${Object.keys(loaders).join(', ')}`
      return fail(`there is no command ${JSON.stringify(first)}`, hint)
    }
    const names = message.replace(/^.*?: /, '').split(', ')
    return fail(`unknown argument: ${names.map(name => findArgument(name, args)).join(', ')}`)
  }
  const choice = /Argument: (.*), Given: (.*), Choices: (.*)/.exec(message)
  if (choice !== null) return fail(`--${choice[1] ?? ''} takes ${choice[3] ?? ''}, found ${choice[2] ?? ''}`)
  const value = /^Not enough arguments following: (.*)/.exec(message)
  if (value !== null) return fail(`--${value[1] ?? ''} takes a value`)
  if (message.startsWith('Not enough non-option arguments')) return fail('an argument is missing')
  return fail(message.charAt(0).toLowerCase() + message.slice(1).replace(/\s*\n\s*/g, '; '))
}

/** An argument as it was typed, by the name that yargs gives it. */
function findArgument(name: string, args: readonly string[]): string {
  const typed = args.map(arg => arg.replace(/=.*/s, ''))
  const forms = [name, `-${name}`, `--${name}`, `--no-${name}`]
  return typed.find(arg => forms.includes(arg)) ?? (name.length === 1 ? `-${name}` : name)
}

/** Whether a failure has to be JSON too; the arguments may be too wrong for yargs to say. */
function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (arg, index) => arg === '--format=json' || (arg === '--format' && args[index + 1] === 'json'),
  )
}

async function fail(error: unknown, json: boolean): Promise<ExitCode> {
  const { renderError } = await import('../render/text.js')
  const failure = describeFailure(error)
  const exitCode = error instanceof DocumentError ? 3 : exitCodeOf(failure.code)
  const say = (): void => {
    talk(renderError(failure))
  }
  if (json && !(error instanceof OutputError)) {
    const { renderJson } = await import('../render/json.js')
    const counts = { subjects: 0, proven: 0, refuted: 0, not_provable: 0 }
    const report: Report = {
      report: 'drawaudit/v1',
      exit_code: exitCode,
      subjects: [],
      counts,
      error: failure,
    }
    await writeResult(renderJson(report)).catch(say)
  } else say()
  if (exitCode === 70 && process.env['DRAWAUDIT_DEBUG']) {
    const { escapeText } = await import('../render/escape.js')
    const lines = String((error as Error).stack).split('\n')
    talk(`${lines.map(line => escapeText(line)).join('\n')}\n`)
  }
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
