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
