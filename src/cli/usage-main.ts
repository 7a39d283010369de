/**
 * The command line without its commands: what answers `--help`, `help` and completion, and calls that name no command,
 * from a table of how each is called, since to load them all takes ten times as long.
 *
 * @packageDocumentation
 */
import type { ExitCode } from '../model/report.js'
import { runProgram, type CommandLoaders } from './shared/program.js'
import { writeResult } from './shared/terminal.js'
import { readUsageTable } from './shared/usage-table.js'

/**
 * As `main`, for calls that mostly come to no command.
 *
 * @param args - what follows the name of the program.
 * @param runWord - runs the command after all, whose first word it gets.
 * @returns what the process should end with.
 */
export async function main(
  args: readonly string[],
  runWord: (word: string, args: readonly string[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { groups, commands } = readUsageTable()
  const [word = '', ...rest] = args
  if (word === completeWord) {
    const { complete } = await import('./help/completion.js')
    await writeResult(
      complete(rest, { groups, commands })
        .map(one => `${one}\n`)
        .join(''),
    )
    return 0
  }
  const loaders: CommandLoaders = Object.fromEntries(
    Object.entries(commands).map(([word, usages]) => {
      const run = (): Promise<ExitCode> => runWord(word, args)
      return [word, () => Promise.resolve(usages.map(usage => ({ ...usage, run })))]
    }),
  )
  const [topic = ''] = rest
  if (word === 'help') {
    if (topic === '') return runProgram(['--help'], loaders, groups)
    // The help of a command, in other words.
    if (Object.hasOwn(commands, topic)) return runProgram([...rest, '--help'], loaders, groups)
  }
  return runProgram(args, { ...loaders, ...own }, groups)
}

/** What needs nothing but tables. */
const own: CommandLoaders = {
  help: async () => [(await import('./help/help.js')).helpCommand],
  completion: async () => [(await import('./help/completion.js')).completionCommand],
}

/** The word that scripts for shells begin with: src/cli/help/completion.ts. */
const completeWord = '__complete'
