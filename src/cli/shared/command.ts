/**
 * What a command is.
 *
 * @packageDocumentation
 */
import type { ArgumentsCamelCase, Argv } from 'yargs'
import type { ExitCode } from '../../model/report.js'

/** A command whose options `B` declares; `run` gets them and says how the process ends. */
export interface Command<B extends (yargs: Argv) => unknown> {
  /** As yargs reads it: `verify <path..>`. */
  readonly name: string
  readonly describe: string
  readonly build: B
  readonly run: (args: OptionsOf<B>) => Promise<ExitCode>
}

/** The options that a builder declares. */
export type OptionsOf<B extends (yargs: Argv) => unknown> =
  ReturnType<B> extends Argv<infer T> ? ArgumentsCamelCase<T> : never
