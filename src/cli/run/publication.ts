/**
 * The folder for a static host: evidence and page of each raffle, the log, and an index.
 *
 * @packageDocumentation
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, writeWhole } from '../../io/written-files.js'
import { readIfThere } from '../../io/files.js'
import { exportLog } from '../../log/export/export-log.js'
import type { TrustJson } from '../../model/trust.js'
import { native } from '../../native/engine.js'
import type { Desk } from '../../operator/desk.js'
import { readStatus } from '../../operator/raffle-status.js'
import { escapeHtml, isolateHtml } from '../../server/escape-html.js'
import type { Store } from '../../store/store.js'
import type { Errand } from './errands.js'
import { writeResultFiles } from './finish.js'

/** Uploads the folder to its host: a program and its arguments. */
export type PublishCommand = readonly string[]

/**
 * Writes the folder, and runs the command after changes.
 *
 * Files are written atomically. The command gets the folder in DRAWAUDIT_PUBLISH.
 */
export function publishErrand(
  { store, now }: Desk,
  raffleId: string,
  folder: string,
  given: TrustJson | undefined,
  command: PublishCommand | undefined,
): Errand {
  let brought = ''
  return {
    async run(signal) {
      const version = await findVersion(store, raffleId)
      if (version === undefined || version === brought) return []
      await writePublication(store, raffleId, folder, given, now())
      const fault = command === undefined ? undefined : await runCommand(command, folder, signal)
      if (fault !== undefined) return [fault]
      brought = version
      return []
    },
  }
}

/** A digest that changes with the published content. */
async function findVersion(store: Store, raffleId: string): Promise<string | undefined> {
  const bundle = await store.readBundle(raffleId)
  if (bundle === undefined) return undefined
  const head = await store.log.readHead()
  return createHash('sha256')
    .update(bundle.body)
    .update(JSON.stringify([head?.size, head?.cosignatures.length]))
    .digest('hex')
}

async function writePublication(
  store: Store,
  raffleId: string,
  folder: string,
  given: TrustJson | undefined,
  now: Date,
): Promise<void> {
  const place = join(folder, 'raffles', raffleId)
  makeFolder(place)
  const files = {
    bundle: join(place, 'bundle.json'),
    page: join(place, 'index.html'),
    trust: join(place, 'trust.json'),
  }
  await writeResultFiles(store, raffleId, files, given, now)
  const record = await store.readRaffle(raffleId)
  if (record !== undefined) writeWhole(join(place, 'audit.json'), record.audit.body)
  if ((await store.log.readLog()) !== undefined) await exportLog(store.log, join(folder, 'log'), native)
  writeWhole(join(folder, 'index.html'), await renderIndex(store, folder, now))
}

/** HTML index of all raffles in the folder; those of other stores appear by id. */
async function renderIndex({ ceremonies }: Store, folder: string, now: Date): Promise<string> {
  const items: string[] = []
  for (const id of readdirSync(join(folder, 'raffles')).sort()) {
    if (readIfThere(join(folder, 'raffles', id, 'index.html')) === undefined) continue
    const isOurs = (await ceremonies.readCeremony(id)) !== undefined
    const status = isOurs ? await readStatus(ceremonies, id, now) : undefined
    const name = status?.commitment?.raffle_name ?? id
    const state = status === undefined ? '' : `, ${status.state}`
    items.push(
      `<li><a href="raffles/${encodeURIComponent(id)}/">${isolateHtml(name)}</a>${escapeHtml(state)}</li>`,
    )
  }
  return [
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Raffles</title>\n',
    `<h1>Raffles</h1>\n<ul>\n${items.join('\n')}\n</ul>\n</html>\n`,
  ].join('')
}

/** @returns why the command failed; undefined if it succeeded. */
async function runCommand(
  [program = '', ...args]: PublishCommand,
  folder: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      signal,
      stdio: ['ignore', 2, 2],
      // Keeps the passphrase from the command.
      env: { ...process.env, DRAWAUDIT_PASSPHRASE: undefined, DRAWAUDIT_PUBLISH: folder },
    })
    child.once('error', error => {
      resolve(signal.aborted ? 'the publish command took too long' : `the publish command: ${error.message}`)
    })
    child.once('close', (code, ended) => {
      if (code === 0) resolve(undefined)
      else resolve(`the publish command ended with ${code ?? ended ?? 'an error'}`)
    })
  })
}
