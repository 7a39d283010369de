/**
 * The command line without its commands: answers `--help`, `help`, completion and calls of unknown commands from a
 * usage table. Loading all commands takes ten times as long.
 *
 * @packageDocumentation
 */
import type { ExitCode } from '../model/report.js'
import { runProgram, type CommandLoaders } from './shared/program.js'
import { writeResult } from './shared/terminal.js'
import { readUsageTable } from './shared/usage-table.js'

/**
 * Like `main`, for calls that usually run no command.
 *
 * @param args - arguments after the program name.
 * @param runWord - runs a command by its first word, if one is called after all.
 * @returns the exit code of the process.
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
    // `help COMMAND` is `COMMAND --help`.
    if (Object.hasOwn(commands, topic)) return runProgram([...rest, '--help'], loaders, groups)
  }
  return runProgram(args, { ...loaders, ...own }, groups)
}

/** Commands that need only the tables. */
const own: CommandLoaders = {
  help: async () => [(await import('./help/help.js')).helpCommand],
  completion: async () => [(await import('./help/completion.js')).completionCommand],
}

/** First word of the calls by completion scripts: src/cli/help/completion.ts. */
const completeWord = '__complete'
