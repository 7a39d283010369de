/**
 * Usage errors: those that yargs misses, and clearer messages for the others.
 *
 * @packageDocumentation
 */
import type { Options, PositionalOptions } from 'yargs'
import { DrawauditError } from '../../errors.js'
import { findNearest } from '../../recipe/suggest.js'
import type { Command } from './command.js'

/** Cannot occur in an argument, so it marks guarded ones. */
const guard = '\0'

/** Keeps yargs from parsing `-`, and everything after `--`, as options, by prefixing them. */
export function guardDashes(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.flatMap((arg, index) => {
    if (index === end) return []
    return arg === '-' || (end !== -1 && index > end) ? [guard + arg] : [arg]
  })
}

export function releaseDashes(options: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(options)) {
    options[name] = Array.isArray(value) ? value.map(releaseDash) : releaseDash(value)
  }
}

function releaseDash(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(guard) ? value.slice(guard.length) : value
}

/** yargs' own options. */
const ownOptions: Readonly<Record<string, Options>> = {
  help: { type: 'boolean', alias: 'h' },
  version: { type: 'boolean' },
}

/**
 * Refuses what yargs accepts: it reads `--color=always` as false, collects repeated options in a list, and sets
 * false for `--no-recipe`.
 *
 * @param values - as parsed by yargs.
 * @param args - as typed.
 * @throws DrawauditError `usage`.
 */
export function checkOptions(
  values: Readonly<Record<string, unknown>>,
  { arguments: positionals, options }: Command,
  args: readonly string[],
): void {
  const declared = Object.entries({ ...ownOptions, ...options, ...positionals })
  const find = (wanted: string): Options | PositionalOptions | undefined =>
    declared.find(([name, { alias }]) => name === wanted || alias === wanted)?.[1]
  const isSwitch = (name: string): boolean => find(name)?.type === 'boolean'
  for (const arg of args) {
    if (arg === '--') break
    const [, name = '', value = ''] = /^--([a-z-]+)=(.*)$/s.exec(arg) ?? []
    if (isSwitch(name) && value !== 'true' && value !== 'false') {
      throw new DrawauditError('usage', `--${name} does not take a value, found ${JSON.stringify(value)}`, {
        hint: `give --${name} or --no-${name}`,
      })
    }
  }
  for (const [name, value] of Object.entries(values)) {
    if (!isSwitch(name) && [value].flat().includes(false)) {
      throw new DrawauditError('usage', `there is no option --no-${name}`, { hint: `leave out --${name}` })
    }
    if (Array.isArray(value) && name !== '_' && find(name)?.array !== true) {
      throw new DrawauditError('usage', `${name.length > 1 ? '--' : '-'}${name} is given more than once`, {
        hint: 'leave out all but one',
      })
    }
  }
}

/** A call, as far as recognised. */
export interface Call {
  /** As typed. */
  readonly args: readonly string[]
  /** First words of all commands. */
  readonly words: readonly string[]
  /** The group of the command, if it is in one. */
  readonly group?: { readonly name: string; readonly commands: readonly Command[] }
  readonly command?: Command
}

/**
 * Rewords an error of yargs.
 *
 * @param message - yargs' own text, in English.
 * @param typed - the arguments that are not options, as far as yargs still has them.
 */
export function describeUsage(
  message: string,
  typed: readonly string[],
  { args, words, group, command }: Call,
): DrawauditError {
  const path = [...(group ? [group.name] : []), ...(command ? [wordOf(command)] : [])]
  const fail = (
    text: string,
    hint = `drawaudit ${[...path, '--help'].join(' ')} shows how to call it`,
  ): DrawauditError =>
    new DrawauditError('usage', text.replaceAll(guard, '').replaceAll('\\u0000', ''), { hint })
  const unknown = typed[group ? 1 : 0] ?? args[0] ?? ''
  if (message.startsWith('Did you mean')) {
    return fail(`there is no command ${JSON.stringify(unknown)}`, message.toLowerCase())
  }
  if (message.startsWith('Unknown argument')) {
    if (command === undefined) {
      const known = group ? group.commands.map(wordOf) : words
      const misplaced = args.some(arg => known.includes(arg))
      const hint = misplaced ? 'options go after the command' : `the commands are ${known.join(', ')}`
      return fail(`there is no command ${JSON.stringify(unknown)}`, hint)
    }
    const names = message.replace(/^.*?: /, '').split(', ')
    const found = names.map(name => findArgument(name, args))
    const meant = found.map(argument => suggestOption(argument, command)).find(one => one !== undefined)
    return fail(`unknown argument: ${found.join(', ')}`, meant && `did you mean ${meant}?`)
  }
  const choice = /Argument: (.*), Given: (.*), Choices: (.*)/.exec(message)
  if (choice !== null) return fail(`--${choice[1] ?? ''} takes ${choice[3] ?? ''}, found ${choice[2] ?? ''}`)
  const value = /^Not enough arguments following: (.*)/.exec(message)
  if (value !== null) return fail(`--${value[1] ?? ''} takes a value`)
  const [, given] = /^Not enough non-option arguments: got (\d+)/.exec(message) ?? []
  if (given !== undefined && command !== undefined) {
    const missing = requiredArguments(command)[Number(given)] ?? ''
    return fail(`the argument <${missing}> is missing`)
  }
  return fail(message.charAt(0).toLowerCase() + message.slice(1).replace(/\s*\n\s*/g, '; '))
}

/** `verify` in `verify <path..>`. */
const wordOf = ({ name }: Command): string => name.split(' ')[0] ?? ''

/** `path` in `verify <path..>`. */
const requiredArguments = ({ name }: Command): readonly string[] =>
  Array.from(name.matchAll(/<([^>.]+)/g), ([, argument = '']) => argument)

/** The likely option behind a mistyped one. */
function suggestOption(typed: string, { options }: Command): string | undefined {
  const [, name] = /^--([^=]+)/.exec(typed) ?? []
  const nearest = name === undefined ? undefined : findNearest(name, Object.keys(options))
  return nearest && `--${nearest}`
}

/** An argument as typed, from yargs' name for it. */
function findArgument(name: string, args: readonly string[]): string {
  const typed = args.map(arg => arg.replace(/=.*/s, ''))
  const forms = [name, `-${name}`, `--${name}`, `--no-${name}`]
  return typed.find(arg => forms.includes(arg)) ?? (name.length === 1 ? `-${name}` : name)
}
