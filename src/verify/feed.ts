/**
 * Compares the draws of one organiser: what no single draw shows.
 *
 * @packageDocumentation
 */
import { addFinding, type Claim, type Finding, type FindingCode } from '../model/report.js'
import type { Facts } from './feed-facts.js'
import type { Examination } from './verdict.js'

/**
 * Findings that contradict a recipe's statements about its draws, or another document about the same draw.
 * Reused seeds and commitments are among them: after the first draw the seed is no secret.
 */
const contradictions: readonly FindingCode[] = [
  'seed-reused',
  'commitment-reused',
  'id-repeated',
  'winner-again',
  'list-changed',
]

/**
 * Compares draws with one another.
 *
 * @param source - name of the draws as a whole.
 * @param documents - number of documents, including those that could not be compared.
 */
export function compareFeed(source: string, facts: readonly Facts[], documents: number): Examination {
  const findings: Finding[] = []
  const find = (code: FindingCode, message: string): void => {
    addFinding(findings, { code, message })
  }
  const shared = (
    of: (facts: Facts) => readonly string[],
    say: (value: string, first: Facts, again: Facts) => void,
  ): void => {
    const seen = new Map<string, Facts>()
    for (const one of facts) {
      for (const value of new Set(of(one))) {
        const first = seen.get(value)
        if (first === undefined) seen.set(value, one)
        else if (!isSame(first, one)) say(value, first, one)
      }
    }
  }
  shared(
    ({ seeds }) => seeds,
    (seed, first, again) => {
      find('seed-reused', `the seed ${seed} of ${first.source} is used again in ${again.source}`)
    },
  )
  shared(
    ({ commitments }) => commitments,
    (commitment, first, again) => {
      find('commitment-reused', `${first.source} and ${again.source} have one commitment, ${commitment}`)
    },
  )
  shared(
    ({ rounds }) => rounds,
    (round, first, again) => {
      find('round-reused', `${first.source} and ${again.source} use one round, ${round}`)
    },
  )
  for (const series of groupsOf(facts)) compareSeries(series, find)
  return {
    source,
    kind: 'feed',
    claims: [describeFeed(facts, findings, documents)],
    findings,
    who_could_choose: 'see each draw: here they are only compared with one another',
  }
}

/** Whether two documents are about one raffle, or are copies. */
function isSame(a: Facts, b: Facts): boolean {
  return a.digest === b.digest || (a.raffle !== undefined && a.raffle === b.raffle)
}

/** Groups draws by recipe. */
function groupsOf(facts: readonly Facts[]): readonly (readonly Facts[])[] {
  const groups = new Map<string, Facts[]>()
  for (const one of facts) {
    const key = one.recipe ?? ''
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}

function compareSeries(draws: readonly Facts[], find: (code: FindingCode, message: string) => void): void {
  const ids = new Map<string, Facts>()
  const winners = new Map<string, Facts>()
  const [listed] = draws.filter(({ entries }) => entries !== undefined)
  for (const draw of draws) {
    const { id, series, source } = draw
    const other = id === undefined ? undefined : ids.get(id)
    if (id !== undefined && other === undefined) ids.set(id, draw)
    if (other !== undefined && other.digest !== draw.digest) {
      const list = other.entries === draw.entries ? '' : ', with other lists'
      find('id-repeated', `${other.source} and ${source} are two different draws ${id ?? ''}${list}`)
    }
    for (const winner of series.winners === 'distinct' ? new Set(draw.winners) : []) {
      const before = winners.get(winner)
      if (before === undefined) winners.set(winner, draw)
      else if (before.digest !== draw.digest) {
        find(
          'winner-again',
          `${winner} won in ${before.source}, and again in ${source}, where nobody wins twice`,
        )
      }
    }
    if (series.entries === 'same' && listed !== undefined && draw.entries !== undefined) {
      if (draw.entries !== listed.entries) {
        find(
          'list-changed',
          `the list of ${source} is not that of ${listed.source}, and is said to stay the same`,
        )
      }
    }
  }
  findGaps(draws, find)
}

/** Missing numbers between the first and the last draw. */
function findGaps(draws: readonly Facts[], find: (code: FindingCode, message: string) => void): void {
  const numbers = [...new Set(draws.flatMap(({ number }) => number ?? []))].sort((a, b) => (a < b ? -1 : 1))
  numbers.forEach((number, index) => {
    const next = numbers[index + 1]
    if (next === undefined || next === number + 1n) return
    const missing =
      next === number + 2n ? `number ${number + 1n} is` : `numbers ${number + 1n} to ${next - 1n} are`
    find('number-missing', `${missing} missing: draws that were made and not published look like this`)
  })
}

function describeFeed(facts: readonly Facts[], findings: readonly Finding[], documents: number): Claim {
  const id = 'feed.consistent'
  const different = new Set(facts.map(({ digest }) => digest)).size
  const copies = different < facts.length ? ': two copies of one document are one' : ''
  const compared = `${different} of ${documents} documents were compared${copies}`
  const draws = new Set(facts.map(({ raffle, digest }) => raffle ?? digest)).size
  if (draws < 2) {
    const one = different > 1 ? ': they are about one raffle' : ''
    const message = `the draws do not contradict one another: ${compared}${one}`
    return { id, status: 'not-provable', code: 'nothing-compared', message }
  }
  const wrong = findings.find(({ code }) => contradictions.includes(code))
  return wrong === undefined
    ? {
        id,
        status: 'proven',
        code: 'draws-agree',
        message: `the draws do not contradict one another: ${compared}`,
      }
    : {
        id,
        status: 'refuted',
        code: 'draws-contradict',
        message: `the draws contradict one another: ${wrong.message}`,
      }
}
