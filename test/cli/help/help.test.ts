import t from 'tap'
import { claimCodes, findingCodes, levelNames } from '../../../src/model/report.js'
import { errorCodes } from '../../../src/errors.js'
import { checks } from '../../../src/verify/bundle/checks/index.js'
import {
  listClaims,
  listEntries,
  readSections,
  renderEntry,
  renderTopic,
  topics,
} from '../../../src/cli/help/topics.js'
import { run } from '../run.js'

const sections = readSections()

await t.test('every topic is there, in the columns that there are', t => {
  for (const topic of Object.keys(topics)) {
    for (const columns of [60, 80, 120]) {
      const text = renderTopic(sections, topic, columns) ?? ''
      t.ok(text.length > 200, topic)
      const long = text.split('\n').filter(line => line.length > columns && line.trim().includes(' '))
      t.strictSame(long, [], `${topic} in ${columns}`)
      t.notMatch(text, /\*\*|`|\]\(|\| ---/, 'no marks of Markdown')
    }
  }
  t.equal(renderTopic(sections, 'toString', 80), undefined)
  t.end()
})

await t.test('levels, claims and every code can be asked for', t => {
  for (const name of levelNames) t.match(renderTopic(sections, 'levels', 80), name)
  const claims = listClaims(sections)
  for (const { id } of checks) t.ok(claims.includes(id), id)
  const entries = listEntries(sections)
  for (const code of [...claimCodes, ...findingCodes, ...errorCodes]) {
    t.ok(entries.includes(code), code)
    t.match(renderEntry(sections, code, 80), code)
  }
  t.equal(renderEntry(sections, 'no-such-code', 80), undefined)
  t.end()
})

await t.test('`help` lists its topics, and of a command is its --help', async t => {
  const [alone, topic, command, option, unknown] = await Promise.all([
    run(['help']),
    run(['help', 'exit-codes']),
    run(['help', 'hash']),
    run(['hash', '--help']),
    run(['help', 'levls']),
  ])
  t.match(alone, { code: 0, stderr: '' })
  for (const name of ['claims', 'levels', 'exit-codes']) t.match(alone.stdout, `drawaudit help ${name}`)
  t.match(topic, { code: 0, stdout: /^Exit codes\n[^]*\n {2}3 +not provable/ })
  t.equal(command.stdout, option.stdout)
  t.match(unknown, { code: 2, stderr: /did you mean levels\?/ })
})

await t.test('a claim that only recipes make is said in the words of each', async t => {
  const [made, both, misspelt, none] = await Promise.all([
    run(['help', 'draw.hashed']),
    run(['help', 'seed.committed']),
    run(['help', 'draw.hashd']),
    run(['help', 'no.claim_at_all']),
  ])
  t.match(made, {
    code: 0,
    stdout:
      /^Claims of recipes\n {2}draw\.hashed [^]*\n {2}tgt2025 +the seed hash is the hash of the timestamp\n[^]*drawaudit recipe show \S+\n/,
  })
  t.match(both, { code: 0, stdout: /^Claims of an audit record\n/ }, 'the tables have the others')
  t.match(misspelt, { code: 2, stderr: /did you mean draw\.hashed\?/ })
  t.match(none, { code: 2, stderr: /claims of a recipe of your own are in it: drawaudit recipe show NAME/ })
})
