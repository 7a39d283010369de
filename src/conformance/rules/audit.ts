/**
 * Rules about the audit record.
 *
 * @packageDocumentation
 */
import { pointerOf, type JsonValue } from '../../core/json.js'
import { isAuditRecord } from '../../model/audit-record.js'
import { headerValues } from '../../model/exchange.js'
import { readHash } from '../../model/hash-form.js'
import { objectMembers, show, type Answered, type Members } from '../answer.js'
import { judgeAll, judgeContent, judgeInteger, judgeText, judgeUuid } from '../judge.js'
import { absent, broken, does, kept, require, undecided, type RuleResult, type Rule } from '../rule.js'
import { judgeRaffle, judgeRaffleId, judgeStatus } from './raffle.js'
import { judgeNotInFuture, judgeUtc } from './time.js'

const about = {
  section: '2.1',
  severity: 'must',
  sends: 'GET /raffles/{raffle_uuid}/audit',
  on: [['audit'], ['audit-vendor']],
} as const

/** Draws with their JSON pointers; for the flat shape the record itself. */
interface ServedDraw {
  readonly members: Members
  readonly path: readonly (string | number)[]
}

function drawsOf(record: Members): readonly ServedDraw[] {
  if (record['draws'] === undefined) return [{ members: record, path: [] }]
  const { draws } = record
  if (!Array.isArray(draws)) return []
  return (draws as readonly JsonValue[]).flatMap((draw, index) => {
    const members = objectMembers(draw)
    return members === undefined ? [] : [{ members, path: ['draws', index] }]
  })
}

/** Judges all draws; does not apply without one. */
export function judgeDraws(
  judge: (draws: readonly ServedDraw[]) => RuleResult,
): (answer: Answered) => RuleResult {
  return answer =>
    judgeContent(answer, record => {
      const draws = drawsOf(record)
      return draws.length === 0 ? absent('there is no draw') : judge(draws)
    })
}

/** Judges one member of each draw. */
function judgeEach(
  name: string,
  judge: (value: JsonValue | undefined, pointer: string, answer: Answered) => RuleResult,
): (answer: Answered) => RuleResult {
  return answer =>
    judgeDraws(draws =>
      judgeAll(draws, ({ members, path }) => judge(members[name], pointerOf([...path, name]), answer)),
    )(answer)
}

/** Judges that a member is distinct in all draws; values that are not text are covered by another rule. */
function judgeDistinct(name: string, expected: string): (answer: Answered) => RuleResult {
  return judgeDraws(draws => {
    const seen = new Set<string>()
    for (const { members } of draws) {
      const value = members[name]
      if (typeof value !== 'string') continue
      if (seen.has(value.toLowerCase())) return broken(expected, `${show(value)} twice`)
      seen.add(value.toLowerCase())
    }
    return kept
  })
}

/** Any allowed form; an open rule reports which one. */
function judgeHash(value: JsonValue | undefined, pointer: string): RuleResult {
  const holds = typeof value === 'string' && readHash(value) !== undefined
  return require(holds, `${pointer} is a hash like 64 hex digits, with or without sha256: before them`, show(
    value,
  ))
}

/** `1st`, `2nd`, `first`, `3.`, `III`, and the like: the rank of a prize. */
const place =
  /\d|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|main|top|grand|runner|[IVX]+)\b/i

function judgePoolStep({ members }: ServedDraw, index: number, draws: readonly ServedDraw[]): RuleResult {
  const [before, after] = [members['total_entries'], draws[index + 1]?.members['total_entries']]
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(after)) return kept
  const less = Number(before) - 1
  const expected = `${less} entries in draw ${index + 2}, one less than in draw ${index + 1}`
  return require(after === less, expected, show(after))
}

export const auditRules: readonly Rule[] = [
  {
    ...about,
    id: 'AUD-01',
    section: '4.1',
    on: [['audit']],
    requires: 'the audit record is answered with status 200',
    judge: judgeStatus,
  },
  {
    ...about,
    id: 'AUD-02',
    requires: 'raffle_id is a UUID',
    judge: judgeRaffleId,
  },
  {
    ...about,
    id: 'AUD-03',
    requires: 'raffle_id is the raffle that was asked for',
    judge: judgeRaffle,
  },
  {
    ...about,
    id: 'AUD-04',
    requires: 'draws is an array of draw objects, or the record has the flat shape',
    judge: answer =>
      judgeContent(answer, record => {
        const { draws } = record
        if (draws === undefined && isAuditRecord({ ...record }))
          return absent('the record has the flat shape')
        const holds =
          Array.isArray(draws) && draws.every(draw => objectMembers(draw as JsonValue) !== undefined)
        return require(holds, '/draws is an array of objects', show(draws))
      }),
  },
  {
    ...about,
    id: 'AUD-05',
    requires: 'total_draws is an integer',
    judge: answer =>
      judgeContent(answer, record =>
        record['draws'] === undefined
          ? absent('the record has the flat shape')
          : judgeInteger(0)(record['total_draws'], '/total_draws'),
      ),
  },
  {
    ...about,
    id: 'AUD-06',
    requires: 'total_draws is the number of items in draws',
    judge: answer =>
      judgeContent(answer, ({ draws, total_draws }) => {
        if (draws === undefined) return absent('the record has the flat shape')
        if (!Array.isArray(draws) || !Number.isSafeInteger(total_draws)) {
          return undecided('draws is not an array, or total_draws is not an integer')
        }
        return require(total_draws === draws.length, String(draws.length), show(total_draws))
      }),
  },
  {
    ...about,
    id: 'AUD-07',
    requires: 'draw_id is a UUID',
    judge: judgeEach('draw_id', judgeUuid),
  },
  {
    ...about,
    id: 'AUD-08',
    requires: 'each draw has an identifier of its own',
    judge: judgeDistinct('draw_id', 'another draw_id for each draw'),
  },
  {
    ...about,
    id: 'AUD-09',
    requires: 'prize_name is a text',
    judge: judgeEach('prize_name', judgeText),
  },
  {
    ...about,
    id: 'AUD-10',
    severity: 'should',
    requires: 'prize_name includes the place',
    judge: judgeEach('prize_name', (value, pointer) =>
      typeof value === 'string' && value !== ''
        ? require(place.test(value), `${pointer} names a place, like (1st Prize)`, show(value))
        : kept,
    ),
  },
  {
    ...about,
    id: 'AUD-11',
    severity: 'should',
    requires: 'there is one draw per prize',
    judge: judgeDistinct('prize_name', 'another prize for each draw'),
  },
  {
    ...about,
    id: 'AUD-12',
    requires: 'drawn_at_utc is an ISO 8601 timestamp with the offset +00:00',
    judge: judgeEach('drawn_at_utc', judgeUtc),
  },
  {
    ...about,
    id: 'AUD-13',
    severity: 'should',
    requires: 'drawn_at_utc is not in the future',
    judge: judgeEach('drawn_at_utc', judgeNotInFuture),
  },
  {
    ...about,
    id: 'AUD-14',
    requires: 'total_entries of a draw is an integer of at least 1',
    judge: judgeEach('total_entries', judgeInteger(1)),
  },
  {
    ...about,
    id: 'AUD-15',
    severity: 'should',
    requires: 'total_entries falls by one from each draw to the next',
    judge: judgeDraws(draws =>
      draws.length === 1
        ? absent('there is one draw')
        : judgeAll(draws.slice(0, -1), (draw, index) => judgePoolStep(draw, index, draws)),
    ),
  },
  {
    ...about,
    id: 'AUD-16',
    requires: 'rng_seed_hash is a hash, with or without the prefix sha256:',
    judge: judgeEach('rng_seed_hash', judgeHash),
  },
  {
    ...about,
    id: 'AUD-17',
    requires: 'winner_entry_id is a text',
    judge: judgeEach('winner_entry_id', judgeText),
  },
  {
    ...about,
    id: 'AUD-18',
    requires: 'signature_hash is a hash, with or without the prefix sha256:',
    judge: judgeEach('signature_hash', judgeHash),
  },
  {
    ...about,
    id: 'AUD-24',
    severity: 'open',
    on: [['audit']],
    requires: 'the shape of the record',
    judge: answer =>
      judgeContent(answer, ({ draws }) =>
        draws === undefined
          ? does('the record has the flat shape')
          : absent('the record has the complete shape'),
      ),
  },
  {
    ...about,
    id: 'AUD-25',
    severity: 'open',
    on: [['audit']],
    requires: 'the form of the hashes',
    judge: judgeDraws(draws => {
      const hashes = draws.flatMap(({ members }) => [members['rng_seed_hash'], members['signature_hash']])
      const other = hashes
        .map(value => (typeof value === 'string' ? readHash(value)?.otherForm : undefined))
        .find(form => form !== undefined)
      if (other !== undefined) return does(`a hash is in another form than 64 hex digits: ${other}`)
      const prefixed = hashes.filter(value => typeof value === 'string' && value.includes(':')).length
      if (prefixed === hashes.length) return does('all hashes have the prefix sha256:')
      return does(
        prefixed === 0 ? 'no hash has a prefix' : 'some hashes have the prefix sha256: and some have none',
      )
    }),
  },
  {
    ...about,
    id: 'AUD-26',
    severity: 'open',
    on: [['audit']],
    requires: 'the form of winner_entry_id',
    judge: judgeDraws(draws => {
      const other = draws.find(({ members: { winner_entry_id: id } }) => !/^\d+$/.test(show(id).slice(1, -1)))
      return other === undefined
        ? absent('digits')
        : does(`a winner_entry_id is not made of digits: ${show(other.members['winner_entry_id'])}`)
    }),
  },
  {
    ...about,
    id: 'AUD-27',
    section: '4.1',
    severity: 'open',
    on: [['audit']],
    requires: 'the answer for a raffle without a draw',
    judge: answer =>
      judgeContent(answer, record => {
        if (drawsOf(record).length > 0) return absent('there are draws')
        const caching = headerValues(answer.exchange, 'cache-control').join(', ')
        return does(
          `a raffle without a draw is answered with 200 and ${caching === '' ? 'no Cache-Control' : caching}`,
        )
      }),
  },
]
