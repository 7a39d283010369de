/**
 * The command line: finds the command, and turns however it ends into an exit code.
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import type { ExitCode } from '../model/report.js'
import type { Command } from './commands/command.js'
import { reportFailure } from './failure.js'
import { spareMemory } from './memory.js'
import { checkOptions, checkSwitches, describeUsage, guardDashes, releaseDashes } from './usage.js'
import { OutputError, readWidth, reportFaultsToWriters, talk, writeResult } from './terminal.js'
import { readVersion } from './version.js'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each command knows its own options
type AnyCommand = Command<(yargs: Argv) => Argv<any>>

/** Commands by their first word, loaded when they are called: what verifies is slow to load. */
const loaders: Readonly<Record<string, () => Promise<readonly AnyCommand[]>>> = {
  verify: async () => [(await import('./commands/verify.js')).verifyCommand],
  check: async () => [(await import('./commands/check.js')).checkCommand],
  fetch: async () => [(await import('./commands/fetch.js')).fetchCommand],
  watch: async () => [(await import('./commands/watch.js')).watchCommand],
  observe: async () => [(await import('./commands/observe.js')).observeCommand],
  monitor: async () => [(await import('./commands/monitor.js')).monitorCommand],
  trust: async () => {
    const commands = await import('./commands/trust.js')
    return [
      commands.trustInitCommand,
      commands.trustAddCommand,
      commands.trustShowCommand,
      commands.trustCheckCommand,
    ]
  },
  explain: async () => [(await import('./commands/explain.js')).explainCommand],
  recipe: async () => {
    const { recipeListCommand, recipeShowCommand } = await import('./commands/recipe.js')
    const { recipeFindCommand } = await import('./commands/recipe-find.js')
    const { recipeNewCommand } = await import('./commands/recipe-new.js')
    const { recipeTestCommand } = await import('./commands/recipe-test.js')
    return [recipeListCommand, recipeShowCommand, recipeFindCommand, recipeNewCommand, recipeTestCommand]
  },
  beacon: async () => {
    const { beaconFetchCommand, beaconServeCommand } = await import('./commands/beacon.js')
    return [beaconFetchCommand, beaconServeCommand]
  },
  page: async () => [(await import('./commands/page.js')).pageCommand],
  selftest: async () => [(await import('./commands/selftest.js')).selftestCommand],
  hash: async () => [(await import('./commands/hash.js')).hashCommand],
  raffle: async () => {
    const [create, load, status, steps, draw, bundle] = await Promise.all([
      import('./commands/raffle-create.js'),
      import('./commands/raffle-import.js'),
      import('./commands/raffle-status.js'),
      import('./commands/raffle-steps.js'),
      import('./commands/raffle-draw.js'),
      import('./commands/raffle-bundle.js'),
    ])
    return [
      create.raffleCreateCommand,
      load.raffleImportCommand,
      status.raffleStatusCommand,
      steps.raffleSealCommand,
      draw.raffleDrawCommand,
      steps.raffleReplaceCommand,
      steps.raffleCancelCommand,
      bundle.raffleBundleCommand,
      status.raffleListCommand,
    ]
  },
  key: async () => {
    const commands = await import('./commands/key.js')
    return [
      commands.keyGenerateCommand,
      commands.keyListCommand,
      commands.keyRotateCommand,
      commands.keyRevokeCommand,
    ]
  },
  log: async () => {
    const commands = await import('./commands/log.js')
    const { logExportCommand } = await import('./commands/log-export.js')
    const { logProofCommand } = await import('./commands/log-proof.js')
    return [
      commands.logCreateCommand,
      commands.logWitnessCommand,
      commands.logSequenceCommand,
      commands.logStatusCommand,
      logExportCommand,
      logProofCommand,
    ]
  },
  witness: async () => {
    const commands = await import('./commands/witness.js')
    return [commands.witnessInitCommand, commands.witnessServeCommand, commands.witnessShowCommand]
  },
  webhook: async () => {
    const [manage, deliveries, deliver, verify, listen] = await Promise.all([
      import('./commands/webhook.js'),
      import('./commands/webhook-deliveries.js'),
      import('./commands/webhook-deliver.js'),
      import('./commands/webhook-verify.js'),
      import('./commands/webhook-listen.js'),
    ])
    return [
      manage.webhookAddCommand,
      manage.webhookListCommand,
      manage.webhookPauseCommand,
      manage.webhookResumeCommand,
      manage.webhookRemoveCommand,
      manage.webhookRotateCommand,
      manage.webhookTestCommand,
      deliveries.webhookDeliveriesCommand,
      deliveries.webhookRedeliverCommand,
      deliver.webhookDeliverCommand,
      verify.webhookVerifyCommand,
      listen.webhookListenCommand,
    ]
  },
  serve: async () => [(await import('./commands/serve.js')).serveCommand],
  publish: async () => [(await import('./commands/publish.js')).publishCommand],
  stats: async () => [(await import('./commands/stats.js')).statsSetCommand],
  raffles: async () => [(await import('./commands/raffles.js')).rafflesCommand],
  store: async () => {
    const commands = await import('./commands/store.js')
    return [
      commands.storeMigrateCommand,
      commands.storeCheckCommand,
      commands.storeBackupCommand,
      commands.storeRestoreCommand,
      commands.storeAdoptCommand,
    ]
  },
  db: async () => [(await import('./commands/db-copy.js')).dbCopyCommand],
}

/** Commands that are only a first word for others. */
const groups: Readonly<Record<string, string>> = {
  recipe: 'List, print, find, write and test recipes',
  beacon: 'Fetch public randomness, and rehearse with a beacon of your own',
  raffle: 'Run a raffle that nobody can steer, step by step',
  key: 'Make and replace the keys that sign statements',
  log: 'Keep all statements in one public log, and have it witnessed',
  witness: 'Cosign the logs of others, so that nobody can be shown another history',
  webhook: 'Tell subscribers of draws, and check what one is told',
  stats: 'Publish entry statistics',
  trust: 'Make and review a trust root: whom you believe',
  store: 'Make, check, save and restore a store',
  db: 'Move a store to a database',
}

/**
 * Runs the command line.
 *
 * @param args - what follows the name of the program.
 * @returns what the process should end with.
 */
export async function main(args: readonly string[]): Promise<ExitCode> {
  reportFaultsToWriters()
  try {
    if (args.length === 1 && args[0] === '--version') {
      await writeResult(`${readVersion()}\n`)
      return 0
    }
    return await run(args)
  } catch (error) {
    return await fail(error, findFormat(guardDashes(args)))
  }
}

async function run(args: readonly string[]): Promise<ExitCode> {
  checkSwitches(args)
  const { default: yargs } = await import('yargs')
  let exitCode: ExitCode = 0
  const [word = ''] = args
  // These read documents of strangers, which may be large.
  if (word === 'verify' || word === 'explain') spareMemory()
  const names = Object.hasOwn(loaders, word) ? [word] : Object.keys(loaders)
  const parser: Argv = yargs(guardDashes(args))
    .scriptName('drawaudit')
    .usage('$0 <command>\n\nProve that a public draw was fair, or that it was not.')
    .version(readVersion())
    .help()
    .alias('help', 'h')
    .strict()
    .recommendCommands()
    .demandCommand(1, 'name a command')
    .locale('en')
    .wrap(readWidth())
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      // A file may be called 1e3.
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .middleware(releaseDashes)
    .check(checkOptions)
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error: Error | undefined) => {
      if (error !== undefined && error.name !== 'YError') throw error
      const words = parser.parsed ? parser.parsed.argv._.map(String) : []
      throw describeUsage(message, args, words, Object.keys(loaders), Object.keys(groups))
    })
    .example('$0 verify draw.json', 'What is proven, refuted or not provable, and why')
    .example('$0 explain draw.json', 'The same draw step by step, to redo by hand')
    .epilogue(
      'Exit codes: 0 proven, 1 refuted, 2 wrong call, 3 not provable, 4 network or service, 70 a bug in drawaudit.',
    )
  const register = (target: Argv, command: AnyCommand): Argv =>
    target.command(command.name, command.describe, command.build, async options => {
      exitCode = await command.run(options)
    })
  for (const name of names) {
    const commands = (await loaders[name]?.()) ?? []
    const group = groups[name]
    if (group === undefined) commands.forEach(command => register(parser, command))
    else {
      parser.command(name, group, inner => {
        commands.forEach(command => register(inner, command))
        return inner
          .demandCommand(1, `name a command of ${name}`)
          .example(`$0 ${name} --help`, 'Its commands')
      })
    }
  }
  await parser.parseAsync()
  return exitCode
}

/** How a failure has to be printed too; the arguments may be too wrong for yargs to say. */
function findFormat(args: readonly string[]): 'json' | 'ndjson' | undefined {
  const isAsked = (format: string): boolean =>
    args.some(
      (arg, index) => arg === `--format=${format}` || (arg === '--format' && args[index + 1] === format),
    )
  return (['json', 'ndjson'] as const).find(isAsked)
}

async function fail(error: unknown, format?: 'json' | 'ndjson'): Promise<ExitCode> {
  const { renderError } = await import('../render/text.js')
  const report = reportFailure(error)
  const say = (): void => {
    talk(renderError(report.error))
  }
  if (format !== undefined && !(error instanceof OutputError)) {
    const { renderJson, renderJsonLine } = await import('../render/json.js')
    await writeResult(format === 'json' ? renderJson(report) : renderJsonLine(report)).catch(say)
  } else say()
  if (report.exit_code === 70 && process.env['DRAWAUDIT_DEBUG']) {
    const { escapeText } = await import('../render/escape.js')
    const lines = String((error as Error).stack).split('\n')
    talk(`${lines.map(line => escapeText(line)).join('\n')}\n`)
  }
  return report.exit_code
}
