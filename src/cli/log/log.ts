/**
 * `drawaudit log create`, `log witness`, `log sequence` and `log status`
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import { derivePublicKey } from '../../core/dsse.js'
import { encodeHex } from '../../core/encoding.js'
import { isWitnessKey, parseVerifierKey, verifyNote } from '../../core/note.js'
import { formatCheckpoint } from '../../core/checkpoint.js'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { native } from '../../native/engine.js'
import { findSubmissionUrl } from '../../log/witness/submit.js'
import { createLog } from '../../operator/create-log.js'
import { parseSecretLogKey, sigsumOrigin } from '../../operator/log-key.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import type { Head, LogReader, WitnessRow } from '../../store/log.js'
import { formatLogKey } from '../../store/log-tree.js'
import { advanceLog } from '../../operator/advance-log.js'
import { countWitnesses, describeAdvance, renderAdvance } from '../shared/ceremony.js'
import { atStore } from '../shared/at-store.js'
import { atDesk, secretOptions } from '../shared/desk.js'
import { readKeyFile } from '../shared/key-file.js'
import { formatOption, storeOption, switchOption, valueOption } from '../shared/options.js'
import { clientOptions, readSecondsOption } from '../shared/remote.js'
import { talk, writeResult } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'
import { assertRoom, findNew, readNetwork } from '../shared/witness-network.js'

export const logCreateCommand = defineCommand({
  name: 'create',
  describe: 'Begin the transparency log of a store',
  options: {
    origin: {
      ...valueOption,
      describe:
        'Its permanent name: your host and a path, without https:// (default with --key: sigsum.org/v1/tree/ and the SHA-256 of the key)',
    },
    key: {
      ...valueOption,
      describe:
        'A file with an Ed25519 key that no other log has: OpenSSH or PKCS #8 without a passphrase, or 64 hex digits (default: a new key)',
    },
    ...secretOptions,
    store: storeOption,
  },
  examples: [
    ['$0 log create --origin raffles.example/log --store raffles.db', 'All statements go into it'],
    ['$0 log create --key log.key --store raffles.db', 'Under the name that sigsum tools expect'],
  ],
  epilogue: 'Earlier statements are added too. drawaudit serve publishes it at /api/v1/log.',
  async run(args) {
    const key = args.key === undefined ? undefined : readKeyFile(args.key, parseSecretLogKey)
    const name = args.origin ?? (key && sigsumOrigin(derivePublicKey(key)))
    if (name === undefined) {
      throw new DrawauditError('usage', 'expected --origin, the name of the log', {
        hint: 'drawaudit log create --origin raffles.example/log',
      })
    }
    const { origin, vkey, head } = await atDesk(args, desk => createLog(desk, name, key))
    return { origin, vkey, size: head.size, root: encodeHex(head.root) }
  },
  text: ({ origin, vkey, size }) =>
    `began the log ${escapeText(origin)}: ${count(size)}\nvkey: ${escapeText(vkey)}\n` +
    'give auditors the vkey, for their trust files: drawaudit trust add --log VKEY\n' +
    'next: give every witness this vkey (drawaudit witness serve --log VKEY), and then name it:\n' +
    '  drawaudit log witness URL WITNESS_VKEY\n' +
    'to have the log listed by a public network of witnesses, give it this:\n' +
    `  origin ${escapeText(origin)}\n  vkey ${escapeText(vkey)}\n  qpd 1440, or less if you know\n  contact YOU\n` +
    'and add its witnesses: drawaudit log witness --network LIST\n',
})

export const logWitnessCommand = defineCommand({
  name: 'witness [url] [vkey]',
  describe: 'Ask a witness to cosign the heads of the log',
  arguments: {
    url: {
      type: 'string',
      describe: 'The URL at which the witness takes checkpoints, without /add-checkpoint',
    },
    vkey: { type: 'string', describe: 'Its key, as it publishes it; for two types, run the command twice' },
  },
  options: {
    remove: { ...switchOption, describe: 'Stop asking it' },
    network: {
      ...valueOption,
      describe:
        'Ask all witnesses of a published list: a file or a URL with lines such as witness NAME VKEY URL',
    },
    ...clientOptions,
    store: storeOption,
  },
  examples: [
    [
      '$0 log witness https://witness.example witness.example+1f2e3d4c+BNh… --store raffles.db',
      'It is asked to cosign from now on',
    ],
    ['$0 log witness --network witnesses.txt', 'Ask all that a network publishes'],
  ],
  epilogue: 'The witness has to know the log first: give it the vkey that drawaudit log status shows.',
  async run({ url, vkey, remove, network, store: given, ...client }) {
    if (network !== undefined) {
      if (url !== undefined || remove) {
        throw new DrawauditError('usage', '--network goes without URL and --remove', {
          hint: 'drawaudit log witness --network FILE, or drawaudit log witness URL VKEY',
        })
      }
      const listed = await readNetwork(network, client)
      return atStore(given, 'write', async store => {
        await requireLog(store.log)
        await store.transact(async ({ log }) => {
          for (const row of findNew(await log.listWitnesses(), listed)) await log.writeWitness(row)
        })
        return { witnesses: await store.log.listWitnesses() }
      })
    }
    if (url === undefined) {
      throw new DrawauditError('usage', 'expected the URL of a witness, or --network', {
        hint: 'drawaudit log witness URL VKEY, or drawaudit log witness --network FILE',
      })
    }
    findSubmissionUrl(url)
    if (remove === (vkey !== undefined)) {
      throw new DrawauditError('usage', 'give either the key of the witness, or --remove', {
        hint: 'drawaudit log witness URL VKEY, or drawaudit log witness URL --remove',
      })
    }
    if (vkey !== undefined && !isWitnessKey(parseVerifierKey(vkey))) {
      throw new DrawauditError('key-invalid', 'this is the key of a log, not of a witness', {
        hint: 'ask the witness for the vkey that it cosigns with',
      })
    }
    return atStore(given, 'write', async store => {
      await requireLog(store.log)
      await store.transact(async ({ log }) => {
        if (vkey === undefined) return log.removeWitness(url)
        assertRoom([...(await log.listWitnesses()), { url, vkey }])
        await log.writeWitness({ url, vkey })
      })
      return { witnesses: await store.log.listWitnesses() }
    })
  },
  text: ({ witnesses }) =>
    `${countWitnesses(new Set(witnesses.map(({ url }) => url)).size)} will be asked; drawaudit log sequence asks now\n`,
})

export const logSequenceCommand = defineCommand({
  name: 'sequence',
  describe: 'Sign a head over all entries, and ask the witnesses to cosign it',
  options: {
    interval: {
      ...valueOption,
      describe: 'Repeat every so many seconds (default: once)',
    },
    ...secretOptions,
    store: storeOption,
    format: formatOption,
  },
  examples: [
    ['$0 log sequence --store raffles.db', 'If a witness did not answer last time'],
    ['$0 log sequence --interval 10 --store raffles.db', 'Beside the server, to keep asking'],
  ],
  exits: { 4: 'a witness has not cosigned' },
  epilogue: 'Every step of a ceremony does this itself.',
  async print(args) {
    const { interval, format } = args
    const stop = new AbortController()
    const end = (): void => {
      stop.abort()
    }
    if (interval !== undefined) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
    const seconds = interval === undefined ? undefined : readSecondsOption('interval', interval)
    return atDesk(args, async desk => {
      await requireLog(desk.store.log)
      for (let last = ''; ;) {
        const advanced = await advanceLog(desk, { env: process.env, signal: stop.signal }).catch(
          (error: unknown) => {
            if (stop.signal.aborted) return undefined
            if (seconds === undefined || !isUnavailable(error)) throw error
            return error
          },
        )
        if (advanced === undefined) return 0
        const isLost = advanced instanceof DrawauditError
        const text = isLost
          ? `note: ${escapeText(advanced.message)}: retrying\n`
          : format === 'json'
            ? renderJson(describeAdvance(advanced))
            : renderAdvance(advanced)
        if (text !== last && isLost) talk(text)
        else if (text !== last) await writeResult(text)
        last = text
        if (seconds === undefined) return isLost || advanced.faults.length > 0 ? 4 : 0
        await setTimeout(seconds * 1000, undefined, { signal: stop.signal }).catch(() => undefined)
        if (stop.signal.aborted) return 0
      }
    })
  },
})

/** Whether to retry: the database may come back. */
const isUnavailable = (error: unknown): error is DrawauditError =>
  error instanceof DrawauditError && error.code === 'store-unavailable'

export const logStatusCommand = defineCommand({
  name: 'status',
  describe: 'Show the log of a store, and its witnesses',
  options: { store: storeOption },
  examples: [['$0 log status --store raffles.db', 'Its key, its size, and what its witnesses have cosigned']],
  run: ({ store }) => atStore(store, 'read', ({ log }) => readStatus(log)),
  text: renderStatus,
})

interface WitnessStatus extends WitnessRow {
  /** The latest size that it cosigned. */
  readonly size: number | null
  readonly cosigned_at: string | null
}

interface LogStatus {
  readonly origin: string
  readonly vkey: string
  readonly entries: number
  readonly size: number | null
  readonly root: string | null
  readonly signed_at: string | null
  readonly witnesses: readonly WitnessStatus[]
}

async function readStatus(log: LogReader): Promise<LogStatus> {
  const row = await requireLog(log)
  const head = await log.readHead()
  const witnesses: WitnessStatus[] = []
  for (const witness of await log.listWitnesses()) {
    const key = parseVerifierKey(witness.vkey)
    const size = (await log.findCosigned(key.name, key.keyId)) ?? null
    const [cosigned] = size === null ? [] : await log.listHeads(size, 1)
    const time = cosigned && findTime(row.origin, cosigned, witness.vkey)
    witnesses.push({
      ...witness,
      size,
      cosigned_at: time === undefined ? null : formatTime(new Date(time * 1000)),
    })
  }
  return {
    origin: row.origin,
    vkey: formatLogKey(row),
    entries: await log.countEntries(),
    size: head?.size ?? null,
    root: head === undefined ? null : encodeHex(head.root),
    signed_at: head?.signedAt ?? null,
    witnesses,
  }
}

function findTime(origin: string, { size, root, cosignatures }: Head, vkey: string): number | undefined {
  const text = formatCheckpoint({ origin, size, root })
  return verifyNote({ text, signatures: cosignatures }, [parseVerifierKey(vkey)], native)[0]?.time
}

function renderStatus({ origin, vkey, entries, size, signed_at, witnesses }: LogStatus): string {
  const waiting = entries - (size ?? 0)
  const head =
    size === null ? 'no head is signed' : `the head of ${count(size)} was signed at ${signed_at ?? ''}`
  const lines = witnesses.map(({ url, vkey: key, size: cosigned, cosigned_at }) => {
    const what =
      cosigned === null ? 'has cosigned nothing' : `cosigned ${count(cosigned)} at ${cosigned_at ?? ''}`
    return `witness ${escapeText(url)} ${what}\n  ${escapeText(key)}\n`
  })
  return [
    `log ${escapeText(origin)}: ${count(entries)}; ${head}\n`,
    `vkey: ${escapeText(vkey)}\n`,
    ...(waiting > 0 ? [`${count(waiting)} not in a signed head yet: drawaudit log sequence\n`] : []),
    ...(lines.length > 0 ? lines : ['no witness is asked: drawaudit log witness URL VKEY\n']),
  ].join('')
}

/** @throws DrawauditError `log-missing`. */
async function requireLog(log: LogReader) {
  const row = await log.readLog()
  if (row !== undefined) return row
  throw new DrawauditError('log-missing', 'the store has no log', {
    hint: 'begin it: drawaudit log create --origin NAME',
  })
}

const count = (entries: number): string => `${entries} ${entries === 1 ? 'entry' : 'entries'}`
