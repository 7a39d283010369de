/**
 * The command line without its commands: what answers `--help`, and calls that name no command, from a table of how
 * each is called, since to load them all takes ten times as long.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { usageFile } from '../io/own-files.js'
import type { ExitCode } from '../model/report.js'
import type { Command } from './shared/command.js'
import { runProgram } from './shared/program.js'

/** How a command is called: all of a {@link Command} that is no function. */
export type CommandUsage = Omit<Command, 'run'>

/** How every command is called, by the first word: what scripts/build-cli.js writes, and a test compares with them. */
export interface UsageTable {
  readonly groups: Readonly<Record<string, string>>
  readonly commands: Readonly<Record<string, readonly CommandUsage[]>>
}

export const readUsageTable = (): UsageTable => JSON.parse(readFileSync(usageFile, 'utf8')) as UsageTable

/**
 * As `main`, for calls that mostly come to no command.
 *
 * @param args - what follows the name of the program.
 * @param runWord - runs the command after all, whose first word it gets.
 * @returns what the process should end with.
 */
export function main(
  args: readonly string[],
  runWord: (word: string, args: readonly string[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { groups, commands } = readUsageTable()
  const loaders = Object.entries(commands).map(([word, usages]) => {
    const run = (): Promise<ExitCode> => runWord(word, args)
    return [word, () => Promise.resolve(usages.map(usage => ({ ...usage, run })))] as const
  })
  return runProgram(args, Object.fromEntries(loaders), groups)
}
