/**
 * Declaration of commands.
 *
 * @packageDocumentation
 */
import type { InferredOptionType, Options, PositionalOptions } from 'yargs'
import type { ExitCode } from '../../model/report.js'
import { renderJson } from '../../render/json.js'
import { colourOption, formatOption } from './options.js'
import type { SettingName } from './settings.js'
import { readWidth, reflowFor, startClock, talk, wantsColour, writeResult } from './terminal.js'

/** Where the value of an option comes from if it is left out, in the order in which it is looked for. */
export interface Fallback {
  /** Environment variables. */
  readonly environment?: readonly string[]
  /** A member of the settings file. */
  readonly setting?: SettingName
  /** The value without both, in words. */
  readonly otherwise?: string
}

/** An option as yargs takes it, and what yargs does not need to know. */
export interface CommandOption extends Options {
  readonly fallback?: Fallback
  /** Placeholder for its value, if it is not that of all options with its name. */
  readonly placeholder?: string
}

/** What exit codes of a command mean, where it has more than those of every command: 0, 2, 4 and 70. */
export type ExitTable = Readonly<Partial<Record<ExitCode, string>>>

type ArgumentTable = Readonly<Record<string, PositionalOptions>>
type OptionTable = Readonly<Record<string, CommandOption>>
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a table without rows, none of any name
type None = Readonly<Record<never, never>>

/** Values of declared arguments or options. */
export type ValuesOf<T extends ArgumentTable | OptionTable> = {
  readonly [N in keyof T]: Readonly<InferredOptionType<T[N]>>
}

/** Options of every command, and of those with a result. */
const everyOption = { color: colourOption }
const resultOptions = { format: formatOption, ...everyOption }

/** Arguments of a command that prints its own output. */
export type CommandArguments<O extends OptionTable> = ValuesOf<O> & ValuesOf<typeof everyOption>

/** Layout of text output. */
export interface Layout {
  readonly colour: boolean
  /** Width in columns. */
  readonly width: number
}

/** Usage of a command. */
interface Usage<A, O> {
  /** In the syntax of yargs: `verify <path..>`. */
  readonly name: string
  readonly describe: string
  readonly arguments?: A
  /** Own options; `--color` is added, and `--format` for a command with a result. */
  readonly options?: O
  /** Example calls, with `$0` for the program, and their purpose. */
  readonly examples: readonly (readonly [call: string, says: string])[]
  /** Exit codes with a meaning of their own. */
  readonly exits?: ExitTable
  readonly epilogue?: string
}

/** A command with a result, printed as text or JSON. */
interface WithResult<V, R> {
  readonly run: (args: V) => R | Promise<R>
  readonly text: (result: R, args: V, layout: Layout) => string
  /** The JSON form; by default the result itself. */
  readonly json?: (result: R, args: V) => unknown
  /** The text is a document: printed verbatim, never reflowed. */
  readonly verbatim?: true
  /** Notes for standard error, with text output. */
  readonly notes?: (result: R, args: V) => string
  /** By default 0. */
  readonly exitCode?: (result: R) => ExitCode
}

/** A command that prints its own output: endless, in several formats, or a document. */
interface WithOutput<V> {
  readonly print: (args: V) => Promise<ExitCode>
}

type Declaration<A extends ArgumentTable, O extends OptionTable, R> = Usage<A, O> &
  (
    | WithResult<ValuesOf<A> & ValuesOf<O> & ValuesOf<typeof resultOptions>, R>
    | WithOutput<ValuesOf<A> & CommandArguments<O>>
  )

/** A command as the program uses it. */
export interface Command extends Usage<ArgumentTable, OptionTable> {
  readonly arguments: ArgumentTable
  readonly options: OptionTable
  /** Runs the command with the values from yargs, prints the result, and returns the exit code. */
  readonly run: (values: object) => Promise<ExitCode>
}

/**
 * Declares a command: its usage, its action, and how its result is printed.
 *
 * @example
 * ```ts
 * defineCommand({
 *   name: 'add <path..>',
 *   describe: 'Add up the numbers in files',
 *   arguments: { path: pathArgument },
 *   examples: [['$0 add numbers.json', 'Their sum']],
 *   run: ({ path }) => ({ sum: addUp(path) }),
 *   text: ({ sum }) => `the sum is ${sum}\n`,
 * })
 * ```
 */
export function defineCommand<
  const A extends ArgumentTable = None,
  const O extends OptionTable = None,
  R = unknown,
>(declaration: Declaration<A, O, R>): Command {
  const { name, describe, examples, exits, epilogue } = declaration
  return {
    name,
    describe,
    examples,
    ...(exits !== undefined && { exits }),
    ...(epilogue !== undefined && { epilogue }),
    arguments: declaration.arguments ?? {},
    options: { ...declaration.options, ...('print' in declaration ? everyOption : resultOptions) },
    // yargs parses the values by the declaration.
    run: async values =>
      'print' in declaration
        ? declaration.print(values as Parameters<typeof declaration.print>[0])
        : printResult(declaration, values as Parameters<typeof declaration.run>[0]),
  }
}

async function printResult<V extends ValuesOf<typeof resultOptions>, R>(
  { run, text, json, notes, verbatim, exitCode }: WithResult<V, R>,
  args: V,
): Promise<ExitCode> {
  const stopClock = startClock(args.format !== 'text' || (args as { quiet?: boolean }).quiet === true)
  const result = await Promise.resolve(run(args)).finally(stopClock)
  if (args.format === 'json') await writeResult(renderJson(json === undefined ? result : json(result, args)))
  else {
    const printed = text(result, args, { colour: wantsColour(args.color), width: readWidth() })
    await writeResult(verbatim === true ? printed : reflowFor(process.stdout, printed))
    if (notes !== undefined) talk(notes(result, args))
  }
  return exitCode?.(result) ?? 0
}
