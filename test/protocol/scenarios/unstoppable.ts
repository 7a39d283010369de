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
export const open: Partial<Choices> = { seeds: 'public', listRead: round - 10 }

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
    'attestation-by-a-stranger',
    'somebody whom the auditor does not know read the list',
    open_('observation-untrusted'),
    attested(seal => [attest(createSigner('Stranger'), round - 10, seal)]),
  )
  add(
    'attestation-by-the-operator',
    'the operator itself says to have read the list',
    open_('observation-untrusted'),
    attested(seal => [attest(operator, round - 10, seal)]),
  )
  add(
    'attestation-of-another-raffle',
    'an observer read the list of another raffle',
    open_('evidence-missing'),
    attested(seal => [
      attest(observer, round - 10, seal, { raffle_id: '00000000-0000-4000-8000-000000000000' }),
    ]),
  )
  add(
    'attestation-of-another-root',
    'an observer read a list with another root',
    open_('list-other'),
    attested(seal => [attest(observer, round - 10, seal, { entries_root: `sha256:${'7'.repeat(64)}` })]),
  )
  add(
    'attestation-of-another-count',
    'an observer read a list with one entry more',
    open_('list-other'),
    attested(seal => [attest(observer, round - 10, seal, { total_entries: 6 })]),
  )
  add(
    'attestation-of-other-kinds',
    'an observer read a list with another number of free entries',
    open_('list-other'),
    attested(seal => [attest(observer, round - 10, seal, { free_entries: 100 })]),
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
    attested(seal => [attest(observer, round - 10, seal, { more: 1 })]),
  )
  add(
    'seed-other-than-its-hash',
    'the list was read in time, and the public seed of a prize does not have its hash',
    ['not-provable', 'basis-refuted', 'refuted'],
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
    ['not-provable', 'basis-refuted', 'refuted'],
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
