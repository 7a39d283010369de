import t from 'tap'
import { groups, loaders } from '../../src/cli/main.js'
import { clip, widthOf } from '../../src/render/width.js'
import { commandWords, reflow, splitWords, wrap } from '../../src/render/wrap.js'

const hash = 'a6fdb0a5'.repeat(8)
const url = `https://api.drand.sh/${hash}/public/6186042`

await t.test('lines are of the columns that there are, and continue further in', t => {
  for (const columns of [40, 60, 80, 120]) {
    const lines = wrap('  found ', 'one two three '.repeat(30), 8, columns).split('\n')
    t.ok(lines.length > 1)
    t.ok(lines.every(line => line.length <= columns))
    t.ok(lines.slice(1).every(line => /^ {8}\S/.test(line)))
  }
  t.equal(wrap('  ', 'short', 4, 40), '  short')
  t.end()
})

await t.test('no id, hash, URL or command is divided', t => {
  for (const columns of [40, 60, 80, 120]) {
    for (const whole of [
      hash,
      url,
      'drawaudit trust add trust.json --from URL/keys --fingerprint FINGERPRINT',
      'drawaudit verify bundle.json --require reproducible',
      'drawaudit recipe find values.json -o recipe.json',
    ]) {
      const text = wrap('hint: ', `some words before it: ${whole}, and some words more after it`, 6, columns)
      t.ok(text.includes(whole), `${columns}: ${text}`)
    }
  }
  t.end()
})

await t.test('what fits further to the left begins there', t => {
  const digest = `sha256:${hash}`
  t.equal(wrap('      expected ', digest, 15, 80), `      expected\n${' '.repeat(9)}${digest}`)
  t.end()
})

await t.test('a command ends where its words do', t => {
  const commands = (text: string): readonly string[] =>
    splitWords(text)
      .map(word => word.trimEnd())
      .filter(word => word.startsWith('drawaudit '))
  t.strictSame(
    commands('drawaudit trust init makes one, drawaudit trust add --from URL/keys takes the keys'),
    ['drawaudit trust init', 'drawaudit trust add --from URL/keys'],
  )
  t.strictSame(commands('drawaudit recipe list; drawaudit verify --online says who won'), [
    'drawaudit recipe list;',
    'drawaudit verify --online',
  ])
  t.strictSame(commands('nothing that drawaudit knows of'), [])
  t.equal(splitWords('a  b c').join(''), 'a  b c', 'nothing is lost')
  t.end()
})

await t.test('every word of a command is known', async t => {
  const known = new Set([...Object.keys(loaders), ...Object.keys(groups)])
  for (const load of Object.values(loaders)) {
    for (const { name } of await load()) known.add(name.split(' ')[0] ?? '')
  }
  t.strictSame(
    [...known].filter(word => !commandWords.has(word)),
    [],
  )
})

await t.test('lines that were made elsewhere are laid out with their colours, and commands stay whole', t => {
  const colour = '\u001b[31mFAILED\u001b[0m'
  t.equal(widthOf(colour), 6)
  const row = `${colour}  ${'word '.repeat(12)}`
  t.strictSame(reflow(`${row}\nshort\n`, 40).split('\n'), [
    `${colour}  word word word word word word`,
    '        word word word word word word',
    'short',
    '',
  ])
  const command = `  curl -s '${url}' | sha256sum`
  t.equal(reflow(command, 40), command)
  t.equal(reflow('a b c', Infinity), 'a b c')
  t.end()
})

await t.test('a Chinese, Japanese or Korean character and an emoji take two columns', t => {
  const widths: Readonly<Record<string, number>> = {
    'Zürich, Ærø, naïve': 18,
    抽選会: 6,
    'カタカナ、ひらがな。': 20,
    대한민국: 8,
    ｶﾀｶﾅ: 4,
    ＡＢＣ: 6,
    '🎉': 2,
    '👩‍👩‍👧': 2,
    '🇯🇵': 2,
    '❤️': 2,
    '…’→×': 4,
    'e\u0301': 1,
    'a\u200bb': 2,
    'Привет, 5 €': 11,
    '\u001b[31m抽\u001b[0m': 2,
  }
  for (const [text, width] of Object.entries(widths)) t.equal(widthOf(text), width, text)
  t.equal(clip('抽選会 2026', 7), '抽選会…')
  t.equal(clip('抽選会 2026', 6), '抽選…')
  t.equal(clip('抽選会', 6), '抽選会')
  t.equal(clip('🎉🎉🎉', 4), '🎉…')
  t.end()
})

await t.test('lines count columns, not characters, and gaps of a table do not begin a line', t => {
  for (const columns of [40, 60, 80]) {
    const lines = reflow(`raffle ${'抽選会 '.repeat(40)}`, columns).split('\n')
    t.ok(lines.length > 3)
    t.ok(
      lines.every(line => widthOf(line) <= columns),
      lines.join('\n'),
    )
  }
  const row = '3f0a666f-9973-435c-b3b1-adc7b2ea39b3  open for entries         Summer raffle of the parish'
  const [, ...more] = reflow(row, 60).split('\n')
  t.strictSame(more, ['  Summer raffle of the parish'])
  t.end()
})
