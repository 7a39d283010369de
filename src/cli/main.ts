/**
 * The command line.
 *
 * @packageDocumentation
 */
import type { ExitCode } from '../model/report.js'
import { runProgram, type CommandLoaders } from './program.js'

/** Commands by their first word, loaded when they are called: what verifies is slow to load. */
export const loaders: CommandLoaders = {
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
export const main = (args: readonly string[]): Promise<ExitCode> => runProgram(args, loaders, groups)
