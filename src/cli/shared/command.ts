/**
 * What a command is.
 *
 * @packageDocumentation
 */
import type { InferredOptionType, Options, PositionalOptions } from 'yargs'
import type { ExitCode } from '../../model/report.js'
import { renderJson } from '../../render/json.js'
import { colourOption, formatOption } from './options.js'
import { readWidth, reflowFor, startClock, talk, wantsColour, writeResult } from './terminal.js'

type ArgumentTable = Readonly<Record<string, PositionalOptions>>
type OptionTable = Readonly<Record<string, Options>>
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- a table without rows, none of any name
type None = Readonly<Record<never, never>>

/** The values of declared arguments or options. */
export type ValuesOf<T extends ArgumentTable | OptionTable> = {
  readonly [N in keyof T]: Readonly<InferredOptionType<T[N]>>
}

/** What every command takes, and what one with a result takes. */
const everyOption = { color: colourOption }
const resultOptions = { format: formatOption, ...everyOption }

/** What a command gets that prints for itself, beside its arguments. */
export type CommandArguments<O extends OptionTable> = ValuesOf<O> & ValuesOf<typeof everyOption>

/** How a text may be laid out. */
export interface Layout {
  readonly colour: boolean
  /** Columns to write in. */
  readonly width: number
}

/** How a command is called. */
interface Usage<A, O> {
  /** As yargs reads it: `verify <path..>`. */
  readonly name: string
  readonly describe: string
  readonly arguments?: A
  /** Its own options: `--color`, and `--format` of a result, are added. */
  readonly options?: O
  /** Calls, with `$0` for the program, and what they are for. */
  readonly examples: readonly (readonly [call: string, says: string])[]
  readonly epilogue?: string
}

/** A command with a result, printed as text or as JSON. */
interface WithResult<V, R> {
  readonly run: (args: V) => R | Promise<R>
  readonly text: (result: R, args: V, layout: Layout) => string
  /** The JSON form, where it is not the result itself. */
  readonly json?: (result: R, args: V) => unknown
  /** The text is a document, which is printed as it is, and not laid out for who reads it. */
  readonly verbatim?: true
  /** What is said on standard error beside the text. */
  readonly notes?: (result: R, args: V) => string
  /** 0 when left out. */
  readonly exitCode?: (result: R) => ExitCode
}

/** A command that prints for itself: what has no end, reports of many formats, and documents. */
interface WithOutput<V> {
  readonly print: (args: V) => Promise<ExitCode>
}

type Declaration<A extends ArgumentTable, O extends OptionTable, R> = Usage<A, O> &
  (
    | WithResult<ValuesOf<A> & ValuesOf<O> & ValuesOf<typeof resultOptions>, R>
    | WithOutput<ValuesOf<A> & CommandArguments<O>>
  )

/** A command as the program knows it. */
export interface Command extends Usage<ArgumentTable, OptionTable> {
  readonly arguments: ArgumentTable
  readonly options: OptionTable
  /** Carries it out with the values that yargs read, prints what comes of it, and says how the process ends. */
  readonly run: (values: object) => Promise<ExitCode>
}

/**
 * Declares a command: how it is called, what it does, and how its result is printed.
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
  const { name, describe, examples, epilogue } = declaration
  return {
    name,
    describe,
    examples,
    ...(epilogue !== undefined && { epilogue }),
    arguments: declaration.arguments ?? {},
    options: { ...declaration.options, ...('print' in declaration ? everyOption : resultOptions) },
    // yargs makes the values by the declaration.
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
