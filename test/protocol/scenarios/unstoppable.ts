import {
  attest,
  beaconOf,
  createCeremony,
  createSigner,
  observe,
  type Choices,
  type EnvelopeJson,
  type Evidence,
} from '../factory.js'
import { ownRound, roundTime } from '../rounds.js'
import { hex, utc, type Members } from '../second-opinion.js'
import { altered, base, ceremony, flipBase64, lied, told, without, scenariosOf } from './scenario.js'

const { observer, operator, times, prizes, beacon } = ceremony()

/** When the round is out. */
const round = roundTime(beacon!)

/** That raffle with public seeds, whose list an observer had read ten seconds before the round. */
export const open: Partial<Choices> = { seeds: 'public', listRead: round - 30 }

const whole = (
  edit: (evidence: Evidence) => void = () => undefined,
  choices: Partial<Choices> = {},
): Evidence => altered(edit, { ...open, ...choices })

/** The same with another attestation, or none, in the place of the good one. */
const attested = (
  write: (seal: EnvelopeJson) => readonly EnvelopeJson[],
  choices: Partial<Choices> = {},
): Evidence =>
  altered(evidence => void evidence.observations.push([...write(evidence.bundle.statements[1]!)]), {
    seeds: 'public',
    ...choices,
  })

/** The raffle cancelled once the list was sealed; `at` is what the cancellation is dated. */
const cancelled = (at: number, seenAt?: number): Evidence => {
  const it = createCeremony({ ...base, ...open })
  it.commit()
  it.seal()
  it.cancel({ issued_at_utc: utc(at) })
  const evidence = it.finish()
  if (seenAt !== undefined)
    evidence.observations.push([observe(observer, seenAt, evidence.bundle.statements)])
  return evidence
}

/** The bundle as it is when the round is out and nothing is drawn. */
export function undrawn(choices: Partial<Choices> = {}): Evidence {
  const it = createCeremony({ ...base, ...open, ...choices })
  it.commit()
  it.seal()
  const evidence = it.finish()
  evidence.bundle.beacon = beaconOf(it.beacon!)
  return evidence
}

/** Public seeds, from which one or the other is not as it has to be. */
const publicPrizes = (change: (prize: Members, at: number) => Members): Members => ({
  prizes: prizes.map(({ draw_id, prize_name, rng_seed_hash, seed }, at) =>
    change({ draw_id, prize_name, rng_seed_hash, rng_seed: hex(seed) }, at),
  ),
})

/** Commitments that say something else of their seeds than they should. */
export const publicSeeds = scenariosOf('statement.chain', add => {
  const invalid = 'statement-invalid'
  const second = (prize: Members, at: number): Members => (at === 1 ? without(prize, 'rng_seed') : prize)
  add(
    'public-seed-other-than-its-hash',
    'the public seed of a prize does not have its hash',
    'seed-differs',
    lied(
      {
        commitment: publicPrizes((prize, at) => (at === 0 ? { ...prize, rng_seed: '7'.repeat(64) } : prize)),
      },
      { seeds: 'public' },
    ),
  )
  add(
    'public-seed-missing',
    'one of the public seeds is missing',
    invalid,
    lied({ commitment: publicPrizes(second) }, { seeds: 'public' }),
  )
  add(
    'secret-seed-given',
    'the seeds are secret, and one stands in the commitment',
    invalid,
    lied({ commitment: publicPrizes((prize, at) => second(prize, 1 - at)) }),
  )
  add(
    'public-seeds-without-a-beacon',
    'seeds are public, and no beacon decides',
    invalid,
    lied({}, { seeds: 'public', beacon: null }),
  )
  add(
    'seeds-neither',
    'seeds are said to be something else than public',
    invalid,
    lied({ commitment: { seeds: 'secret' } }),
  )
})

/** Draws by public seeds that are other ones. */
export const publicSeedOther = scenariosOf('seed.committed', add => {
  add(
    'public-seed-other-in-the-draw',
    'the seed of a draw is another one than stands in the commitment',
    'seed-differs',
    lied({}, { seeds: 'public', reveal: (position, seed) => (position === 2 ? seed.toReversed() : seed) }),
  )
})

export const drawUnstoppable = scenariosOf('draw.unstoppable', add => {
  const open_ = (code: string) => ['not-provable', code, 'proven'] as const
  add(
    'list-read-by-nobody',
    'seeds are public, and nobody says to have read the list',
    open_('evidence-missing'),
    whole(evidence => void evidence.observations.pop()),
  )
  add(
    'list-read-after-the-round',
    'an observer had read the list when the round was out',
    open_('observed-late'),
    whole(undefined, { listRead: round + 60 }),
  )
  add(
    'list-read-at-the-round',
    'an observer had read the list at the time of the round',
    open_('observed-late'),
    whole(undefined, { listRead: round }),
  )
  add(
    'list-read-29-s-before-the-round',
    'an observer had read the list so shortly before the round that its clock may be wrong by more',
    open_('observed-late'),
    whole(undefined, { listRead: round - 29 }),
  )
  const unproven = ['not-provable', 'basis-unproven'] as const
  const others = (keep: (evidence: Evidence) => EnvelopeJson[][], choices: Partial<Choices> = {}): Evidence =>
    whole(evidence => void (evidence.observations = keep(evidence)), choices)
  add(
    'seal-seen-by-nobody',
    'the list was read in time, and nobody saw its seal: another one of the same list has other winners',
    unproven,
    others(({ observations: [ofCommitment, , ofList] }) => [ofCommitment!, ofList!]),
  )
  add(
    'seal-seen-too-late',
    'the list was read in time, and its seal was seen 29 s before the round',
    unproven,
    others(({ bundle, observations: [ofCommitment, , ofList] }) => [
      ofCommitment!,
      [observe(observer, round - 29, bundle.statements.slice(0, 2))],
      ofList!,
    ]),
  )
  add(
    'seal-in-the-log-alone',
    'the list was read in time, and its seal was in the log, whose witnesses do not read it',
    ['not-provable', 'basis-unproven', 'proven'],
    others(({ observations: [, , ofList] }) => [ofList!], { log: { isObserved: true } }),
  )
  add(
    'two-seals-seen',
    'the list was read in time, and observers saw two seals of it',
    ['not-provable', 'basis-unproven', 'refuted'],
    others(({ observations }) => {
      const it = createCeremony({ ...base, ...open })
      it.commit()
      it.seal({ issued_at_utc: utc(times.sealed + 1) })
      return [...observations, [observe(observer, times.sealSeen, it.envelopes)]]
    }),
  )
  add(
    'operator-of-the-list-unknown',
    'the list was read in time, and the trust file does not know the operator',
    unproven,
    whole(({ trust }) => void (trust.operators[0]!.name = 'Other raffles')),
  )
  add(
    'attestation-by-a-stranger',
    'somebody whom the auditor does not know read the list',
    open_('observation-untrusted'),
    attested(seal => [attest(createSigner('Stranger'), round - 30, seal)]),
  )
  add(
    'attestation-by-the-operator',
    'the operator itself says to have read the list',
    open_('observation-untrusted'),
    attested(seal => [attest(operator, round - 30, seal)]),
  )
  add(
    'attestation-of-another-raffle',
    'an observer read the list of another raffle',
    open_('evidence-missing'),
    attested(seal => [
      attest(observer, round - 30, seal, { raffle_id: '00000000-0000-4000-8000-000000000000' }),
    ]),
  )
  add(
    'attestation-of-another-root',
    'an observer read a list with another root',
    open_('list-other'),
    attested(seal => [attest(observer, round - 30, seal, { entries_root: `sha256:${'7'.repeat(64)}` })]),
  )
  add(
    'attestation-of-another-count',
    'an observer read a list with one entry more',
    open_('list-other'),
    attested(seal => [attest(observer, round - 30, seal, { total_entries: 6 })]),
  )
  add(
    'attestation-of-other-kinds',
    'an observer read a list with another number of free entries',
    open_('list-other'),
    attested(seal => [attest(observer, round - 30, seal, { free_entries: 100 })]),
  )
  add(
    'attestation-from-tomorrow',
    'the attestation is dated after now',
    open_('observation-untrusted'),
    attested(seal => [attest(observer, times.now + 1, seal)]),
  )
  add(
    'attestation-of-another-form',
    'what the observer signed of the list has a member more',
    open_('observation-invalid'),
    attested(seal => [attest(observer, round - 30, seal, { more: 1 })]),
  )
  add(
    'seed-other-than-its-hash',
    'the list was read in time, and the public seed of a prize does not have its hash',
    ['not-provable', 'basis-unproven', 'refuted'],
    lied(
      {
        commitment: publicPrizes((prize, at) => (at === 0 ? { ...prize, rng_seed: '7'.repeat(64) } : prize)),
      },
      open,
    ),
  )
  add(
    'seal-unsigned',
    'the list was read in time, and the signature of its seal fails',
    ['not-provable', 'basis-unproven', 'refuted'],
    whole(({ bundle }) => {
      const [signature] = bundle.statements[1]!.signatures
      signature!.sig = flipBase64(signature!.sig, 5)
    }),
  )
  add(
    'chain-unknown',
    'the trust file does not have the chain of the beacon',
    ['not-provable', 'beacon-unknown'],
    whole(
      evidence => {
        delete evidence.trust.beacons
      },
      {
        beacon: ownRound('pedersen-bls-chained', 2, { name: 'unknown' }),
      },
    ),
  )
  add(
    'no-seal',
    'the list is not sealed',
    ['not-provable', 'evidence-missing'],
    told(it => void it.commit(), open),
  )
  add(
    'cancelled-before-the-seal',
    'the raffle was cancelled before its list was sealed',
    ['not-applicable', 'raffle-cancelled'],
    told(it => {
      it.commit()
      it.cancel()
    }, open),
  )
  add(
    'cancelled-and-seen',
    'the raffle was cancelled after the seal, which an observer saw before the round',
    ['not-applicable', 'raffle-cancelled'],
    cancelled(times.sealed + 5, round - 5),
  )
  add(
    'cancelled-unseen',
    'the raffle was cancelled after the seal, and nobody saw it',
    ['not-provable', 'cancelled-unseen'],
    cancelled(times.sealed + 5),
  )
  add(
    'cancelled-seen-late',
    'the raffle was cancelled after the seal, and an observer saw it after the round',
    ['not-provable', 'cancelled-unseen'],
    cancelled(times.sealed + 5, round + 1),
  )
  add(
    'cancelled-after-the-round',
    'the raffle was cancelled when its winners could be known',
    'cancelled-after-round',
    cancelled(round + 20),
  )
})
