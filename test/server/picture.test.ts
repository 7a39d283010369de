import t from 'tap'
import { PictureMaker } from '../../src/server/picture.js'
import type { ListedRaffle } from '../../src/store/summaries.js'

const named = (name: string): ListedRaffle =>
  ({ raffleId: 'r', name, operator: '', state: 'open', prizes: [], winners: [], totalDraws: 0 }) as never

await t.test('a name is drawn as it is written, or not at all', t => {
  const maker = new PictureMaker()
  const draw = (name: string): string => maker.draw(named(name), undefined)
  const persian = '\u0628\u0644\u06cc\u0637\u200c\u0647\u0627'
  t.match(draw(persian), `>${persian}</text>`)
  t.match(draw('Love \u2764\ufe0f'), '>Love \u2764\ufe0f</text>')
  // The font has none of these, and a picture has no boxes.
  for (const name of ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u0dc1\u0dca\u200d\u0dbb\u0dd3']) {
    t.match(draw(name), '>A raffle</text>')
  }
  t.match(draw('a\u200db\u202ec'), '>a\\u{200d}b\\u{202e}c</text>')
  t.end()
})

await t.test('a long name is not cut after a joiner', t => {
  const maker = new PictureMaker()
  for (let length = 1; length < 12; length += 1) {
    const name = `${'m'.repeat(length)}${'\u0645\u06cc\u200c'.repeat(80)}\u0645`
    const drawn = maker.draw(named(name), undefined)
    t.match(drawn, /m\u0645[^<]*…<\/text>/)
    t.notMatch(drawn, '\\u{', `${length}`)
  }
  t.end()
})

/** What is written, with where it stands and how. */
const linesOf = (svg: string): readonly string[] =>
  [
    ...svg.matchAll(
      /<text x="(\d+)" y="(\d+)" font-weight="(\d+)" font-size="(\d+)" fill="(#\w+)">(.*?)<\/text>/g,
    ),
  ].map(found => found.slice(1).join(' '))

await t.test('the lines of a picture', t => {
  const maker = new PictureMaker()
  const winners = [
    { prize: 'A bicycle', ticket: '10007' },
    { prize: 'A mug', ticket: 'ticket-8' },
    { prize: '\u{1f468}', ticket: '\u{1f468}' },
  ]
  const about = (changes: object): ListedRaffle => ({ ...named('Summer'), ...changes })
  const drawn = linesOf(maker.draw(about({ state: 'drawn', winners, totalDraws: 5 }), 'raffles.example'))
  t.strictSame(drawn, [
    '80 96 400 30 #555c64 Raffle · drawn',
    '80 178 700 64 #1c1f23 Summer',
    '80 270 700 40 #1c1f23 Ticket 10007',
    '403 270 400 32 #555c64 A bicycle',
    '80 344 700 40 #1c1f23 ticket-8',
    '286 344 400 32 #555c64 A mug',
    '80 418 700 40 #1c1f23 Ticket: see the page',
    '572 418 400 32 #555c64 Prize 3',
    '80 478 400 26 #555c64 and 2 more',
    '80 586 700 32 #0b4f9e Check it yourself at raffles.example',
  ])
  const stateOf = (state: string): string | undefined => linesOf(maker.draw(about({ state }), undefined))[0]
  t.equal(stateOf('open'), '80 96 400 30 #555c64 Raffle · open')
  t.equal(stateOf('sealed'), '80 96 400 30 #555c64 Raffle · not drawn yet')
  t.equal(stateOf('cancelled'), '80 96 400 30 #555c64 Raffle · cancelled')
  t.equal(stateOf('unsigned'), '80 96 400 30 #555c64 Raffle · published')
  const cancelled = linesOf(maker.draw(about({ state: 'cancelled', winners, totalDraws: 3 }), undefined))
  t.equal(cancelled.length, 3, 'of what was cancelled nobody has won')
  t.equal(cancelled.at(-1), '80 586 700 32 #0b4f9e Check it yourself')
  t.match(
    linesOf(maker.draw(about({ state: 'drawn', winners: winners.slice(2), totalDraws: 1 }), undefined))[3],
    / The prize$/,
  )
  t.end()
})

await t.test('a long name has two lines, and then there is no room for everything', t => {
  const maker = new PictureMaker()
  const winners = Array.from({ length: 3 }, (_, index) => ({ prize: 'A mug', ticket: `1000${index}` }))
  const long = 'The summer raffle of the old town and of all its villages and hamlets by the lake'
  const raffle = { ...named(long), state: 'drawn', winners, totalDraws: 9 } as unknown as ListedRaffle
  const lines = linesOf(maker.draw(raffle, undefined))
  t.match(lines[1], /^80 178 700 64 #1c1f23 The summer raffle of the/)
  t.match(lines[2], /^80 254 700 64 #1c1f23 \S/)
  t.notMatch(lines[1], '…')
  t.ok(long.startsWith(`${lines[1]?.slice('80 178 700 64 #1c1f23 '.length)} `), 'broken at a space')
  t.equal(lines.filter(one => one.endsWith(' 10001')).length, 1)
  t.equal(lines.filter(one => /1000\d$/.test(one)).length, 3, 'down to 500 pixels')
  t.notOk(lines.some(one => one.endsWith(' more')))
  const word = 'm'.repeat(200)
  t.match(linesOf(maker.draw(named(word), undefined))[1], /^80 178 700 64 #1c1f23 m+…$/, 'one word is cut')
  t.end()
})
