/**
 * The usage of all commands as a table, readable without loading any command.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { usageFile } from '../../io/own-files.js'
import type { Command } from './command.js'

/** Usage of a command: a {@link Command} without its functions. */
export type CommandUsage = Omit<Command, 'run'>

/** Usage of all commands by first word; written by scripts/build-cli.js, and compared with the commands by a test. */
export interface UsageTable {
  readonly groups: Readonly<Record<string, string>>
  readonly commands: Readonly<Record<string, readonly CommandUsage[]>>
}

export const readUsageTable = (): UsageTable => JSON.parse(readFileSync(usageFile, 'utf8')) as UsageTable
