/**
 * How every command is called, as a table that takes no command to be loaded.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { usageFile } from '../../io/own-files.js'
import type { Command } from './command.js'

/** How a command is called: all of a {@link Command} that is no function. */
export type CommandUsage = Omit<Command, 'run'>

/** How every command is called, by the first word: what scripts/build-cli.js writes, and a test compares with them. */
export interface UsageTable {
  readonly groups: Readonly<Record<string, string>>
  readonly commands: Readonly<Record<string, readonly CommandUsage[]>>
}

export const readUsageTable = (): UsageTable => JSON.parse(readFileSync(usageFile, 'utf8')) as UsageTable
