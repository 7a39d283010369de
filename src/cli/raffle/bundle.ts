/**
 * `drawaudit raffle bundle`
 *
 * @packageDocumentation
 */
import { basename, dirname, join } from 'node:path'
import { encodeUtf8 } from '../../core/encoding.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { createAttestation, encodeAttested, signAttestation } from '../../model/attestation.js'
import { missingRaffle } from '../../operator/refusals.js'
import { escapeText } from '../../render/escape.js'
import { streamEntryLines, streamFullBundle } from '../../store/public-ceremony.js'
import type { Store } from '../../store/store.js'
import { atStore } from '../shared/at-store.js'
import { findAuthorities } from '../shared/ceremony.js'
import { raffleArgument, readRaffle } from '../shared/find-raffle.js'
import { readObserverKey } from '../shared/observer-key.js'
import { storeOption, valueOption } from '../shared/options.js'
import { findOutlook, renderOutlook } from '../shared/outlook.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { findOrAskPassphrase, passphraseOption } from '../shared/passphrase.js'
import { talkOfFile, writeResult } from '../shared/terminal.js'
import { isEndless } from '../../io/written-files.js'
import { defineCommand } from '../shared/command.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

export const raffleBundleCommand = defineCommand({
  name: 'bundle <raffle>',
  describe: 'Save the evidence of a raffle in one file',
  arguments: { raffle: raffleArgument },
  options: {
    out: {
      ...valueOption,
      alias: 'o',
      describe: 'The file to save it in (default: print it)',
    },
    entries: {
      choices: ['none', 'all', 'file'],
      requiresArg: true,
      default: 'none',
      describe: 'The sealed list: not in it, all in it, or in a file beside it',
    },
    record: {
      ...valueOption,
      describe: 'Save the audit record in this file, too',
    },
    'in-toto': {
      ...valueOption,
      describe: 'Save an in-toto Statement about the bundle in this file, too; signed with --observer-key',
    },
    'observer-key': {
      ...valueOption,
      describe: 'The key that signs the Statement: a Sigstore bundle is written then',
    },
    'passphrase-file': passphraseOption,
    force: forceOption,
    store: storeOption,
  },
  examples: [
    [
      `$0 raffle bundle ${exampleId} -o bundle.json --store raffles.db`,
      'A few kilobytes that prove the winners',
    ],
    [
      `$0 raffle bundle ${exampleId} -o bundle.json --entries file --store raffles.db`,
      'With the list beside it',
    ],
    [
      `$0 raffle bundle ${exampleId} -o bundle.json --in-toto draw.sigstore.json --observer-key observer.key.json`,
      'And signed for cosign',
    ],
  ],
  async print(options) {
    const { raffle, out, entries, record, force, store: given } = options
    if (entries === 'file' && (out === undefined || isEndless(out))) {
      throw new DrawauditError('usage', '--entries file puts the list beside the bundle', {
        hint: 'give the bundle the name of a file: -o FILE',
      })
    }
    const attest = await prepareAttestation(options)
    const raffleId = await readRaffle(raffle, given)
    await atStore(given, 'read', async store => {
      const bundle = await store.readBundle(raffleId)
      if (bundle === undefined) throw missingRaffle(raffleId)
      const light = Buffer.from(bundle.body).toString()
      if (entries === 'all') await write(out, await requireSealed(streamFullBundle(store, raffleId)), force)
      else {
        const isBeside = entries === 'file' && out !== undefined
        const list = isBeside ? await writeList(store, raffleId, out, force) : undefined
        const text =
          list === undefined ? light : `${light.slice(0, -1)},"entries_file":${JSON.stringify(list)}}`
        if (attest === undefined) await write(out, [text], force)
        else await attest(text, list)
      }
      if (record !== undefined) {
        const body = Buffer.from((await store.readRaffle(raffleId))?.audit.body ?? '')
        await saveFile(record, [body.toString()], force)
      }
      if (out === undefined || isEndless(out)) return
      const outlook = await findOutlook(store, raffleId, findAuthorities({}))
      // The bundle was just saved.
      const next = outlook?.next.filter(
        ({ command }) => command?.startsWith('drawaudit raffle bundle') !== true,
      )
      talkOfFile(out, renderOutlook(outlook && { ...outlook, next: next ?? [] }))
    })
    return 0
  },
})

interface AttestationOptions {
  readonly out: string | undefined
  readonly entries: string
  readonly force: boolean
  readonly 'in-toto': string | undefined
  readonly 'observer-key': string | undefined
  readonly 'passphrase-file': string | undefined
}

/** The list file beside a bundle, as named in the bundle. */
interface NamedList {
  readonly name: string
  readonly digest: string
}

/** Prepares writing a bundle and its Statement, if requested, so that a locked key fails at once. */
async function prepareAttestation(
  options: AttestationOptions,
): Promise<((bundle: string, list: NamedList | undefined) => Promise<void>) | undefined> {
  const { out, entries, force, 'in-toto': file, 'observer-key': keyFile } = options
  if (file === undefined) {
    if (keyFile === undefined) return undefined
    throw new DrawauditError('usage', '--observer-key needs --in-toto')
  }
  if (out === undefined || isEndless(out) || entries === 'all') {
    throw new DrawauditError('usage', '--in-toto needs a bundle in a file, without the list in it', {
      hint: 'give -o FILE, and --entries file for the list',
    })
  }
  const key =
    keyFile === undefined
      ? undefined
      : await readObserverKey(keyFile, () =>
          findOrAskPassphrase(options['passphrase-file'], 'passphrase of the observer’s key'),
        )
  return async (text, list) => {
    const bundle = parseJson(encodeUtf8(text))
    const others =
      list === undefined ? [] : [{ name: list.name, sha256: list.digest.slice('sha256:'.length) }]
    const statement = createAttestation(bundle, basename(out), others)
    // Tools reformat JSON, so the canonical form is attested.
    await write(out, [Buffer.from(encodeAttested(bundle)).toString()], force)
    const attestation =
      key === undefined
        ? Buffer.from(statement).toString()
        : JSON.stringify(signAttestation(statement, key.secretKey))
    await write(file, [attestation], force)
  }
}

/** Writes the list before the bundle, so that the bundle never names a missing file. */
async function writeList(store: Store, raffleId: string, out: string, force: boolean): Promise<NamedList> {
  const lines = await requireSealed(streamEntryLines(store, raffleId))
  const name = `entries-${raffleId}.ndjson`
  const path = join(dirname(out), name)
  const { digest, written } = await saveFile(path, lines, force)
  if (written) talkOfFile(out, `the list is in ${escapeText(path)}\n`)
  return { name, digest }
}

async function write(
  out: string | undefined,
  pieces: Iterable<string> | AsyncIterable<string>,
  force: boolean,
): Promise<void> {
  if (out !== undefined) {
    const { bytes, written } = await saveFile(out, pieces, force)
    if (written) talkOfFile(out, `saved ${bytes} bytes in ${escapeText(out)}\n`)
    return
  }
  for await (const piece of pieces) await writeResult(piece)
  await writeResult('\n')
}

async function requireSealed<T>(pieces: Promise<T | undefined>): Promise<T> {
  const found = await pieces
  if (found !== undefined) return found
  throw new DrawauditError('raffle-state', 'the list is not sealed', {
    hint: 'leave out --entries: what is signed so far is in the light bundle',
  })
}
