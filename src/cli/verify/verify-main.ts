/**
 * The command line of `drawaudit verify` alone: what is called most loads least.
 *
 * @packageDocumentation
 */
import type { ExitCode } from '../../model/report.js'
import { verifyCommand } from './verify.js'
import { runProgram } from '../shared/program.js'

export { restoreFlags } from '../shared/memory.js'

/** As `main`, where the first argument is `verify`. */
export const main = (args: readonly string[]): Promise<ExitCode> =>
  runProgram(args, { verify: () => Promise.resolve([verifyCommand]) })
