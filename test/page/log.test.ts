import t from 'tap'
import type { PageModel, PageParty } from '../../src/page/model.js'
import { createLog, vkeyOf, witnesses, witnessKey, type Evidence } from '../protocol/factory.js'
import { readGood } from '../protocol/scenario-files.js'
import { late, logged, type Logged } from '../protocol/scenarios/logged.js'
import { answerOf, checkEvidence, encodeLog, engine, requestOf } from './requests.js'
import { checkDocument } from '../../src/page/check-document.js'
import { limits } from '../../src/page/catalogue/en/answers.js'

const good = readGood('logged')

const fingerprints = ({ believing = [] }: PageModel, ...roles: PageParty['role'][]): readonly string[] =>
  believing.filter(({ role }) => roles.includes(role)).map(({ fingerprint }) => fingerprint)

await t.test('a log that is read leads to the highest level, and one that is not asks for it', async t => {
  const read = await checkEvidence(good)
  t.match(read, { verdict: 'proven', level: { reached: 5 }, asksLog: undefined })
  t.notMatch(JSON.stringify(read.answers), limits.notWitnessed)
  const { log, ...unread } = good
  t.ok(log)
  const before = await checkEvidence(unread)
  t.match(before, { verdict: 'not-provable', level: { reached: 3 }, asksLog: true })
  const observed = await checkEvidence(readGood('logged-and-observed'))
  t.match(observed, { level: { reached: 4 }, asksLog: true, findings: [{ code: 'log-unread' }] })
  t.notMatch(JSON.stringify([observed.claims, observed.findings]), / --[a-z]/, 'the page has no options')
  t.equal((await checkEvidence(readGood('observed'))).asksLog, undefined, 'there is none to be read')
  const withoutReader = await checkDocument(requestOf(good), { engine })
  t.match(withoutReader, { level: { reached: 3 }, asksLog: true }, 'it is read by a program of its own')
})

await t.test('log and witnesses that the site names are its word, until each is compared', async t => {
  const named = await checkEvidence(good, { trustFrom: 'service' })
  t.match(named, { verdict: 'believed', level: { reached: 5 } })
  t.notMatch(JSON.stringify(named), /"word":"proven"/)
  t.strictSame(new Set(named.believing?.map(({ role }) => role)), new Set(['operator', 'log', 'witness']))
  const all = fingerprints(named, 'operator', 'log', 'witness')
  for (const left of all) {
    const compared = all.filter(one => one !== left)
    const model = await checkEvidence(good, { trustFrom: 'service', compared })
    t.equal(model.verdict, 'believed', left)
    t.strictSame(fingerprints(model, 'operator', 'log', 'witness'), [left])
  }
  const whole = await checkEvidence(good, { trustFrom: 'service', compared: all })
  t.match(whole, { verdict: 'proven', level: { reached: 5 }, believing: undefined })
})

/** A site that is believed in all that it names. */
const lie = (edit: (logged: Logged) => void): Evidence => logged(edit)

await t.test('a site that lies about its log is never proven', async t => {
  const another = createLog('Another')
  const lies: Readonly<Record<string, Evidence>> = {
    'a log of another key': lie(({ copy }) => {
      another.entries.push(...copy.entries)
      copy.checkpoint = another.note(late)
    }),
    'the log of other raffles': lie(({ copy, test }) => {
      test.entries.splice(0, Infinity, ...copy.entries.map((_, at) => `another ${at}`))
      copy.entries.splice(0, Infinity, ...test.entries)
      copy.checkpoint = test.note(late)
    }),
    'a log that shrank': lie(({ copy, test }) => {
      test.entries.length = 2
      copy.entries.length = 2
      copy.checkpoint = test.note(late)
    }),
    'a log that forked': lie(({ copy, test }) => {
      test.entries.splice(0, 1, 'another entry')
      test.add('one more')
      copy.entries.splice(0, Infinity, ...test.entries)
      copy.checkpoint = test.note(late)
    }),
    'entries that are left out': lie(({ copy }) => {
      copy.entries.splice(1, 1)
    }),
  }
  for (const [name, evidence] of Object.entries(lies)) {
    for (const trustFrom of ['file', 'service'] as const) {
      const model = await checkEvidence(evidence, { trustFrom })
      t.ok((model.level?.reached ?? 0) < 5, `${name}: ${model.level?.reached}`)
      t.not(model.verdict, 'proven', name)
      t.not(model.verdict, 'believed', name)
    }
  }
  t.equal((await checkEvidence(lies['a log that forked']!)).verdict, 'refuted')

  const own = witnesses.slice(0, 1).map(witness => vkeyOf({ ...witness, name: 'own' }, witnessKey))
  const site = { ...good, trust: { ...good.trust, witnesses: own, witness_threshold: 1 } }
  const model = await checkEvidence(site, { trustFrom: 'service' })
  t.not(model.verdict, 'proven', 'witnesses of its own')
  const operator = fingerprints(model, 'operator', 'log')
  const compared = await checkEvidence(site, { trustFrom: 'service', compared: operator })
  t.not(compared.verdict, 'proven')
})

await t.test('what is no log takes nothing from the draw', async t => {
  const observed = readGood('logged-and-observed')
  const log = encodeLog(good.log!)
  const faults = {
    'no checkpoint': { ...log, checkpoint: '<!doctype html>' },
    'no entries': { ...log, entries: [] },
    'too many': { ...log, entries: [...log.entries, ...log.entries] },
    'cut off': { ...log, entries: log.entries.map(one => one.slice(0, -1)) },
  }
  for (const [name, one] of Object.entries(faults)) {
    const model = await checkEvidence(observed, { log: one })
    t.match(model, { verdict: 'proven', level: { reached: 4 } }, name)
    t.match(
      model.claims.find(({ id }) => id === 'log.witnessed'),
      { word: 'not-provable', code: 'log-damaged' },
      name,
    )
    t.match(answerOf(model, 'limits').text.join(' '), limits.notWitnessed, name)
  }
})
