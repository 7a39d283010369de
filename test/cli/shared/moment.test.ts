import fc from 'fast-check'
import t from 'tap'
import { parseMoment, readMoment } from '../../../src/cli/shared/moment.js'
import { parseTime } from '../../../src/core/time.js'

const now = new Date('2026-11-25T12:00:30.900Z')
const read = (text: string, zone: string | undefined = 'Europe/London') =>
  parseMoment('closes', text, { now, zone })
const at = (text: string): number => Number(parseTime(text) / 1_000_000_000n)

await t.test('times as people write them', t => {
  for (const [text, time, understood, zone] of [
    ['2026-12-20T18:00:00+00:00', '2026-12-20T18:00:00Z', undefined],
    ['2026-12-20T18:00:00.000Z', '2026-12-20T18:00:00Z', undefined],
    ['2026-07-20 18:00', '2026-07-20T17:00:00Z', '2026-07-20 18:00 Europe/London'],
    [' 2026-07-20  18:00 ', '2026-07-20T17:00:00Z', '2026-07-20 18:00 Europe/London'],
    ['2026-07-20 18:00', '2026-07-20T22:00:00Z', '2026-07-20 18:00 America/New_York', 'America/New_York'],
    ['2026-07-20t18:00:05', '2026-07-20T17:00:05Z', '2026-07-20 18:00:05 Europe/London'],
    ['2026-07-20', '2026-07-19T23:00:00Z', '2026-07-20 00:00 Europe/London'],
    ['2026-12-20T18:00Z', '2026-12-20T18:00:00Z', '2026-12-20 18:00 UTC'],
    ['2026-07-20 18:00 utc', '2026-07-20T18:00:00Z', '2026-07-20 18:00 UTC'],
    ['2026-07-20 18:00 +05:30', '2026-07-20T12:30:00Z', '2026-07-20 18:00 +05:30'],
    ['2026-07-20 18:00:01-0330', '2026-07-20T21:30:01Z', '2026-07-20 18:00:01 -0330'],
    ['2026-07-20 18:00 asia/tokyo', '2026-07-20T09:00:00Z', '2026-07-20 18:00 Asia/Tokyo'],
    ['2026-07-20 America/Argentina/Buenos_Aires', '2026-07-20T03:00:00Z', undefined],
    ['+2h', '2026-11-25T14:00:30Z', '2026-11-25 14:00:30 Europe/London'],
    ['in 2h', '2026-11-25T14:00:30Z', '2026-11-25 14:00:30 Europe/London'],
    ['in 1 day 12 hours', '2026-11-27T00:00:30Z', '2026-11-27 00:00:30 Europe/London'],
    ['+1h30m30s', '2026-11-25T13:31:00Z', '2026-11-25 13:31 Europe/London'],
    ['IN 2 WEEKS', '2026-12-09T12:00:30Z', '2026-12-09 12:00:30 Europe/London'],
  ] as const) {
    const found = read(text, zone)
    t.equal(found.seconds, at(time), text)
    if (!text.includes('Buenos')) t.equal(found.understood, understood, text)
  }
  t.end()
})

await t.test('a local time that clocks skip or show twice is refused with both readings', t => {
  for (const [text, message, hint] of [
    [
      '2026-03-29 01:30 Europe/London',
      'does not exist: clocks go forward then',
      'give 2026-03-29T00:30:00+00:00 or 2026-03-29T01:30:00+00:00',
    ],
    [
      '2026-10-25 01:30 Europe/London',
      'comes twice: clocks go back then',
      'give 2026-10-25T00:30:00+00:00 or 2026-10-25T01:30:00+00:00',
    ],
    [
      '2026-03-08 02:00 America/New_York',
      'does not exist: clocks go forward then',
      'give 2026-03-08T06:00:00+00:00 or 2026-03-08T07:00:00+00:00',
    ],
    [
      '2026-11-01 01:59:59 America/New_York',
      'comes twice: clocks go back then',
      'give 2026-11-01T05:59:59+00:00 or 2026-11-01T06:59:59+00:00',
    ],
    // Half an hour, in the other half of the year.
    [
      '2026-10-04 02:15 Australia/Lord_Howe',
      'does not exist: clocks go forward then',
      'give 2026-10-03T15:15:00+00:00 or 2026-10-03T15:45:00+00:00',
    ],
    [
      '2026-04-05 01:45 Australia/Lord_Howe',
      'comes twice: clocks go back then',
      'give 2026-04-04T14:45:00+00:00 or 2026-04-04T15:15:00+00:00',
    ],
    // A whole day that Samoa never had.
    [
      '2011-12-30 12:00 Pacific/Apia',
      'does not exist: clocks go forward then',
      'give 2011-12-29T22:00:00+00:00 or 2011-12-30T22:00:00+00:00',
    ],
  ] as const) {
    t.throws(
      () => read(text),
      { code: 'usage', message: new RegExp(`^--closes: .* ${message}$`), hint },
      text,
    )
  }
  for (const [text, time] of [
    ['2026-03-29 00:59:59', '2026-03-29T00:59:59Z'],
    ['2026-03-29 02:00', '2026-03-29T01:00:00Z'],
    ['2026-10-25 00:59:59', '2026-10-24T23:59:59Z'],
    ['2026-10-25 02:00', '2026-10-25T02:00:00Z'],
  ] as const) {
    t.equal(read(text).seconds, at(time), text)
  }
  t.end()
})

await t.test('what could be read in two ways, or in none, is refused', t => {
  for (const [text, hint] of [
    ['03/04/2026 18:00', 'write the year first: 2026-04-03 or 2026-03-04'],
    ['20.12.2026', 'write the year first: 2026-12-20'],
    ['12-20-2026', 'write the year first: 2026-12-20'],
    ['5/5/2026', 'write the year first: 2026-05-05'],
    ['40/40/2026', 'write the year first: YYYY-MM-DD'],
  ] as const) {
    t.throws(() => read(text), { code: 'usage', message: /is the day first, or the month\?$/, hint }, text)
  }
  for (const text of [
    ...['', 'tomorrow', '18:00', '2026-12-20 18', '2026-12-20 24:00', '2026-12-20 18:60', '2026-02-30 12:00'],
    ...[
      '2026-12-20T18:00:00.5Z',
      '2026-12-20T18:00-00:00',
      '2026-12-20 18:00 +24:00',
      '2026-12-20 Z',
      '2h',
      '+2x',
    ],
    ...[
      '2026-12-20 18:00 BST',
      '2026-12-20 18:00+01:00 Europe/London',
      'in 2',
      '+99999999w',
      '2026-12-20 6:00 pm',
    ],
  ]) {
    t.throws(
      () => read(text),
      { code: 'usage', message: /^--closes takes a time, found/, hint: /^like 2026/ },
      text,
    )
  }
  t.throws(() => read('2026-12-20 18:00 Europe/Nowhere'), { message: /an unknown time zone/ })
  const nowhere = (text: string) => parseMoment('closes', text, { now, zone: undefined })
  t.throws(() => nowhere('2026-12-20 18:00'), { code: 'usage', hint: /"2026-12-20 18:00Z" for UTC/ })
  t.equal(nowhere('+1h').understood, '2026-11-25 13:00:30 UTC')
  t.end()
})

await t.test('what was understood reads back as the same time, in zones with and without changes', t => {
  const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tokyo', 'America/Santiago']
  const [from, to] = [at('2020-01-01T00:00:00Z'), at('2037-12-31T00:00:00Z')]
  let twice = 0
  fc.assert(
    fc.property(fc.integer({ min: from, max: to }), fc.constantFrom(...zones), (seconds, zone) => {
      const wait = parseMoment('x', `+${seconds - from}s`, { now: new Date(from * 1000), zone })
      if (wait.seconds !== seconds || wait.understood === undefined) return false
      try {
        return read(wait.understood, zone).seconds === seconds
      } catch (error) {
        // An hour a year: it names this time among its readings.
        twice += 1
        const { hint } = error as { readonly hint: string }
        return hint.includes(new Date(seconds * 1000).toISOString().slice(0, 19))
      }
    }),
    { numRuns: 300 },
  )
  t.ok(twice < 30)
  t.end()
})

await t.test('what was understood is said, and what was exact is not', t => {
  const said = t.capture(process.stderr, 'write')
  t.equal(readMoment('closes', '2026-12-20T18:00:00+00:00'), at('2026-12-20T18:00:00Z'))
  readMoment('closes', '2000-12-20 18:00Z')
  readMoment('draws', '2999-12-20 18:00 Europe/Paris')
  const [past = '', next = ''] = said().map(({ args }) => String(args[0]))
  t.match(past, /^closes 2000-12-20 18:00 UTC \(2000-12-20T18:00:00\+00:00\), \d+ d.* ago\n$/)
  t.match(next, /^draws 2999-12-20 18:00 Europe\/Paris \(2999-12-20T17:00:00\+00:00\), in \d+ d.*\n$/)
  t.end()
})
