// Time-stamps of the file in which a commitment was published: when, and not where or how often.
import { createHash } from 'node:crypto'
import t from 'tap'
import type { CheckedTimestamp } from '../../../src/timestamp/index.js'
import { endingOf } from '../report.js'
import { changed, judge, page, roundAt, see } from './seen.js'

const file = Buffer.from(`${JSON.stringify(page, null, 2)}\n`)

/** What came of checking a token of a file, so many seconds before the round. */
function stamp(bytes: Uint8Array = file, before = 3600): CheckedTimestamp {
  const imprint = new Uint8Array(createHash('sha384').update(bytes).digest())
  const at = BigInt(roundAt - before) * 1_000_000_000n
  const atUtc = new Date((roundAt - before) * 1000).toISOString()
  return { token: '00', algorithm: 'sha384', imprint, at, atUtc, who: 'Stampers Ltd' }
}

const endOf = (
  timestamps: readonly CheckedTimestamp[],
  committed: readonly Uint8Array[] = [file],
  seen: Parameters<typeof judge>[0] = { seen: [] },
): readonly (string | undefined)[] => {
  const subject = judge({ ...seen, options: { timestamps, committed } })
  return [endingOf(subject, 'evidence.timely'), endingOf(subject, 'evidence.unique')]
}

await t.test('a time-stamp counts for when, and for nothing else', t => {
  const open = 'not-provable evidence-missing'
  t.same(endOf([stamp()]), ['proven observed-in-time', open])
  t.same(endOf([stamp(file, 30)]), ['proven observed-in-time', open])
  t.same(endOf([stamp(file, 29)])[0], 'not-provable observed-late')
  t.same(endOf([stamp()], []), [open, open], 'the file was not given')
  t.same(endOf([stamp(Buffer.from('other'))]), [open, open])
  const other = Buffer.from(JSON.stringify(changed({ seed_hash: '11'.repeat(32) })))
  t.same(endOf([stamp(other)], [other]), [open, open], 'another commitment')
  t.same(endOf([stamp(Buffer.from('<html>'))], [Buffer.from('<html>')]), [open, open], 'what cannot be read')
  t.end()
})

await t.test('beside observers', t => {
  const late = { seen: [see({ before: 0 })] }
  t.same(endOf([stamp()], [file], late), ['proven observed-in-time', 'not-provable observed-late'])
  const both = ['proven observed-in-time', 'proven observed-once']
  t.same(endOf([stamp()], [file], { seen: [see({ before: 60 })] }), both)
  const fault = { token: '00', code: 'timestamp-untrusted', why: 'nobody is trusted' } as const
  t.same(endOf([fault], [file], { seen: [see()] }), both, 'one that fails takes nothing away')
  t.same(endOf([fault])[0], 'not-provable timestamp-untrusted')
  t.end()
})

await t.test('the report names the time-stamper', t => {
  const subject = judge({ seen: [], options: { timestamps: [stamp()], committed: [file] } })
  t.match(
    subject.claims.find(({ id }) => id === 'evidence.timely')?.message,
    /the time-stamper Stampers Ltd stamped it at 2023-08-23T/,
  )
  t.end()
})
