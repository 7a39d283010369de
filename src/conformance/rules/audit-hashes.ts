/**
 * Rules about the preimages of a record's hashes, as far as they are recognizable.
 *
 * @packageDocumentation
 */
import { pointerOf, type JsonValue } from '../../core/json.js'
import { describeObviousSeed } from '../../model/obvious-seed.js'
import { show, type Members } from '../answer.js'
import { judgeAll, judgeContent } from '../judge.js'
import { absent, broken, kept, require, type Rule } from '../rule.js'
import { judgeDraws } from './audit.js'

const about = {
  section: '2.1',
  severity: 'should',
  sends: 'GET /raffles/{raffle_uuid}/audit',
  on: [['audit'], ['audit-vendor']],
} as const

/** A hash without its prefix, for comparison; undefined if not a text, which another rule covers. */
function bareHash(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value.toLowerCase().replace(/^sha-?256:/, '') : undefined
}

/** Max draws of a record whose seeds are guessed: a service controls their number. */
const mostGuessed = 1000

/** Published values of a draw that might have been used as a seed. */
function publishedOf(draw: Members, raffleId: JsonValue | undefined): Readonly<Record<string, unknown>> {
  const { draw_id, drawn_at_utc, prize_name, total_entries, winner_entry_id } = draw
  return { raffle_id: raffleId, draw_id, drawn_at_utc, prize_name, total_entries, winner_entry_id }
}

export const auditHashRules: readonly Rule[] = [
  {
    ...about,
    id: 'AUD-35',
    requires: 'each draw has a signature_hash of its own',
    judge: judgeDraws(draws => {
      if (draws.length === 1) return absent('there is one draw')
      const seen = new Set<string>()
      for (const { members, path } of draws) {
        const hash = bareHash(members['signature_hash'])
        if (hash === undefined) continue
        const expected = 'another signature_hash for each draw: what was signed differs'
        const pointer = pointerOf([...path, 'signature_hash'])
        if (seen.has(hash)) return broken(expected, `${pointer} is that of an earlier draw: ${hash}`)
        seen.add(hash)
      }
      return kept
    }),
  },
  {
    ...about,
    id: 'AUD-36',
    requires: 'signature_hash is not the rng_seed_hash',
    judge: judgeDraws(draws =>
      judgeAll(draws, ({ members, path }) => {
        const [signature, seed] = [members['signature_hash'], members['rng_seed_hash']].map(bareHash)
        const pointer = pointerOf([...path, 'signature_hash'])
        return require(signature === undefined ||
          signature !== seed, `${pointer} is the hash of a signature`, `the rng_seed_hash: ${show(
          members['rng_seed_hash'],
        )}`)
      }),
    ),
  },
  {
    ...about,
    id: 'AUD-37',
    requires: 'rng_seed_hash is not the hash of a seed that anybody can guess',
    judge: answer =>
      judgeContent(answer, record =>
        judgeDraws(draws =>
          judgeAll(draws.slice(0, mostGuessed), ({ members, path }) => {
            const hash = members['rng_seed_hash']
            const guess =
              typeof hash === 'string'
                ? describeObviousSeed(hash, publishedOf(members, record['raffle_id']))
                : undefined
            const pointer = pointerOf([...path, 'rng_seed_hash'])
            return require(guess === undefined, `${pointer} is the hash of a random seed`, guess ?? '')
          }),
        )(answer),
      ),
  },
]
