/**
 * The command line.
 *
 * @packageDocumentation
 */
import type { ExitCode } from '../model/report.js'
import { runProgram, type CommandLoaders } from './shared/program.js'

/** Commands by first word. Each is loaded only when called: the verifier is slow to load. */
export const loaders: CommandLoaders = {
  verify: async () => [(await import('./verify/verify.js')).verifyCommand],
  check: async () => [(await import('./check/check.js')).checkCommand],
  fetch: async () => [(await import('./check/fetch.js')).fetchCommand],
  watch: async () => [(await import('./check/watch.js')).watchCommand],
  observe: async () => [(await import('./observe/observe.js')).observeCommand],
  monitor: async () => [(await import('./monitor/monitor.js')).monitorCommand],
  trust: async () => {
    const commands = await import('./trust/trust.js')
    return [
      commands.trustInitCommand,
      commands.trustAddCommand,
      commands.trustShowCommand,
      commands.trustCheckCommand,
    ]
  },
  explain: async () => [(await import('./verify/explain.js')).explainCommand],
  recipe: async () => {
    const { recipeListCommand, recipeShowCommand } = await import('./recipe/recipe.js')
    const { recipeAddCommand } = await import('./recipe/add.js')
    const { recipeFindCommand } = await import('./recipe/find.js')
    const { recipeFormatCommand } = await import('./recipe/format.js')
    const { recipeNewCommand } = await import('./recipe/new.js')
    const { recipeRemoveCommand } = await import('./recipe/remove.js')
    const { recipeSignCommand } = await import('./recipe/sign.js')
    const { recipeTestCommand } = await import('./recipe/test.js')
    return [
      recipeListCommand,
      recipeShowCommand,
      recipeFormatCommand,
      recipeFindCommand,
      recipeNewCommand,
      recipeTestCommand,
      recipeAddCommand,
      recipeRemoveCommand,
      recipeSignCommand,
    ]
  },
  beacon: async () => {
    const { beaconFetchCommand, beaconServeCommand } = await import('./beacon/beacon.js')
    return [beaconFetchCommand, beaconServeCommand]
  },
  page: async () => [(await import('./page/page.js')).pageCommand],
  selftest: async () => [(await import('./selftest/selftest.js')).selftestCommand],
  hash: async () => [(await import('./verify/hash.js')).hashCommand],
  init: async () => [(await import('./init/init.js')).initCommand],
  status: async () => [(await import('./init/status.js')).statusCommand],
  draw: async () => [(await import('./run/draw.js')).drawCommand],
  raffle: async () => {
    const [create, load, remove, status, steps, draw, bundle, timestamp, run] = await Promise.all([
      import('./raffle/create.js'),
      import('./raffle/import.js'),
      import('./raffle/remove.js'),
      import('./raffle/status.js'),
      import('./raffle/steps.js'),
      import('./raffle/draw.js'),
      import('./raffle/bundle.js'),
      import('./raffle/timestamp.js'),
      import('./run/run.js'),
    ])
    return [
      run.raffleRunCommand,
      create.raffleCreateCommand,
      load.raffleImportCommand,
      remove.raffleRemoveCommand,
      status.raffleStatusCommand,
      steps.raffleSealCommand,
      draw.raffleDrawCommand,
      steps.raffleReplaceCommand,
      steps.raffleCancelCommand,
      timestamp.raffleTimestampCommand,
      bundle.raffleBundleCommand,
      status.raffleListCommand,
    ]
  },
  key: async () => {
    const commands = await import('./key/key.js')
    return [
      commands.keyGenerateCommand,
      commands.keyListCommand,
      commands.keyRotateCommand,
      commands.keyRevokeCommand,
      commands.keyPassphraseCommand,
    ]
  },
  receipt: async () => {
    const commands = await import('./receipt/receipt.js')
    return [commands.receiptIssueCommand, commands.receiptVerifyCommand, commands.receiptWithdrawCommand]
  },
  log: async () => {
    const commands = await import('./log/log.js')
    const { logExportCommand } = await import('./log/export.js')
    const { logProofCommand } = await import('./log/proof.js')
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
    const commands = await import('./witness/witness.js')
    return [
      commands.witnessInitCommand,
      commands.witnessRedateCommand,
      commands.witnessServeCommand,
      commands.witnessShowCommand,
    ]
  },
  webhook: async () => {
    const [manage, deliveries, deliver, verify, listen] = await Promise.all([
      import('./webhook/webhook.js'),
      import('./webhook/deliveries.js'),
      import('./webhook/deliver.js'),
      import('./webhook/verify.js'),
      import('./webhook/listen.js'),
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
  desk: async () => {
    const { deskServeCommand } = await import('./desk/serve.js')
    const { deskTokenCommand } = await import('./desk/token.js')
    return [deskServeCommand, deskTokenCommand]
  },
  serve: async () => [(await import('./serve/serve.js')).serveCommand],
  publish: async () => [(await import('./publish/publish.js')).publishCommand],
  stats: async () => [(await import('./publish/stats.js')).statsSetCommand],
  raffles: async () => [(await import('./publish/raffles.js')).rafflesCommand],
  store: async () => {
    const commands = await import('./store/store.js')
    return [
      commands.storeMigrateCommand,
      commands.storeCheckCommand,
      commands.storeBackupCommand,
      commands.storeRestoreCommand,
      commands.storeAdoptCommand,
    ]
  },
  db: async () => [(await import('./store/db-copy.js')).dbCopyCommand],
  help: async () => [(await import('./help/help.js')).helpCommand],
  completion: async () => [(await import('./help/completion.js')).completionCommand],
}

/** Descriptions of the first words that only group other commands. */
export const groups: Readonly<Record<string, string>> = {
  recipe: 'List, print, find, write, test, sign and install recipes',
  beacon: 'Fetch public randomness, and rehearse with a beacon of your own',
  raffle: 'Run a raffle that nobody can steer, step by step',
  key: 'Make and replace the keys that sign statements',
  receipt: 'Sign for entries, so that none can be left out without a trace',
  log: 'Keep all statements in one public log, and have it witnessed',
  witness: 'Cosign the logs of others, so that nobody can be shown another history',
  webhook: 'Notify subscribers of draws, and verify notifications',
  desk: 'Serve raffles to an operator’s own shop, over a private HTTP API',
  stats: 'Publish entry statistics',
  trust: 'Make and review a trust file: the keys that you trust',
  store: 'Make, check, save and restore a store',
  db: 'Move a store to a database',
}

/**
 * Runs the command line.
 *
 * @param args - arguments after the program name.
 * @returns the exit code of the process.
 */
export async function main(args: readonly string[]): Promise<ExitCode> {
  const [word = ''] = args
  if (Object.hasOwn(loaders, word) && word !== 'help') return runWord(word, args)
  return (await import('./usage-main.js')).main(args, runWord)
}

/** Like {@link main}, for a first word that is known to be a command. */
export const runWord = (word: string, args: readonly string[]): Promise<ExitCode> =>
  runProgram(args, Object.fromEntries(Object.entries(loaders).filter(([name]) => name === word)), groups)
