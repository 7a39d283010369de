/**
 * The command line of `drawaudit verify` alone: the most frequent command loads the least code.
 *
 * @packageDocumentation
 */
import type { ExitCode } from '../../model/report.js'
import { verifyCommand } from './verify.js'
import { runProgram } from '../shared/program.js'

export { restoreFlags } from '../shared/memory.js'

/** Like `main`, for calls with `verify` as first argument. */
export const main = (args: readonly string[]): Promise<ExitCode> =>
  runProgram(args, { verify: () => Promise.resolve([verifyCommand]) })
