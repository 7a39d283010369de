import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { DrawauditError } from '../../../src/errors.js'
import type { Subject } from '../../../src/model/report.js'
import type { Evidence } from '../../protocol/factory.js'
import { judge, provenOf } from '../../protocol/judge.js'
import { mutantsOf, type Mutant } from '../../protocol/leaves.js'
import { createRandom } from '../../protocol/second-opinion.js'
import { valid } from '../../protocol/valid.js'

// MUTANTS=all makes all of them, SHARD=i/n those of every n-th raffle from the i-th; `npm run campaign mutants`.
const { MUTANTS = '2000', SHARD = '1/1' } = process.env

/** What can be changed in evidence without taking anything from what it proves, and why that is right. */
const informational: Readonly<Record<string, string>> = {
  'bundle /statements/*/signatures/*/keyid removed': 'a keyid only narrows which keys are tried',
  'observations /*/*/signatures/*/keyid removed': 'so it does here',
  'bundle /statements/* enlarged': 'DSSE has members ignored that it does not know: they are not signed',
  'bundle /statements/*/signatures/* enlarged': 'the same',
  'observations /*/* enlarged': 'the same',
  'observations /*/*/signatures/* enlarged': 'the same',
  'record /draws/* enlarged': 'a record may have members that the specification does not name: a finding',
  'observations /* duplicated': 'the same observation twice says no more than once',
  'observations /*/* duplicated': 'the same within a file',
  'bundle /entries removed': 'the bundle is light then, and says so',
  'bundle /entries_file/name altered': 'where the list is, not what it is: that is for its digest',
  'bundle /entries_file/name enlarged': 'the same',
  'bundle /log/proofs/* removed': 'who has the log itself needs no proof of it',
}

const folder = new URL('../../../fixtures/bundles/', import.meta.url)

function readMadeElsewhere(name: string): { readonly name: string; readonly evidence: Evidence } {
  const part = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`${name}/${file}.json`, folder), 'utf8'))
  const parts = { bundle: part('bundle'), trust: part('trust'), record: part('record') }
  return {
    name,
    evidence: { ...parts, observations: [], now: '2027-01-01T00:00:00+00:00' } as unknown as Evidence,
  }
}

const subjects = [...valid, ...readdirSync(folder).map(readMadeElsewhere)]

/** What is proven, and by whom: a log may show what observers saw too, and names its witnesses then. */
function shownBy(subject: Subject): readonly string[] {
  const unique = subject.claims.find(({ id }) => id === 'evidence.unique')
  return [...provenOf(subject), ...(unique?.status === 'proven' ? [unique.code, unique.message] : [])]
}

const refused: readonly string[] = ['observation-invalid', 'tile-invalid']

/** Nothing that was proven is lost. Files of observations, or of a log, that are none are refused beforehand. */
function keepsEverything(mutant: Mutant, proven: readonly string[]): boolean {
  try {
    const found = shownBy(judge(mutant.make()))
    return proven.every(id => found.includes(id))
  } catch (error) {
    if (error instanceof DrawauditError && refused.includes(error.code)) return false
    throw error
  }
}

/** So many of the mutants of one raffle, and of every informational kind the first. */
function sample(mutants: readonly Mutant[], count: number, seed: string): readonly Mutant[] {
  const random = createRandom(seed)
  const chosen = new Set(Array.from({ length: count }, () => random.one(mutants)))
  for (const kind of Object.keys(informational)) {
    const first = mutants.find(mutant => mutant.kind === kind)
    if (first !== undefined) chosen.add(first)
  }
  return [...chosen]
}

await t.test('no mutant keeps everything that was proven', t => {
  const [shard = 1, shards = 1] = SHARD.split('/').map(Number)
  const kept = new Set<string>()
  const leaks: string[] = []
  let made = 0
  subjects.forEach(({ name, evidence }, at) => {
    if (at % shards !== shard - 1) return
    const proven = shownBy(judge(evidence))
    // What observers saw as well as the log in time takes nothing away.
    const alone = shownBy(judge({ ...evidence, observations: [] }))
    const isSpare = evidence.observations.length > 0 && proven.every(id => alone.includes(id))
    const every = mutantsOf(evidence).filter(({ kind }) => !isSpare || !kind.startsWith('observation'))
    const all = MUTANTS === 'all'
    for (const mutant of all ? every : sample(every, Number(MUTANTS) / subjects.length, name)) {
      made += 1
      if (!keepsEverything(mutant, proven)) continue
      kept.add(mutant.kind)
      if (!(mutant.kind in informational)) leaks.push(`${name}: ${mutant.name}`)
    }
    if (all) console.error(`${name}: ${every.length} mutants`)
  })
  t.strictSame(leaks.slice(0, 50), [], `${leaks.length} leaks`)
  if (shards === 1) t.strictSame([...kept].sort(), Object.keys(informational).sort())
  t.ok(Object.keys(informational).length <= 16)
  t.comment(`${made} mutants of ${subjects.length} bundles`)
  t.ok(made >= 20 * (subjects.length / shards))
  t.end()
})
