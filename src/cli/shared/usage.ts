/**
 * Wrong calls: what yargs lets pass and should not, and what it says of the rest, in our words.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'

/** No argument holds a NUL, so what follows one was there before. */
const guard = '\0'

/** Keeps yargs from reading `-`, and what follows `--`, as options: it looks at their first character again. */
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

/** Options without a value. */
const switches = [
  'color',
  'quiet',
  'q',
  'all',
  'accept-replacements',
  'although-drawn',
  'trust-on-first-use',
  'allow-any-port',
  'allow-http',
  'allow-private',
  'beacons',
  'chance',
  'feed',
  'follow',
  'force',
  'frozen',
  'list-rules',
  'low-s',
  'once',
  'online',
  'probe-rate-limit',
  'remove',
  'replace',
  'signing-key',
  'is-newest',
  'check-config',
  'print-config',
  'help',
  'h',
  'version',
]

/** yargs reads `--color=always` as false. */
export function checkSwitches(args: readonly string[]): void {
  for (const arg of args) {
    if (arg === '--') return
    const [, name = '', value = ''] = /^--([a-z-]+)=(.*)$/s.exec(arg) ?? []
    if (switches.includes(name) && value !== 'true' && value !== 'false') {
      throw new DrawauditError('usage', `--${name} takes no value, found ${JSON.stringify(value)}`, {
        hint: `give --${name} or --no-${name}`,
      })
    }
  }
}

/** Options that may be given more than once, and the arguments themselves. */
const repeatable = [
  '_',
  'allow-network',
  'beacon',
  'checkpoint',
  'draw',
  'event',
  'given',
  'log',
  'observation',
  'path',
  'report',
  'require',
  'raffle',
  'prize',
  'header',
  'relay',
  'rules',
  'vkey',
  'skip',
  'fingerprint',
  'result',
]

/** yargs makes a list of an option that is given twice, and `false` of `--no-recipe`: say so, rather than go on. */
export function checkOptions(options: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(options)) {
    // Others take a log; fetch saves that of the service, unless it is told not to.
    const isLeftOut = name === 'log' && [options['_']].flat()[0] === 'fetch'
    if (!isLeftOut && !switches.includes(name) && [value].flat().includes(false)) {
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
 * @param args - as they were typed.
 * @param words - the arguments that are no options.
 * @param commands - the first words that are known.
 * @param groups - those of them that another word follows.
 */
export function describeUsage(
  message: string,
  args: readonly string[],
  words: readonly string[],
  commands: readonly string[],
  groups: readonly string[],
): DrawauditError {
  // Where the arguments of a command are missing, yargs has taken the command out too.
  const [first = args[0] ?? '', second = ''] = words
  const known = commands.includes(first)
  const inGroup = groups.includes(first) && /^[a-z]+$/.test(second)
  const fail = (text: string, hint?: string): DrawauditError =>
    new DrawauditError('usage', text.replaceAll(guard, '').replaceAll('\\u0000', ''), {
      hint:
        hint ??
        `drawaudit ${known ? `${[first, ...(inGroup ? [second] : [])].join(' ')} ` : ''}--help shows how to call it`,
    })
  if (message.startsWith('Did you mean')) {
    return fail(`there is no command ${JSON.stringify(known ? second : first)}`, message.toLowerCase())
  }
  if (message.startsWith('Unknown argument')) {
    if (!known) {
      const misplaced = args.some(arg => commands.includes(arg))
      const hint = misplaced ? 'options go after the command' : `the commands are ${commands.join(', ')}`
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
