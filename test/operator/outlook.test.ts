import { join } from 'node:path'
import t from 'tap'
import { encodeChainInfo } from '../../src/core/beacon-json.js'
import { derivePublicKey } from '../../src/core/dsse.js'
import { createVerifierKey, formatVerifierKey, parseNote, signCosignature } from '../../src/core/note.js'
import { parseBundle } from '../../src/model/bundle.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { findUncosigned, keepCosignatures } from '../../src/operator/cosign-log.js'
import { createLog } from '../../src/operator/create-log.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { readOutlook, type Outlook } from '../../src/operator/outlook.js'
import { publishBundle } from '../../src/operator/publish-ceremony.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import { formatHead } from '../../src/store/log-tree.js'
import { checkTimestamps } from '../../src/timestamp/index.js'
import { summarizeEntries } from '../../src/verify/bundle/entry-list.js'
import { summarizeLog } from '../../src/verify/bundle/log-entries.js'
import { verifyBundle } from '../../src/verify/bundle/verify-bundle.js'
import type { EnvelopeJson as SignedJson } from '../protocol/evidence.js'
import { createStamper } from '../protocol/stamper.js'
import { replace } from './signed-record.js'
import { chain, close, drawAt, noon, offer, raffleId, readView, setUp, type Stage } from './stage.js'

const origin = 'raffles.example/log'
const stamper = createStamper('Stampers Ltd')
const authority = 'https://time.example/tsr'
const witnesses = ['a', 'b', 'c'].map((letter, index) => {
  const secret = new Uint8Array(32).fill(40 + index)
  const name = `witness-${letter}.example`
  return { secret, name, key: createVerifierKey(name, 'cosignature/v1', derivePublicKey(secret)) }
})

/** When things are shown to others, in seconds since 1970; undefined for never. */
interface Times {
  readonly commitment?: number | undefined
  readonly seal?: number | undefined
  readonly draw?: number | undefined
}

interface Raffle {
  readonly stamped?: Times
  /** No log when left out. */
  readonly cosigned?: Times
  /** How many witnesses answer of the three. */
  readonly answering?: number
  readonly hasWitnesses?: boolean
  readonly sealedAt?: number
  readonly beacon?: boolean
  readonly replaced?: boolean
  readonly cancelled?: boolean
}

const outlookOf = ({ store, desk }: Stage, authorities: readonly string[] = []): Promise<Outlook> =>
  readOutlook(store, raffleId, desk.now(), { authorities, engine: native })

async function stamp({ store, bundle }: Stage, sequence: number, at: number | undefined): Promise<void> {
  if (at === undefined) return
  const envelope = (await bundle()).statements[sequence]!
  const token = stamper.stamp(envelope as SignedJson, at)
  await store.transact(async transaction => {
    await transaction.ceremonies.writeToken(raffleId, { sequence, authority, token })
    await publishBundle(transaction, raffleId)
  })
}

async function cosign({ store, desk }: Stage, at: number | undefined, answering = 3): Promise<void> {
  await sequenceLog(desk)
  const found = await findUncosigned(store.log)
  if (found === undefined || at === undefined) return
  const { text } = parseNote(found.note)
  const signed = witnesses
    .slice(0, answering)
    .map(({ name, secret }) => signCosignature(text, name, at, secret))
  await keepCosignatures(desk, found.head.size, signed)
}

/** Carries out a raffle, shown to others as it says, and returns its last outlook. */
async function play(stage: Stage, raffle: Raffle): Promise<Outlook> {
  const { store, desk, setClock } = stage
  const { stamped = {}, cosigned, answering, hasWitnesses = true, sealedAt = close } = raffle
  if (cosigned !== undefined) {
    await createLog(desk, origin)
    if (hasWitnesses) {
      await store.transact(async ({ log }) => {
        for (const { name, key } of witnesses) {
          await log.writeWitness({ url: `https://${name}`, vkey: formatVerifierKey(key) })
        }
      })
    }
  }
  const show = async (sequence: number, at: number | undefined, stampedAt?: number): Promise<void> => {
    await stamp(stage, sequence, stampedAt)
    if (cosigned !== undefined) await cosign(stage, hasWitnesses ? at : undefined, answering)
  }
  const isWith = raffle.beacon !== false
  await createRaffle(desk, { ...offer, prizes: [{ prizeName: 'Mug' }], chain: isWith ? chain : null })
  await stage.importText('a,paid\nb,paid\nc,free\n')
  setClock(sealedAt)
  await show(0, cosigned?.commitment, stamped.commitment)
  await sealRaffle(desk, raffleId)
  await show(1, cosigned?.seal, stamped.seal)
  if (raffle.cancelled === true) await cancelRaffle(desk, raffleId, 'too few')
  else {
    setClock(drawAt + 3)
    const { winners } = await stage.draw()
    if (raffle.replaced === true)
      await replaceWinner(desk, raffleId, winners[0]!.winner_entry_id, 'no answer')
  }
  setClock(drawAt + 100)
  await show(2, cosigned?.draw)
  return outlookOf(stage)
}

/** The level that somebody finds who trusts all of them, has the list, and reads the log. */
async function verifiedLevel({ store, desk, bundle: readBundle }: Stage): Promise<number | undefined> {
  const bundle = await readBundle()
  const hasWitnesses = (await store.log.listWitnesses()).length > 0
  const trust = parseTrust({
    ...(await store.readTrust()),
    beacons: [encodeChainInfo(chain)],
    timestampers: [stamper.pinned],
    ...(hasWitnesses && {
      witnesses: witnesses.map(({ key }) => formatVerifierKey(key)),
      witness_threshold: 2,
    }),
  })
  const parsed = parseBundle(bundle)
  const head = await store.log.readHead()
  const entries = (await store.log.readLogEntries(0, 100)).map(({ data }) => data)
  const log =
    head &&
    (await summarizeLog(entries, {
      bundle: parsed,
      trust,
      checkpoint: formatHead(origin, head),
      engine: native,
    }))
  const tokens = (parsed.timestamps ?? []).map(({ token }) => token)
  const [subject] = verifyBundle(bundle, trust, {
    engine: native,
    now: desk.now(),
    record: readView((await store.readRaffle(raffleId))?.audit) as object,
    list: summarizeEntries(await store.ceremonies.readEntries(raffleId, 0, 10), { at: [0, 1, 2] }),
    timestamps: await checkTimestamps(tokens, trust, desk.now()),
    ...(log && { log }),
  }).subjects
  return subject?.level
}

const late = drawAt - 29
const inTime: Times = { commitment: close - 1, seal: drawAt - 28 - 3, draw: drawAt + 90 }

const logs = {
  'no log': {},
  'a log without witnesses': { cosigned: inTime, hasWitnesses: false },
  'a log that was cosigned in time': { cosigned: inTime },
  'a log that two of three cosigned': { cosigned: inTime, answering: 2 },
  'a log that one of three cosigned': { cosigned: inTime, answering: 1 },
  'a commitment that was cosigned late': { cosigned: { ...inTime, commitment: close } },
  'a commitment that was not cosigned until the seal': { cosigned: { ...inTime, commitment: undefined } },
  'a seal that was cosigned late': { cosigned: { ...inTime, seal: late } },
  'a seal that was cosigned after the draw alone': { cosigned: { ...inTime, seal: undefined } },
  'a draw that was not cosigned': { cosigned: { ...inTime, draw: undefined } },
} satisfies Record<string, Raffle>

const stamps = {
  'time-stamps in time': { stamped: { commitment: noon + 5, seal: close + 5 } },
  'time-stamps by a clock that is slow': { stamped: { commitment: noon + 5, seal: close - 120 } },
} satisfies Record<string, Raffle>

const others = {
  'no beacon': { beacon: false, cosigned: inTime },
  'a winner that was replaced': { replaced: true, cosigned: inTime },
  'a seal that was too late for anybody to see': {
    sealedAt: late,
    cosigned: { ...inTime, seal: late, commitment: noon + 9 },
  },
  'a cancellation': { cancelled: true, cosigned: inTime },
} satisfies Record<string, Raffle>

/** Time-stamps change nothing but by a clock that is wrong: they are crossed with what differs most. */
const crossed = ['no log', 'a log that was cosigned in time'] as const

const all: readonly (readonly [name: string, raffle: Raffle])[] = [
  ...Object.entries(logs),
  ...crossed.flatMap(name =>
    Object.entries(stamps).map(
      ([how, stamped]) => [`${name}, ${how}`, { ...logs[name], ...stamped }] as const,
    ),
  ),
  ...Object.entries(others),
]

await t.test('the last outlook is what a verifier finds who trusts all of them', async t => {
  const folder = t.testdir()
  const seen = new Set<number>()
  for (const [index, [name, raffle]] of all.entries()) {
    const stage = await setUp(t, { file: join(folder, `${index}.db`) })
    const outlook = await play(stage, raffle)
    const level = (await verifiedLevel(stage)) ?? 0
    seen.add(level)
    if (outlook.settled) t.equal(outlook.reachable, level, name)
    else {
      t.ok(outlook.reachable > level || outlook.reachable === 0, `${name}: more can be reached`)
      t.equal(outlook.missing.length > 0 || outlook.reachable === 0, true, name)
    }
    t.equal(outlook.lost.length > 0, outlook.reachable < 4, `${name}: why it is no more`)
  }
  t.strictSame([...seen].sort(), [2, 3, 5])
})

await t.test('what is missing, until when, and by which command', async t => {
  const stage = await setUp(t)
  const { desk, store, setClock } = stage
  const brief = ({ reachable, missing, lost, next }: Outlook) => ({
    reachable,
    missing: missing.map(({ level, until, command }) => [level, until, command]),
    lost: lost.map(({ why }) => why),
    next: next[0]?.command,
  })
  const closes = '2026-09-01T12:59:59+00:00'
  const [sequence, timestamp] = ['drawaudit log sequence', `drawaudit raffle timestamp ${raffleId}`]
  await createRaffle(desk, offer)
  t.strictSame(brief(await outlookOf(stage)), {
    reachable: 4,
    missing: [
      [4, closes, `drawaudit observe URL --raffle ${raffleId} -o FILE`],
      [5, closes, 'drawaudit log create --origin NAME'],
    ],
    lost: [],
    next: `drawaudit raffle import ${raffleId} FILE`,
  })
  await createLog(desk, origin)
  t.match(brief(await outlookOf(stage)).missing[1], [5, closes, 'drawaudit log witness URL VKEY'])
  await store.transact(async ({ log }) => {
    for (const { name, key } of witnesses) {
      await log.writeWitness({ url: `https://${name}`, vkey: formatVerifierKey(key) })
    }
  })
  t.strictSame(brief(await outlookOf(stage, [authority])), {
    reachable: 5,
    missing: [
      [5, closes, sequence],
      [4, closes, timestamp],
    ],
    lost: [],
    next: sequence,
  })
  await cosign(stage, noon)
  t.match(
    await outlookOf(stage, [authority]),
    {
      missing: [{ level: 4, command: timestamp }],
      next: [{ command: /import/ }, { command: /seal/ }, { command: timestamp }],
    },
    'what witnesses dated does without a time-stamp',
  )
  await stamp(stage, 0, noon - 1)
  await stage.importText('a,paid\nb,paid\nc,free\n')
  t.match(await outlookOf(stage, [authority]), {
    reachable: 5,
    trusting: /^2 of the witnesses .* and the beacon chain [0-9a-f]{64}$/,
    settled: false,
    done: [/^witnesses .* cosigned the commitment at 2026/, /^https:.* time-stamped the commitment at 2026/],
    missing: [],
    next: [
      {
        command: `drawaudit raffle seal ${raffleId}`,
        from: '2026-09-01T13:00:00+00:00',
        until: /^2026-09-01T13:14:[34]/,
      },
      { command: /import/ },
    ],
  })
  setClock(close)
  await sealRaffle(desk, raffleId)
  t.match(brief(await outlookOf(stage)), { reachable: 5, missing: [[5, /^2026-09-01T13:14:3/, sequence]] })
  setClock(drawAt - 20)
  t.match(brief(await outlookOf(stage)), {
    reachable: 3,
    missing: [],
    lost: [
      /^the seal was not cosigned by witnesses 30 seconds before the randomness: level 3 at most, unless/,
    ],
    next: `drawaudit raffle draw ${raffleId} --wait`,
  })
  setClock(drawAt + 3)
  await stage.draw()
  t.match(await outlookOf(stage), {
    reachable: 3,
    settled: true,
    next: [
      { command: `drawaudit raffle bundle ${raffleId} --entries file -o FILE` },
      { command: 'drawaudit serve' },
    ],
  })
})

await t.test('what was seen in time stays seen while no witness has cosigned the draw', async t => {
  const stage = await setUp(t)
  const outlook = await play(stage, { cosigned: { ...inTime, draw: undefined } })
  t.match(outlook, {
    reachable: 5,
    settled: false,
    lost: [],
    done: [/cosigned the commitment/, /cosigned the seal/],
    missing: [{ what: 'have the witnesses cosign the draw' }],
  })
  t.equal(await verifiedLevel(stage), 3, 'nobody can say yet that the log has no second commitment')
  await cosign(stage, drawAt + 99)
  t.equal(await verifiedLevel(stage), 5)
})

await t.test('what was seen late is told from what nobody saw', async t => {
  const folder = t.testdir()
  const why = async (name: string, cosigned: Times): Promise<readonly string[]> => {
    const stage = await setUp(t, { file: join(folder, name) })
    return (await play(stage, { cosigned })).lost.map(one => one.why)
  }
  const end = 'level 3 at most, unless an observer saw it by then'
  t.strictSame(await why('late.db', { ...inTime, commitment: close }), [
    `the commitment was cosigned at 2026-09-01T13:00:00+00:00 only, and not before entries closed: ${end}`,
  ])
  t.strictSame(await why('never.db', {}), [
    `the commitment was not cosigned by witnesses before entries closed: ${end}`,
    `the seal was not cosigned by witnesses 30 seconds before the randomness: ${end}`,
  ])
})

await t.test('a raffle of which nothing can come', async t => {
  const stage = await setUp(t)
  await createRaffle(stage.desk, offer)
  stage.setClock(drawAt + 3)
  t.match(await outlookOf(stage), {
    reachable: 0,
    settled: false,
    lost: [{ what: 'the draw', why: /not sealed before/ }],
    next: [{ command: /cancel/ }],
  })
})

await t.test('a raffle whose commitment was noted and never signed can come to nothing yet', async t => {
  const stage = await setUp(t)
  const failing = replace(stage.store, {
    transact: (work, options) =>
      options?.goesOn === true ? Promise.reject(new Error('killed')) : stage.store.transact(work, options),
  })
  await t.rejects(createRaffle({ ...stage.desk, store: failing }, offer), { message: 'killed' })
  t.match(await outlookOf(stage), {
    reachable: 0,
    settled: false,
    missing: [],
    next: [{ command: /raffle create --raffle/ }],
  })
})
