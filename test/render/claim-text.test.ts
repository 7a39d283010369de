import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import type { Claim } from '../../src/model/report.js'
import { describeClaim, failures } from '../../src/render/claim-text.js'
import { readScenarios } from '../protocol/scenario-files.js'
import { judge } from '../protocol/judge.js'
import { claimOf } from './reports.js'

const src = new URL('../../src/', import.meta.url)

await t.test('a claim that does not hold is never said as one that does', t => {
  const says = 'the seed is the one that was committed to'
  const say = (status: Claim['status'], claim: Partial<Claim> = {}): string =>
    describeClaim({ ...claimOf('seed.committed', status), message: says, ...claim })
  t.equal(say('proven'), says)
  t.equal(
    say('not-provable', { message: `${says}: it was not published` }),
    `not shown that ${says}: it was not published`,
  )
  t.equal(
    say('refuted', { id: 'ERR-04', message: 'a 404 has the code' }),
    'this rule is broken: a 404 has the code',
  )
  t.equal(
    say('refuted', { id: 'drift.changed', message: `${failures[0]?.[0] ?? ''}: draw 1 changed` }),
    'a draw no longer says what it said: draw 1 changed',
  )
  t.equal(
    say('not-provable', { id: 'document.read', message: 'the document can be read: not JSON' }),
    'the document cannot be read: not JSON',
  )
  t.equal(say('not-provable', { code: 'claim-not-made', message: 'nothing makes it' }), 'nothing makes it')
  t.end()
})

await t.test('every sentence that has a failure of its own stands in the sources', t => {
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.startsWith('render'))
    .map(name => readFileSync(new URL(name, src), 'utf8'))
  for (const [holds] of failures)
    t.ok(
      sources.some(text => text.includes(holds)),
      holds,
    )
  t.end()
})

await t.test('no refuted claim of a bundle begins as a proven one does', t => {
  const proven = new Map<string, string>()
  const refuted: Claim[] = []
  for (const { evidence } of readScenarios()) {
    for (const claim of judge(evidence).claims) {
      if (claim.status === 'proven') proven.set(claim.id, claim.message.replace(/: .*/s, ''))
      if (claim.status === 'refuted') refuted.push(claim)
    }
  }
  t.ok(refuted.length > 100)
  for (const claim of refuted) {
    const holds = proven.get(claim.id)
    if (holds !== undefined)
      t.notOk(describeClaim(claim).startsWith(holds), `${claim.id}: ${describeClaim(claim)}`)
  }
  t.end()
})
