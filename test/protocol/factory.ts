/**
 * Makes the evidence of whole raffles: every choice is a parameter, and the same choices make the same bytes. What an
 * operator says can be changed before it is signed, and then everything after it rests on the lie; what stands in the
 * bundle can be changed after.
 */
import { createEntries, day, planTimes, type Choices } from './choices.js'
import {
  attest,
  beaconOf,
  createSigner,
  createTrust,
  deriveRecord,
  envelop,
  keyOf,
  observe,
  receiptType,
  statementType,
  type BundleJson,
  type EnvelopeJson,
  type Evidence,
  type LogJson,
  type Signer,
  type TrustJson,
} from './evidence.js'
import { createLog, entryOf, vkeyOf, logKey, policyOf, witnessKey, witnesses, type Cosigners } from './log.js'
import { realRound } from './rounds.js'
import {
  createRandom,
  digest,
  hex,
  hashLeaf,
  jcs,
  leafHash,
  pickIndex,
  sha256,
  treePath,
  treeRoot,
  unbase64,
  unhex,
  utc,
  utf8,
  type Entry,
  type Json,
  type Members,
} from './second-opinion.js'

export * from './choices.js'
export * from './evidence.js'
export * from './log.js'

/** What an operator says instead: other members, or another statement. */
export type Change = Members | ((statement: Members) => Members)

/** How a statement is signed instead. */
export interface Signing {
  readonly signer?: Signer
  readonly payloadType?: string
  readonly encode?: (statement: Members) => Uint8Array
}

export interface Signed {
  /** As it was signed. */
  readonly statement: Members
  readonly payload: Uint8Array
}

interface PickMade {
  readonly position: number
  readonly attempt: number
  readonly index: number
  readonly entryId: string
}

/** A raffle that happens step by step. */
export function createCeremony(choices: Choices) {
  const { seed, list = 'full', reveal = (_: number, committed: Uint8Array) => committed } = choices
  const random = createRandom(seed)
  const operator = choices.operator ?? createSigner('Example Raffles')
  const observer = choices.observer ?? createSigner('Auditor')
  const beacon = choices.beacon === undefined ? realRound('quicknet', 1000) : choices.beacon
  const times = { ...planTimes(beacon, seed), ...choices.times }
  const raffleId = choices.raffleId ?? random.uuid()
  const names =
    typeof choices.prizes === 'object'
      ? choices.prizes
      : Array.from({ length: choices.prizes ?? 2 }, (_, at) => `Prize ${at + 1}`)
  const entries =
    typeof choices.entries === 'object' ? choices.entries : createEntries(choices.entries ?? 5, seed)
  const prizes = names.map((prize_name, at) => {
    const prizeSeed = sha256(utf8(`${seed}/seed/${at + 1}`))
    return { draw_id: random.uuid(), prize_name, seed: prizeSeed, rng_seed_hash: digest(prizeSeed) }
  })
  const leaves = entries.map(leafHash)
  const randomness = beacon === null ? new Uint8Array(32) : sha256(unhex(beacon.signature))
  const envelopes: EnvelopeJson[] = []
  const said: Signed[] = []
  const picks: PickMade[] = []
  const withdrawn = new Map<string, string | undefined>()
  let drawnAt = times.drawn
  let replacedAt = times.replaced
  let seal: Signed | undefined

  /** Signs a statement, linked to the last one unless it says otherwise. */
  function say(statement: Members, change: Change = {}, signing: Signing = {}): Members {
    const last = said.at(-1)
    const linked = {
      raffle_id: raffleId,
      sequence: said.length,
      previous: last === undefined ? null : digest(last.payload),
      operator: operator.name,
      ...statement,
    }
    const changed = typeof change === 'function' ? change(linked) : { ...linked, ...change }
    const payload = signing.encode?.(changed) ?? utf8(jcs(changed))
    said.push({ statement: changed, payload })
    const { newKey } = choices
    const current = newKey !== undefined && said.length > newKey.from ? newKey.signer : operator
    envelopes.push(envelop(signing.payloadType ?? statementType, payload, signing.signer ?? current))
    return changed
  }

  function commit(change?: Change, signing?: Signing): Members {
    const statement = {
      type: 'commitment',
      issued_at_utc: utc(times.committed),
      raffle_name: choices.raffleName ?? `Raffle ${seed}`,
      prizes: prizes.map(({ draw_id, prize_name, rng_seed_hash, seed: prizeSeed }) => ({
        draw_id,
        prize_name,
        rng_seed_hash,
        ...(choices.seeds && { rng_seed: hex(prizeSeed) }),
      })),
      max_entries: choices.maxEntries ?? entries.length,
      entries_close_at_utc: utc(times.close),
      draw_at_utc: utc(times.drawAt),
      beacon: beacon === null ? null : { chain_hash: beacon.chain.chain_hash, round: beacon.round },
      selection: 'drawaudit-v1',
      supersedes: choices.supersedes ?? null,
      ...(choices.seeds && { seeds: choices.seeds }),
    }
    return say(statement, change, signing)
  }

  function sealList(change?: Change, signing?: Signing): Members {
    const paid = entries.filter(([, kind]) => kind === 'paid').length
    const statement = {
      type: 'seal',
      issued_at_utc: utc(times.sealed),
      total_entries: entries.length,
      paid_entries: paid,
      free_entries: entries.length - paid,
      entries_root: `sha256:${hex(treeRoot(leaves))}`,
      ...(withdrawn.size > 0 && {
        withdrawn: {
          count: withdrawn.size,
          consented: listWithdrawn().filter(([, nonce]) => nonce !== undefined).length,
          root: `sha256:${hex(treeRoot(listWithdrawn().map(withdrawalHash)))}`,
        },
      }),
    }
    const changed = say(statement, change, signing)
    seal ??= said.at(-1)!
    return changed
  }

  /** A receipt for the entry at a place, as it is made before the seal. */
  function issue(place: number, change: Members = {}, signing: Signing = {}): EnvelopeJson {
    const [entry_id, kind] = entries[place] ?? ['nobody', 'paid']
    const receipt = {
      type: 'receipt',
      raffle_id: raffleId,
      commitment: digest(said[0]!.payload),
      operator: operator.name,
      entry_id,
      kind,
      issued_at_utc: utc(times.committed + 1),
      ...change,
    }
    const payload = signing.encode?.(receipt) ?? utf8(jcs(receipt))
    return envelop(signing.payloadType ?? receiptType, payload, signing.signer ?? choices.desk ?? operator)
  }

  /** Takes a receipt back before the seal. @param nonce - of its buyer, in hex. */
  function withdraw({ payload }: EnvelopeJson, nonce?: string): void {
    withdrawn.set(hex(sha256(unbase64(payload))), nonce)
  }

  const listWithdrawn = (): [digest: string, nonce?: string][] =>
    [...withdrawn]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([of, nonce]) => (nonce === undefined ? [of] : [of, nonce]))

  /** Where the next pick falls. */
  function derive(position: number, attempt: number, prizeSeed: Uint8Array): PickMade & { pool: number } {
    const total = Number(seal!.statement['total_entries'])
    const pool = total - picks.length
    const index = pickIndex({
      seed: prizeSeed,
      sealDigest: sha256(seal!.payload),
      position,
      attempt,
      randomness,
      pool: Math.max(1, pool),
      taken: picks.map(pick => pick.index),
    })
    return { position, attempt, index, entryId: entries[index]?.[0] ?? 'nobody', pool }
  }

  function keep(statement: Members): void {
    picks.push({
      position: Number(statement['position']),
      attempt: Number(statement['attempt'] ?? 0),
      index: Number(statement['winner_index']),
      entryId: textOf(statement['winner_entry_id']),
    })
  }

  function draw(position: number, change?: Change, signing?: Signing): Members {
    const prize = prizes[position - 1]!
    const revealed = reveal(position, prize.seed)
    const { index, entryId, pool } = derive(position, 0, revealed)
    const statement = {
      type: 'draw',
      issued_at_utc: utc(drawnAt),
      draw_id: prize.draw_id,
      position,
      prize_name: prize.prize_name,
      drawn_at_utc: utc(drawnAt),
      total_entries: pool,
      rng_seed_hash: prize.rng_seed_hash,
      rng_seed: hex(revealed),
      winner_index: index,
      winner_entry_id: entryId,
    }
    drawnAt += 4
    const changed = say(statement, change, signing)
    keep(changed)
    return changed
  }

  function replace(position: number, change?: Change, signing?: Signing): Members {
    const prize = prizes[position - 1]!
    const attempt = picks.filter(pick => pick.position === position).length
    const { index, entryId, pool } = derive(position, attempt, reveal(position, prize.seed))
    const statement = {
      type: 'replacement',
      issued_at_utc: utc(replacedAt),
      draw_id: prize.draw_id,
      position,
      attempt,
      reason: 'the winner did not answer within 14 days',
      drawn_at_utc: utc(replacedAt),
      total_entries: pool,
      winner_index: index,
      winner_entry_id: entryId,
    }
    replacedAt += day
    const changed = say(statement, change, signing)
    keep(changed)
    return changed
  }

  function cancel(change?: Change, signing?: Signing): Members {
    const last = said.at(-1)?.statement['issued_at_utc']
    const issued_at_utc = typeof last === 'string' ? last : utc(times.committed)
    return say({ type: 'cancellation', issued_at_utc, reason: 'the venue burned down' }, change, signing)
  }

  /** The proof of one entry. */
  function prove(index: number): string[] {
    return index < leaves.length ? treePath(index, leaves).map(hex) : []
  }

  /** Everything that a verifier is given, as it stands now. */
  function finish(): Evidence {
    const listFile = entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
    const winners = picks.map(({ position, attempt, index, entryId }) => ({
      position,
      attempt,
      entry_id: entryId,
      kind: entries[index]?.[1] ?? 'paid',
      ...(entries[index]?.[2] !== undefined && { nonce_hash: entries[index][2] }),
      index,
      inclusion: prove(index),
    }))
    const bundle: BundleJson = {
      bundle: 'drawaudit/v1',
      statements: envelopes,
      ...(beacon !== null && picks.length > 0 && { beacon: beaconOf(beacon) }),
      ...(picks.length > 0 && { winners }),
      ...(seal !== undefined && list === 'full' && { entries: entries.map((entry): Entry => [...entry]) }),
      ...(seal !== undefined &&
        list === 'file' && { entries_file: { name: 'entries.ndjson', digest: digest(utf8(listFile)) } }),
      ...(seal !== undefined && withdrawn.size > 0 && { withdrawn: listWithdrawn() }),
    }
    const trust = createTrust(
      [operator, ...(choices.newKey ? [choices.newKey.signer] : [])],
      [observer],
      beacon === null ? [] : [beacon],
    )
    if (choices.desk !== undefined) trust.operators[0]!.keys.push(keyOf(choices.desk, 'receipts'))
    const { log: wanted } = choices
    const logged = wanted && writeLog(trust)
    return structuredClone({
      bundle: { ...bundle, ...(logged && wanted.isBundled !== false && { log: logged.log }) },
      trust: logged?.trust ?? trust,
      ...(picks.length > 0 && {
        record: deriveRecord(
          envelopes,
          said.map(({ statement }) => statement),
        ),
      }),
      observations: wanted === undefined || wanted.isObserved === true ? observations() : [],
      ...(logged && wanted.isRead !== false && { log: logged.copy }),
      ...(bundle.entries_file && { list: listFile }),
      now: utc(times.now),
    })
  }

  /** The log after the last statement: a cosigned checkpoint after the commitment, one after the seal, and the last. */
  function writeLog(trust: TrustJson) {
    const { trusted = 2, others = [`{"of":${JSON.stringify(seed)}}`], ...chosen } = choices.log ?? {}
    const log = createLog(operator.name)
    const { cosign = trusted } = chosen
    const cosigning = witnesses.filter((_, at) =>
      typeof cosign === 'number' ? at < cosign : cosign.includes(at),
    )
    const cosigners = (time: number): Cosigners => cosigning.map((witness, at) => [witness, time - at])
    for (const other of others) log.add(other)
    const places: number[] = []
    const cosigned: NonNullable<LogJson['cosigned']> = []
    for (const [sequence, envelope] of envelopes.entries()) {
      const index = log.add(entryOf(envelope))
      places.push(index)
      if (sequence === 0 || said[sequence]?.statement['type'] === 'seal') {
        const time = sequence === 0 ? times.commitmentSeen : times.sealSeen
        cosigned.push({ checkpoint: log.note(cosigners(time)), ...log.place(sequence, index) })
        log.add(`${seed} ${sequence}`)
      }
    }
    const checkpoint = log.note(cosigners(times.now - 100))
    const proofs = places.map((index, sequence) => log.place(sequence, index))
    return {
      log: { checkpoint, proofs, cosigned },
      copy: { checkpoint, entries: [...log.entries] },
      trust: {
        ...trust,
        operators: trust.operators.map(one => ({ ...one, log_origin: log.origin })),
        logs: [{ origin: log.origin, vkey: vkeyOf(log.signer, logKey) }],
        ...(chosen.policy === undefined
          ? {
              witnesses: witnesses.slice(0, trusted).map(witness => vkeyOf(witness, witnessKey)),
              ...(chosen.threshold !== undefined && { witness_threshold: chosen.threshold }),
            }
          : { witness_policy: policyOf(chosen.policy) }),
      },
    }
  }

  function observations(): EnvelopeJson[][] {
    const { listRead } = choices
    const sealed = envelopes[said.findIndex(({ statement }) => statement['type'] === 'seal')]
    return [
      [observe(observer, times.commitmentSeen, envelopes.slice(0, 1))],
      ...(seal === undefined ? [] : [[observe(observer, times.sealSeen, envelopes.slice(0, 2))]]),
      ...(sealed === undefined || listRead === undefined ? [] : [[attest(observer, listRead, sealed)]]),
    ]
  }

  return {
    ...{ operator, observer, beacon, times, raffleId, prizes, entries, envelopes, said, picks },
    ...{ issue, withdraw, say, commit, seal: sealList, draw, replace, cancel, prove, finish },
  }
}

export type Ceremony = ReturnType<typeof createCeremony>

/** What the operator says instead, at each step. */
export interface Lies {
  readonly commitment?: Change
  readonly seal?: Change
  readonly draws?: Readonly<Record<number, Change>>
  /** By their place among the replacements, from 1. */
  readonly replacements?: Readonly<Record<number, Change>>
}

const withdrawalHash = ([of, nonce = '']: readonly [digest: string, nonce?: string]): Uint8Array =>
  hashLeaf(unhex(of + nonce))

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** A raffle from the commitment to the last replacement. */
export function runRaffle(choices: Choices, lies: Lies = {}): Ceremony {
  const ceremony = createCeremony(choices)
  ceremony.commit(lies.commitment)
  ceremony.seal(lies.seal)
  ceremony.prizes.forEach((_, at) => ceremony.draw(at + 1, lies.draws?.[at + 1]))
  choices.replace?.forEach((position, at) => ceremony.replace(position, lies.replacements?.[at + 1]))
  return ceremony
}

/** The evidence of such a raffle. */
export const createRaffle = (choices: Choices, lies: Lies = {}): Evidence => runRaffle(choices, lies).finish()
