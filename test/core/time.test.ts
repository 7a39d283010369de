import fc from 'fast-check'
import t from 'tap'
import { formatTime, isTime, normalizeTime, parseTime } from '../../src/core/time.js'

const runs = process.env['SLOW'] === '1' ? 100_000 : 333

await t.test('times that exist', t => {
  const times: readonly (readonly [text: string, nanoseconds: bigint])[] = [
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00+00:00', 0n],
    ['1970-01-01T00:00:00.000000001Z', 1n],
    ['1969-12-31T23:59:59.999999999Z', -1n],
    ['1970-01-01T00:00:00.5Z', 500_000_000n],
    ['1970-01-01T01:30:00+01:30', 0n],
    ['1969-12-31T18:30:00-05:30', 0n],
    ['1970-01-01T00:00:00+23:59', -86_340_000_000_000n],
    ['2026-11-20T16:15:00+00:00', 1_795_191_300_000_000_000n],
    ['2026-11-20T17:15:00+01:00', 1_795_191_300_000_000_000n],
    ['2000-02-29T00:00:00Z', 951_782_400_000_000_000n],
    ['2024-02-29T23:59:59.999Z', 1_709_251_199_999_000_000n],
    ['9999-12-31T23:59:59Z', 253_402_300_799_000_000_000n],
    ['0000-01-01T00:00:00Z', -62_167_219_200_000_000_000n],
    // RFC 3339 section 5.8.
    ['1985-04-12T23:20:50.52Z', 482_196_050_520_000_000n],
    ['1996-12-19T16:39:57-08:00', 851_042_397_000_000_000n],
    ['1937-01-01T12:00:27.87+00:20', -1_041_337_172_130_000_000n],
  ]
  for (const [text, nanoseconds] of times) {
    t.equal(parseTime(text), nanoseconds, text)
    t.equal(isTime(text), true)
  }
  t.end()
})

await t.test('a time is printed in UTC, in whole seconds', t => {
  t.equal(formatTime(new Date('2026-11-20T17:15:00.999+01:00')), '2026-11-20T16:15:00+00:00')
  t.equal(parseTime(formatTime(new Date(0))), 0n)
  t.end()
})

await t.test('what names no time is refused', t => {
  const bad = [
    '',
    '2026-11-20',
    '2026-11-20T16:15Z',
    '2026-11-20T16:15:00',
    '2026-11-20 16:15:00Z',
    '2026-11-20t16:15:00Z',
    '2026-11-20T16:15:00z',
    '2026-11-20T16:15:00+0000',
    '2026-11-20T16:15:00+00',
    '2026-11-20T16:15:00-00:00',
    '2026-11-20T16:15:00-24:00',
    '2026-11-20T16:15:00+24:00',
    '2026-11-20T16:15:00+00:60',
    '2026-11-20T16:15:00.Z',
    '2026-11-20T16:15:00,5Z',
    '2026-11-20T16:15:00.0000000001Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T16:60:00Z',
    '2016-12-31T23:59:60Z',
    '10000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '26-11-20T16:15:00Z',
    '1795191300',
    '1795191300000',
    ' 2026-11-20T16:15:00Z',
    '2026-11-20T16:15:00Z\n',
    '２026-11-20T16:15:00Z',
    '2026-11-20T16:15:00Z[Europe/Berlin]',
  ]
  for (const text of bad) {
    t.equal(isTime(text), false, JSON.stringify(text))
    t.throws(() => parseTime(text), {
      name: 'DrawauditError',
      code: 'time-invalid',
      message: /2026-11-20T16:15:00\+00:00/,
      hint: /RFC 3339/,
    })
  }
  t.end()
})

await t.test('one text for one instant', t => {
  const cases: Readonly<Record<string, string>> = {
    '2026-11-20T16:15:00+00:00': '2026-11-20T16:15:00+00:00',
    '2026-11-20T16:15:00Z': '2026-11-20T16:15:00+00:00',
    '2026-11-20T18:15:00.000+02:00': '2026-11-20T16:15:00+00:00',
    '2026-11-20T23:59:59.120-01:30': '2026-11-21T01:29:59.12+00:00',
    '2026-11-20T16:15:00.000000001Z': '2026-11-20T16:15:00.000000001+00:00',
    '1969-12-31T23:59:59.9Z': '1969-12-31T23:59:59.9+00:00',
    '0000-01-01T00:00:00+01:00': '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00': '9999-12-31T23:59:59-01:00',
    '2026-11-20': '2026-11-20',
    '': '',
  }
  for (const [text, normal] of Object.entries(cases)) {
    t.equal(normalizeTime(text), normal)
    t.equal(normalizeTime(normal), normal, 'and once is enough')
  }
  t.end()
})

await t.test('property: any offset and fraction, as Date reads them', t => {
  const two = (value: number) => String(value).padStart(2, '0')
  const time = fc
    .record({
      milliseconds: fc.integer({ min: -62_000_000_000_000, max: 253_000_000_000_000 }),
      sign: fc.constantFrom('+', '-'),
      hour: fc.nat({ max: 23 }),
      minute: fc.nat({ max: 59 }),
    })
    .filter(({ sign, hour, minute }) => sign === '+' || hour + minute > 0)
    .map(({ milliseconds, sign, hour, minute }) => {
      return `${new Date(milliseconds).toISOString().slice(0, -1)}${sign}${two(hour)}:${two(minute)}`
    })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        time,
        text =>
          parseTime(text) === BigInt(Date.parse(text)) * 1_000_000n &&
          parseTime(normalizeTime(text)) === parseTime(text),
      ),
      { numRuns: runs },
    )
  })
  t.end()
})
