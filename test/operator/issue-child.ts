/**
 * A process that makes the receipts of a raffle, one transaction after the other. Tests compile and run it
 * (`children.ts`).
 *
 * @packageDocumentation
 */
import { issueAll } from '../../src/operator/receipts.js'
import { openStore } from '../../src/store/open-store.js'
import { setUpPlayer } from './log-play.js'
import { obey } from './obey.js'

export interface Orders {
  readonly file: string
}

async function run({ file }: Orders): Promise<void> {
  const store = await openStore(file, { access: 'write' })
  const { desk, raffleId } = setUpPlayer(store, file)
  for await (const page of issueAll(desk, raffleId)) process.stdout.write(`${page.length}\n`)
}

obey(run)
