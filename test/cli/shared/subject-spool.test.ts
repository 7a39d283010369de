import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import t from 'tap'
import { SubjectSpool } from '../../../src/cli/shared/subject-spool.js'
import type { Subject } from '../../../src/model/report.js'

const subjectOf = (number: number): Subject => ({
  source: `draws/${number}\u2028ü"\n.json`,
  kind: 'published-draw',
  claims: [
    { id: 'winner.derived', status: 'proven', code: 'level-reached', message: 'x'.repeat(number % 700) },
  ],
  findings: [],
  who_could_choose: 'nobody',
  verdict: 'proven',
  headline: 'proven',
})

const ours = () => readdirSync(tmpdir()).filter(name => name.startsWith('drawaudit-report-'))

await t.test('subjects come back in their order as often as they are asked for, few or many', t => {
  for (const count of [0, 1, 999, 1000, 1001, 12_000]) {
    const spool = new SubjectSpool()
    for (let number = 0; number < count; number += 1) spool.add(subjectOf(number))
    t.equal(spool.length, count)
    for (let times = 2; times > 0; times -= 1) {
      let number = 0
      for (const subject of spool) {
        if (JSON.stringify(subject) !== JSON.stringify(subjectOf(number))) t.fail(`${number} of ${count}`)
        number += 1
      }
      t.equal(number, count)
    }
    // Who stops in the middle begins anew the next time, and what is added later comes too.
    for (const { source } of spool) {
      t.equal(source, subjectOf(0).source)
      break
    }
    spool.add(subjectOf(count))
    t.strictSame([...spool].at(-1), subjectOf(count))
    spool.close()
    spool.close()
  }
  t.end()
})

await t.test('its file has no name and goes with it', t => {
  const before = ours().length
  const spool = new SubjectSpool()
  for (let number = 0; number < 3000; number += 1) spool.add(subjectOf(number))
  t.equal([...spool].length, 3000)
  const made = ours()
  t.equal(made.length, before + 1)
  t.strictSame(
    made.flatMap(name => readdirSync(`${tmpdir()}/${name}`)),
    [],
  )
  spool.close()
  t.equal(ours().length, before)
  t.end()
})

const status = '/proc/self/status'

await t.test('memory does not grow with them', { skip: !existsSync(status) && 'Linux alone says it' }, t => {
  const spool = new SubjectSpool()
  const peak = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]) / 1024
  const add = (count: number) => {
    for (let left = count; left > 0; left -= 1)
      spool.add({ ...subjectOf(left), title: `${'y'.repeat(3000)}${left}` })
    let length = 0
    for (const { title = '' } of spool) length += title.length
    t.ok(length > 3000 * count)
  }
  add(20_000)
  const before = peak()
  // 300 MB of text.
  add(80_000)
  t.ok(peak() - before < 60, `${peak() - before} MiB more`)
  spool.close()
  t.end()
})
