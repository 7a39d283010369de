/** Raffles that prove what they do without friends: tokens, receipts, nonces, withdrawals, public seeds, policies. */
import { decodeEnvelope, encodeLogEntry } from '../../src/core/dsse.js'
import type { Subject } from '../../src/model/report.js'
import { parseTrust } from '../../src/model/trust.js'
import { checkTimestamps, type CheckedTimestamp } from '../../src/timestamp/index.js'
import { buildToken, createSelfSigned } from '../timestamp/build-token.js'
import {
  addNonces,
  createCeremony,
  createEntries,
  createSigner,
  type Ceremony,
  type Choices,
  type EnvelopeJson,
  type Evidence,
  type Times,
} from './factory.js'
import { judge } from './judge.js'
import { realRound } from './rounds.js'
import { base64, createRandom, hex, sha256, unbase64, unhex } from './second-opinion.js'
import type { Valid } from './valid.js'

const alpha = createSigner('Alpha Raffles')
const beta = createSigner('Beta Lotteries')
const one = createSigner('Auditor One')
const two = createSigner('Auditor Two')
const authorities = ['Stamps One', 'Stamps Two'] as const

/** Everything at the same moments, so that nothing is refused for its time. */
const times: Partial<Times> = {
  ...{ committed: 1_692_800_000, close: 1_692_806_000, drawAt: 1_692_806_366, sealed: 1_692_806_100 },
  ...{ drawn: 1_692_806_400, commitmentSeen: 1_692_801_000, sealSeen: 1_692_806_200 },
}
const listRead = 1_692_806_250

const nonce = '00112233445566778899aabbccddeeff'
const nonceHash = hex(sha256(unhex(nonce)))

/** What an entrant holds, from what is issued and withdrawn before the seal. */
type Steps = (it: Ceremony) => EnvelopeJson

/** The receipt of an entry in the list. */
const listed =
  (place: number): Steps =>
  it => {
    const [entry_id = '', kind = '', hash] = it.entries[place] ?? []
    return it.issue(place, { entry_id, kind, ...(hash !== undefined && { nonce_hash: hash }) })
  }

/** Two receipts that were taken back, the first with its buyer: the one that is held, or one of an entry. */
const withdrawing =
  (which: 0 | 1 | 'listed'): Steps =>
  it => {
    const taken = ['90001', '90002'].map(entry_id =>
      it.issue(0, { entry_id, kind: 'paid', nonce_hash: nonceHash }),
    )
    taken.forEach((receipt, at) => {
      it.withdraw(receipt, at === 0 ? nonce : undefined)
    })
    return which === 'listed' ? listed(2)(it) : taken[which]!
  }

interface Chosen {
  readonly choices: Omit<Choices, 'seed'> & { readonly seed?: string }
  readonly steps: Steps
  /** Who stamps commitment and seal; nobody observes then. */
  readonly stampedBy?: (typeof authorities)[number]
  readonly level: Valid['level']
}

const open: Chosen['choices'] = { seed: 'open', seeds: 'public', listRead }
const shared = createEntries(9, 'shared by the equipped')
/** Two histories of one raffle. */
const twin: Chosen['choices'] = { seed: 'taken back', raffleId: createRandom('taken back').uuid() }

const chosen: Readonly<Record<string, Chosen>> = {
  stamped: { choices: {}, steps: listed(1), stampedBy: 'Stamps One', level: 3 },
  'stamped again': { choices: {}, steps: listed(1), stampedBy: 'Stamps One', level: 3 },
  'stamped by another': {
    choices: { operator: beta, observer: two },
    steps: listed(0),
    stampedBy: 'Stamps Two',
    level: 3,
  },
  'public seeds': { choices: open, steps: listed(3), level: 4 },
  'the same with secret seeds': { choices: { seed: 'open', listRead }, steps: listed(3), level: 4 },
  'public seeds, light': {
    choices: { seeds: 'public', listRead, list: 'light', operator: beta, observer: two },
    steps: listed(0),
    level: 4,
  },
  nonces: { choices: { entries: addNonces(shared) }, steps: listed(4), level: 4 },
  'the same list without nonces': { choices: { entries: shared }, steps: listed(4), level: 4 },
  'withdrawn, and one listed': { choices: twin, steps: withdrawing('listed'), level: 4 },
  'withdrawn with its buyer': {
    choices: { ...twin, raffleName: 'The other twin' },
    steps: withdrawing(0),
    level: 4,
  },
  'withdrawn without its buyer': { choices: {}, steps: withdrawing(1), level: 4 },
  'logged, one witness': {
    choices: { log: { policy: 'quorum w1\n', cosign: [0] } },
    steps: listed(2),
    stampedBy: 'Stamps One',
    level: 5,
  },
  'logged, two others': {
    choices: { log: { policy: 'group both all w2 w3\nquorum both\n', cosign: [1, 2] }, seeds: 'public' },
    steps: withdrawing('listed'),
    stampedBy: 'Stamps Two',
    level: 5,
  },
}

function equip(name: string, { choices, steps, stampedBy }: Chosen): Evidence {
  const operator = choices.operator ?? alpha
  const desk = createSigner(operator.name, `the desk of ${operator.name}`)
  const it = createCeremony({
    ...{ seed: name, entries: 6, beacon: realRound('quicknet', 1001), times, operator, observer: one, desk },
    ...choices,
  })
  it.commit()
  const receipt = steps(it)
  it.seal()
  it.prizes.forEach((_, at) => it.draw(at + 1))
  const evidence = { ...it.finish(), receipt }
  if (stampedBy === undefined) return evidence
  evidence.observations = []
  const certificate = base64(createSelfSigned(stampedBy))
  evidence.trust.timestampers = [{ name: stampedBy, certificates: [certificate] }]
  const seen = [it.times.commitmentSeen, it.times.sealSeen]
  evidence.bundle.timestamps = seen.map((second, sequence) => ({
    sequence,
    token: base64(
      buildToken({
        seed: stampedBy,
        at: new Date(1000 * (second - 1)),
        imprint: sha256(encodeLogEntry(decodeEnvelope(evidence.bundle.statements[sequence]!))),
      }),
    ),
  }))
  return evidence
}

/** 13 raffles. The same names give the same bytes. */
export const equipped: readonly Valid[] = Object.entries(chosen).map(([name, one]) => ({
  name,
  evidence: equip(name, one),
  level: one.level,
}))

/** Each token is read once, whoever has it. */
async function checkAll(): Promise<ReadonlyMap<string, CheckedTimestamp>> {
  const timestampers = authorities.map(name => ({ name, certificates: [base64(createSelfSigned(name))] }))
  const trust = parseTrust({ trust: 'drawaudit/v1', operators: [], timestampers })
  const tokens = equipped.flatMap(({ evidence }) => evidence.bundle.timestamps ?? [])
  const bytes = tokens.map(({ token }) => unbase64(token))
  const results = await checkTimestamps(bytes, trust, new Date('2027-01-01T00:00:00Z'))
  return new Map(tokens.map(({ token }, at) => [token, results[at]!]))
}

const stamps = await checkAll()

/** What the verifier says of such evidence, of its tokens and of the receipt that is held. */
export function judgeEquipped(evidence: Evidence): Subject {
  const { receipt, bundle } = evidence
  const tokens = (bundle.timestamps ?? []).flatMap(({ token }) => stamps.get(token) ?? [])
  return judge(evidence, {
    ...(tokens.length > 0 && { timestamps: tokens }),
    ...(receipt && { receipt: { envelope: decodeEnvelope(receipt) } }),
  })
}
