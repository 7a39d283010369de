/**
 * Raffles of every kind, most of them with something wrong: for two verifiers to agree about. What comes out is the
 * evidence, and what is asked of a verifier beside it.
 */
import {
  createCeremony,
  policyOf,
  createSigner,
  entryOf,
  observe,
  runRaffle,
  type Ceremony,
  type Change,
  type Choices,
  type EnvelopeJson,
  type Evidence,
  type Signing,
} from './factory.js'
import { differingParts, mix } from './hybrids.js'
import { ownRound, published, type Round } from './rounds.js'
import type { Asked } from './scenarios/scenario.js'
import {
  createRandom,
  digest,
  jcs,
  utc,
  utf8,
  type Json,
  type Members,
  type Random,
} from './second-opinion.js'

/** What a verifier is asked. */
export interface Question {
  readonly name: string
  readonly evidence: Evidence
  readonly options: Asked
}

const rounds: readonly (Round | null)[] = [
  null,
  ...published.quicknet.filter(({ round }) => round > 1),
  ...published.default.filter(({ round }) => round > 1),
  ownRound('pedersen-bls-chained', 4),
  ownRound('pedersen-bls-chained', 1),
  ownRound('bls-unchained-on-g1', 12_345, { period: 60 }),
]

const signers = ['Alpha Raffles', 'Beta Lotteries', 'Γάμμα & Söhne'].map(name => createSigner(name))
const observers = ['Auditor One', 'Auditor Two'].map(name => createSigner(name))
const newKeys = signers.map(({ name }) => createSigner(name, `${name}, 2nd key`))

/** Choices of a raffle in which everything is right. */
function chooseRaffle(seed: string, random: Random): Choices {
  const prizes = random.between(1, 4)
  const entries = prizes + random.below(random.one([1, 8, 40]))
  const who = random.below(signers.length)
  const hasLog = random.below(3) === 0
  const trusted = random.between(1, 3)
  return {
    seed,
    prizes,
    entries,
    operator: signers[who]!,
    observer: random.one(observers),
    beacon: random.one(rounds),
    list: random.one(['full', 'light', 'file']),
    maxEntries: entries + random.below(2),
    ...(random.below(4) === 0 && { newKey: { from: random.between(1, 3), signer: newKeys[who]! } }),
    ...(random.below(4) === 0 && {
      replace: Array.from({ length: Math.min(entries - prizes, random.between(1, 3)) }, () =>
        random.between(1, prizes),
      ),
    }),
    ...(hasLog && {
      log: {
        trusted,
        // A majority: fewer could be shown two histories.
        threshold: random.between(Math.floor(trusted / 2) + 1, trusted),
        isObserved: random.below(2) === 0,
        isRead: random.below(4) > 0,
        isBundled: random.below(4) > 0,
      },
    }),
  }
}

/** A number, a time, a hash or a text that is not the one that stands there. */
function alter(value: Json | undefined, random: Random): Json {
  if (typeof value === 'number') return random.one([value + 1, Math.max(0, value - 1), 0, value * 2 + 1])
  if (typeof value !== 'string') return random.one([null, 0, 'x', [], {}, true])
  if (/^\d{4}-.*\+00:00$/.test(value)) {
    return utc(Date.parse(value) / 1000 + random.one([-1, 1, -60, 3600, -86_400, 1_000_000]))
  }
  const at = random.below(Math.max(1, value.length))
  const other = random.one(Array.from('0123456789abcdefAZ+/= é'))
  return random.one([
    value.slice(0, at) + other + value.slice(at + 1),
    value.slice(0, at) + value.slice(at + 1),
    value + other,
  ])
}

type Container = Json[] | Members

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** Changes, drops, doubles or adds one thing somewhere in a value. */
function spoilJson(value: unknown, random: Random): void {
  let at = value
  for (let depth = 0; depth < 12 && isContainer(at); depth += 1) {
    const inner = at as Members
    const keys = Object.keys(at)
    if (keys.length === 0) return
    const key = random.one(keys)
    const part = inner[key]
    if (isContainer(part) && random.below(8) > 0) {
      at = part
      continue
    }
    const how = random.below(8)
    if (Array.isArray(at) && how === 0) at.splice(Number(key), 1)
    else if (Array.isArray(at) && how === 1) at.splice(Number(key), 0, structuredClone(part!))
    else if (Array.isArray(at) && how === 2) at.reverse()
    else if (!Array.isArray(at) && how === 0) Reflect.deleteProperty(at, key)
    else if (!Array.isArray(at) && how === 1)
      inner[random.one(['more', 'keyid', 'extra'])] = alter(part, random)
    else inner[key] = alter(part, random)
    return
  }
}

/** Hex with a bit flipped, a byte more, or a byte less. */
function spoilHex(of: Record<string, unknown>, name: string, random: Random): void {
  const text = of[name]
  if (typeof text !== 'string') return
  const byte = 2 * random.below(text.length / 2)
  const flipped = (parseInt(text.slice(byte, byte + 2), 16) ^ (1 << random.below(8))).toString(16)
  of[name] = random.one([
    text.slice(0, byte) + flipped.padStart(2, '0') + text.slice(byte + 2),
    text.slice(0, -2),
    `${text}00`.slice(0, 192),
  ])
}

/** A signed note in which the text, a line or a character is another. */
function spoilNote(of: { checkpoint: string }, random: Random): void {
  const lines = of.checkpoint.split('\n')
  const at = random.below(lines.length)
  const line = lines[at]!
  const spoilt = alter(line === '' ? 'x' : line, random)
  of.checkpoint = random.one([
    lines.with(at, typeof spoilt === 'string' ? spoilt : '').join('\n'),
    [...lines.slice(0, at), ...lines.slice(at + 1)].join('\n'),
    [...lines.slice(0, at), line, ...lines.slice(at)].join('\n'),
    [...lines.slice(0, at), 'extension', ...lines.slice(at)].join('\n'),
    of.checkpoint.replace('.example', '.sample'),
    of.checkpoint.slice(0, -1),
  ])
}

/** A lie in one member of a statement, signed as anything else. */
const lie =
  (random: Random): Change =>
  statement => {
    const changed = structuredClone(statement)
    if (random.below(5) === 0) spoilJson(changed, random)
    else {
      const name = random.one(Object.keys(changed))
      changed[name] = isContainer(changed[name]) ? null : alter(changed[name], random)
    }
    return changed
  }

/** How a statement is signed where that is wrong too. */
function signOddly(random: Random): Signing {
  const encode = (statement: Members): Uint8Array => {
    const text = jcs(statement)
    return utf8(
      random.one([`${text}\n`, text.replace(':', ': '), text.replace('"s', '"\\u0073'), `[${text}]`]),
    )
  }
  return random.one<Signing>([
    { signer: random.one([...signers, ...newKeys]) },
    { payloadType: 'application/json' },
    { encode },
  ])
}

/** A raffle that goes wrong while it happens: lies that are signed, steps that are left out, doubled or swapped. */
function runBadly(choices: Choices, random: Random): Ceremony {
  const ceremony = createCeremony(choices)
  const prizes = ceremony.prizes.length
  type Step = (change?: Change, signing?: Signing) => unknown
  const steps: Step[] = [
    ceremony.commit,
    ceremony.seal,
    ...Array.from(
      { length: prizes },
      (_, at): Step =>
        (...rest) =>
          ceremony.draw(at + 1, ...rest),
    ),
    ...(choices.replace ?? []).map(
      (position): Step =>
        (...rest) =>
          ceremony.replace(position, ...rest),
    ),
  ]
  const how = random.below(8)
  const at = random.below(steps.length)
  if (how === 0) steps.splice(at, 1)
  else if (how === 1) steps.splice(at, 0, steps[at]!)
  else if (how === 2) steps.splice(at, 2, ...steps.slice(at, at + 2).reverse())
  else if (how === 3) steps.splice(at, steps.length, ceremony.cancel)
  else if (how === 4) steps.splice(at + 1)
  else if (how === 5) steps.push(ceremony.cancel, ...(random.below(4) === 0 ? [ceremony.cancel] : []))
  const lying = random.below(3) === 0 ? -1 : random.below(steps.length)
  const odd = random.below(6) === 0 ? random.below(steps.length) : -1
  let isSealed = false
  for (const [place, step] of steps.entries()) {
    // Nothing can be drawn of a list that nobody sealed.
    if (step === ceremony.seal) isSealed = true
    else if (!isSealed && step !== ceremony.commit && step !== ceremony.cancel) continue
    step(place === lying ? lie(random) : {}, place === odd ? signOddly(random) : {})
  }
  return ceremony
}

/** Another history of the same raffle: drafts for an observer, or for the log. */
function tellAgain(choices: Choices, random: Random): readonly EnvelopeJson[] {
  const other = createCeremony({ ...choices, list: 'light' })
  other.commit(random.below(2) === 0 ? { raffle_name: 'another name' } : {})
  if (random.below(3) > 0)
    other.seal(random.below(2) === 0 ? { issued_at_utc: utc(other.times.sealed + 1) } : {})
  if (random.below(3) === 0 && other.said.length === 2) other.draw(1)
  if (random.below(3) === 0) other.cancel()
  const { envelopes } = other
  for (const { signatures } of envelopes) if (random.below(6) === 0) delete signatures[0]!.keyid
  return envelopes
}

interface Spoilt {
  readonly choices: Choices
  readonly ceremony: Ceremony
  readonly evidence: Evidence
  readonly random: Random
  /** Another raffle, with its own trust file. */
  readonly other: Evidence | undefined
}

const momentsOf = ({ times }: Ceremony): readonly number[] =>
  Object.values(times).flatMap((time: number) => [time - 1, time, time + 1])

function spoilTrust({ evidence: { trust, bundle }, ceremony, random, other }: Spoilt): void {
  const keys = trust.operators.flatMap(operator => operator.keys)
  const moment = (): string => utc(random.one(momentsOf(ceremony)))
  const edits: readonly (() => unknown)[] = [
    () => Object.assign(random.one(keys), { revoked_at: moment() }),
    () => Object.assign(random.one(keys), { revoked_at: moment() }),
    () => Object.assign(random.one(keys), { valid_until: moment() }),
    () => Object.assign(random.one(keys), { valid_from: moment() }),
    () => trust.operators.splice(0),
    () => trust.operators[0]!.keys.splice(random.below(2), 1),
    () => trust.observers?.splice(0, 1),
    () => delete trust.beacons,
    () => delete trust.logs,
    () => delete trust.operators[0]!.log_origin,
    () => (trust.witness_threshold = random.between(1, 4)),
    () => delete trust.witness_threshold,
    () => trust.witnesses?.splice(random.below(2), 1),
    () => trust.witnesses?.splice(0),
    () => {
      delete trust.witnesses
      delete trust.witness_threshold
      const names = ['w1', 'w2', 'w3', 'A', 'none'] as const
      const name = (): string => random.one(names)
      const count = (): string => random.one(['all', 'any', '1', '2', '3'])
      trust.witness_policy = policyOf(
        `group A ${count()} ${name()} ${name()}\ngroup B ${count()} ${name()} ${name()} ${name()}\nquorum ${random.one([...names, 'B', 'B', 'B'])}\n`,
      )
    },
    () => {
      delete trust.witnesses
      delete trust.witness_threshold
      const [inner, outer] = [random.between(1, 2), random.between(1, 2)]
      trust.witness_policy = policyOf(`group A ${inner} w1 w2\ngroup B ${outer} A w3\nquorum B\n`)
    },
    () => trust.operators.push({ name: 'Other', keys: keys.slice(0, 1) }),
    () => other && Object.assign(trust, structuredClone(other.trust)),
    () => {
      for (const { signatures } of bundle.statements) delete signatures[0]?.keyid
    },
    () => {
      spoilJson(trust, random)
    },
  ]
  random.one(edits)()
}

function spoilBundle({ evidence, ceremony, random, other }: Spoilt): void {
  const { bundle } = evidence
  const { statements, winners = [], entries = [] } = bundle
  const [one, two] = [random.one(statements), random.one(statements)]
  const edits: readonly (() => unknown)[] = [
    () => ([one.signatures, two.signatures] = [two.signatures, one.signatures]),
    () => ([one.payload, two.payload] = [two.payload, one.payload]),
    () => statements.splice(random.below(statements.length), 1),
    () => statements.push(one),
    () => statements.splice(random.below(statements.length), 0, one),
    () => statements.splice(random.between(1, statements.length)),
    () => delete one.signatures[0]?.keyid,
    () => delete bundle.beacon,
    () => delete bundle.winners,
    () => winners.pop(),
    () => winners.reverse(),
    () => winners.push(...winners.slice(0, 1)),
    () => delete bundle.entries,
    () => delete bundle.entries_file,
    () => entries.reverse(),
    () => entries.push(...entries.slice(0, 1)),
    () => entries.pop(),
    () => other && (bundle.entries = other.bundle.entries ?? []),
    () => delete bundle.log,
    () => other?.bundle.log && (bundle.log = other.bundle.log),
    () => bundle.log?.proofs.splice(0, 1),
    () => bundle.log?.cosigned?.splice(0, 1),
    () => delete evidence.record,
    () => other?.record && (evidence.record = other.record),
    () => evidence.record?.draws.reverse(),
    () => evidence.record?.draws.pop(),
    () => evidence.record?.draws.push(...structuredClone(evidence.record.draws.slice(0, 1))),
    () => {
      const draws = evidence.record?.draws ?? []
      const member = random.one(['winner_entry_id', 'draw_id'] as const)
      for (const draw of draws) draw[member] = draws[0]![member]
    },
    () => {
      for (const winner of winners) Object.assign(winner, { ...winners[0], index: winner.index })
    },
    () => {
      if (bundle.beacon) spoilHex(bundle.beacon, random.one(['signature', 'previous_signature']), random)
    },
    () =>
      evidence.record && Object.assign(evidence.record, { ...evidence.record.draws[0], draws: undefined }),
    () => (evidence.now = utc(random.one(momentsOf(ceremony)))),
    () => {
      spoilJson(
        random.below(4) === 0 ? bundle : random.one([bundle.beacon, winners, bundle.log, statements]),
        random,
      )
    },
    () => {
      spoilJson(evidence.record, random)
    },
  ]
  random.one(edits)()
}

/** Text in which one line is another, or ends otherwise. */
function spoilList(text: string, random: Random): string {
  const lines = text.split('\n')
  const at = random.below(lines.length)
  return random.one([
    text.slice(0, -1),
    `${text}\n`,
    `${text}${lines[0]}\n`,
    [...lines.slice(0, at), '["x","paid"]', ...lines.slice(at)].join('\n'),
    [...lines.slice(0, at), '["x","y"]', ...lines.slice(at)].join('\n'),
    [...lines.slice(0, at), '["x", "paid" ]\r', ...lines.slice(at)].join('\n'),
    [...lines.slice(0, at), '{"x":"paid"}', ...lines.slice(at + 1)].join('\n'),
    lines.toReversed().join('\n'),
  ])
}

function spoilWitnesses({ choices, evidence, ceremony, random }: Spoilt): void {
  const { observations, log, bundle } = evidence
  const moment = (): number => random.one(momentsOf(ceremony))
  const seen = random.below(3) === 0 ? tellAgain(choices, random) : bundle.statements
  const some = seen.slice(0, random.between(0, seen.length))
  const edits: readonly (() => unknown)[] = [
    () => observations.splice(0),
    () => observations.pop(),
    () =>
      observations.push([observe(random.one(observers), moment(), some, { raffle_id: ceremony.raffleId })]),
    () =>
      observations.push([observe(random.one(observers), moment(), some, { raffle_id: ceremony.raffleId })]),
    () => observations.push([observe(ceremony.observer, moment(), tellAgain(choices, random))]),
    () =>
      observations.push([
        observe(ceremony.observer, moment(), some, {
          raffle_id: random.one([random.uuid(), ceremony.raffleId, 'x']),
        }),
      ]),
    () => {
      spoilJson(observations, random)
    },
    () => evidence.list !== undefined && (evidence.list = spoilList(evidence.list, random)),
    () => {
      // As the operator made it, and names it.
      if (evidence.list === undefined || bundle.entries_file === undefined) return
      evidence.list = spoilList(evidence.list, random)
      bundle.entries_file.digest = digest(utf8(evidence.list))
    },
    () => delete evidence.list,
    () => (evidence.list ??= spoilList('["1","paid"]\n', random)),
    () => delete evidence.log,
    () => log?.entries.pop(),
    () => log?.entries.push(...tellAgain(choices, random).map(entryOf)),
    () =>
      log?.entries.splice(
        random.below(log.entries.length),
        0,
        random.one(tellAgain(choices, random).map(entryOf)),
      ),
    () => log && (log.checkpoint = bundle.log?.cosigned?.[0]?.checkpoint ?? log.checkpoint),
    () => {
      spoilJson(log, random)
    },
    () => bundle.log && (bundle.log.checkpoint = bundle.log.cosigned?.[0]?.checkpoint ?? ''),
    () => {
      const notes = [log, bundle.log, ...(bundle.log?.cosigned ?? [])].filter(one => one !== undefined)
      if (notes.length > 0) spoilNote(random.one(notes), random)
    },
    () => {
      const notes = [log, bundle.log, ...(bundle.log?.cosigned ?? [])].filter(one => one !== undefined)
      for (const note of notes) spoilNote(note, createRandom(ceremony.raffleId))
    },
    () => {
      spoilJson(bundle.log, random)
    },
  ]
  random.one(edits)()
}

/** What the auditor asks for. */
function ask({ evidence, ceremony, random }: Spoilt): Asked {
  const { entries, raffleId } = ceremony
  const ticket = random.one([...entries.map(([id]) => id), 'nothing'])
  const index = entries.findIndex(([id]) => id === ticket)
  const proof = {
    raffle_id: raffleId,
    entry_id: ticket,
    kind: entries[index]?.[1] ?? 'paid',
    index: Math.max(0, index),
    total_entries: entries.length,
    entries_root: `sha256:${'0'.repeat(64)}`,
    inclusion: ceremony.prove(Math.max(0, index)),
  }
  if (random.below(4) === 0) spoilJson(proof, random)
  const requirements = [
    'reproducible',
    '5',
    'winner.derived',
    'record.schema',
    'evidence.unique',
    'authentic',
  ]
  return {
    // What was spoilt may have no statements at all.
    ...(random.below(3) === 0 &&
      Object(evidence.bundle.statements) === evidence.bundle.statements &&
      evidence.bundle.statements.length > 0 && { acceptReplacements: true }),
    ...(random.below(8) === 0 && { raffle: random.one([raffleId, raffleId.toUpperCase(), random.uuid()]) }),
    ...(random.below(8) === 0 && { require: [random.one(requirements), random.one(requirements)] }),
    ...(random.below(6) === 0 && { ticket: { id: ticket, ...(random.below(2) === 0 && { proof }) } }),
  }
}

const edits = [spoilTrust, spoilBundle, spoilWitnesses]

/** Spoils one thing; nothing, where what would be spoilt is gone already. */
function spoil(spoilt: Spoilt): void {
  try {
    spoilt.random.one(edits)(spoilt)
  } catch (error) {
    if (!isConsequence(error)) throw error
  }
}

/** Some parts of another raffle. */
function mixIn(evidence: Evidence, other: Evidence, random: Random): Evidence {
  try {
    const parts = differingParts(evidence, other).filter(() => random.below(4) === 0)
    return mix(evidence, other, new Set(parts), evidence.trust)
  } catch {
    // A payload that is no JSON has no parts.
    return evidence
  }
}

/** A raffle with lies; undefined where nothing can follow from one of them, such as a count that is no number. */
function tryBadly(
  choices: Choices,
  random: Random,
): { readonly ceremony: Ceremony; readonly evidence: Evidence } | undefined {
  try {
    const ceremony = runBadly(choices, random)
    return { ceremony, evidence: ceremony.finish() }
  } catch (error) {
    if (isConsequence(error)) return undefined
    throw error
  }
}

/** Of something that is gone, or is no number any more. */
const isConsequence = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError

/** Raffles by a seed, one after another: of an even number right, of an odd number spoilt. */
export function createQuestions(seed: string): (number: number) => Question {
  let before: Evidence | undefined
  return number => {
    const name = `${seed}/${number}`
    const random = createRandom(name)
    const choices = chooseRaffle(name, random)
    const isRight = number % 2 === 0
    const isLied = number % 4 === 1
    const told = isLied ? tryBadly(choices, random) : undefined
    const ceremony = told?.ceremony ?? runRaffle(choices)
    let evidence = told?.evidence ?? ceremony.finish()
    const right = structuredClone(evidence)
    if (!isRight) {
      const spoilt = { choices, ceremony, evidence, random, other: before }
      const times = told === undefined ? random.between(1, 3) : random.below(2)
      for (let time = 0; time < times; time += 1) spoil(spoilt)
      if (before !== undefined && random.below(10) === 0) evidence = mixIn(evidence, before, random)
    }
    const options = ask({ choices, ceremony, evidence, random, other: before })
    before = right
    return { name, evidence, options }
  }
}
