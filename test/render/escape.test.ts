import fc from 'fast-check'
import t from 'tap'
import { escapeText } from '../../src/render/escape.js'
import { renderJsonLine } from '../../src/render/json.js'
import { escapeHtml } from '../../src/server/escape-html.js'

const tags = (text: string): string =>
  Array.from(text, character => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0))).join('')

/** What is shown as it was written. */
const kept: readonly (readonly [name: string, text: string])[] = [
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a family of four', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'],
  ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ['a pirate flag', '\u{1f3f4}\u200d\u2620\ufe0f'],
  ['a technologist with a skin tone', '\u{1f9d1}\u{1f3fd}\u200d\u{1f4bb}'],
  [
    'a kiss with two skin tones',
    '\u{1f469}\u{1f3fb}\u200d\u2764\ufe0f\u200d\u{1f48b}\u200d\u{1f468}\u{1f3ff}',
  ],
  ['a woman who lifts weights', '\u{1f3cb}\ufe0f\u200d\u2640\ufe0f'],
  ['a zombie', '\u{1f9df}\u200d\u2642\ufe0f'],
  ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
  ['a heart in colour', '\u2764\ufe0f'],
  ['a heart in black', '\u2764\ufe0e'],
  ['a star as telephones write it', '\u2b50\ufe0f'],
  ['a ticket', '\u{1f39f}\ufe0f'],
  ['a skin tone', '\u{1f44d}\u{1f3fe}'],
  ['keycaps', '#\ufe0f\u20e3 *\ufe0f\u20e3 1\ufe0f\u20e3'],
  ['a flag of letters', '\u{1f1ec}\u{1f1e7}'],
  ['England', `\u{1f3f4}${tags('gbeng')}\u{e007f}`],
  ['Scotland', `\u{1f3f4}${tags('gbsct')}\u{e007f}`],
  ['Wales', `\u{1f3f4}${tags('gbwls')}\u{e007f}`],
  ['emoji in a row', '\u{1f389}\u{1f468}\u200d\u{1f4bb}\u2764\ufe0f\u{1f389}'],
  ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Persian, a plural', '\u0628\u0644\u06cc\u0637\u200c\u0647\u0627'],
  ['Kurdish', '\u0626\u0647\u200c\u0645'],
  ['Urdu', '\u06a9\u06c1\u200c\u0645\u0627\u0646'],
  ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['Sinhala, twice', '\u0d9a\u0dca\u200d\u0dbb\u0dd2\u0dba\u0dca\u200d\u0dba\u0dcf'],
  ['a chillu of Malayalam at the end', '\u0d05\u0d35\u0d28\u0d4d\u200d'],
  ['a chillu within a word', '\u0d0e\u0d28\u0d4d\u200d\u0d31\u0d46'],
  ['Malayalam, not joined', '\u0d24\u0d2e\u0d3f\u0d34\u0d4d\u200c\u0d28\u0d3e\u0d1f\u0d4d'],
  ['Hindi, not joined', '\u0915\u094d\u200c\u0937'],
  ['Hindi, half a letter', '\u0915\u094d\u200d\u0937'],
  ['Marathi, an eyelash', '\u0926\u0930\u094d\u200d\u092f\u093e'],
  ['Bengali, the word for a raffle', '\u09b0\u200d\u09cd\u09af\u09be\u09ab\u09c7\u09b2'],
  ['Kannada', '\u0cb0\u0cbe\u0c9c\u0ccd\u200c\u0c95\u0cc1\u0cae\u0cbe\u0cb0\u0ccd'],
]

await t.test('what is invisible is kept where it means something', t => {
  for (const [name, text] of kept) {
    t.equal(escapeText(text), text, name)
    t.equal(escapeText(`Ada ${text}, 2`), `Ada ${text}, 2`, `${name} in a sentence`)
    t.equal(escapeHtml(text), text, `${name} in HTML`)
    t.equal(renderJsonLine(text), `"${text}"\n`, `${name} in JSON`)
  }
  t.end()
})

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
/** What only looks like that, and how it is shown. */
const attacks: readonly (readonly [name: string, text: string, shown: string])[] = [
  ['ZWJ between Latin letters', 'A\u200dda', 'A\\u{200d}da'],
  ['ZWNJ between Latin letters', 'A\u200cda', 'A\\u{200c}da'],
  ['ZWNJ at the start', '\u200c\u0645', '\\u{200c}\u0645'],
  ['ZWNJ at the end', '\u0645\u200c', '\u0645\\u{200c}'],
  ['ZWNJ before a space', '\u0645\u200c \u0645', '\u0645\\u{200c} \u0645'],
  ['ZWNJ twice', '\u0645\u200c\u200c\u0645', '\u0645\\u{200c}\\u{200c}\u0645'],
  ['ZWNJ after a letter that joins nothing', '\u0627\u200c\u0645', '\u0627\\u{200c}\u0645'],
  ['ZWNJ before a hamza', '\u0645\u200c\u0621', '\u0645\\u{200c}\u0621'],
  ['ZWNJ between scripts', '\u0645\u200ca', '\u0645\\u{200c}a'],
  ['ZWJ between Arabic letters', '\u0645\u200d\u0645', '\u0645\\u{200d}\u0645'],
  ['ZWNJ before a vowel sign', '\u0ccd\u200c\u0cc1', '\u0ccd\\u{200c}\u0cc1'],
  ['ZWJ without a virama', '\u0dc1\u200d\u0dbb', '\u0dc1\\u{200d}\u0dbb'],
  ['ZWJ after a virama, before Latin', '\u0dc1\u0dca\u200da', '\u0dc1\u0dca\\u{200d}a'],
  [
    'ZWJ in what is joined without',
    '\u0926\u094b\u0938\u094d\u200d\u0924',
    '\u0926\u094b\u0938\u094d\\u{200d}\u0924',
  ],
  ['ZWJ after emoji at the end', `${family}\u200d`, `${family}\\u{200d}`],
  ['ZWJ after emoji, before a letter', `${family}\u200da`, `${family}\\u{200d}a`],
  ['ZWJ before emoji', `\u200d${family}`, `\\u{200d}${family}`],
  ['ZWJ twice', '\u{1f468}\u200d\u200d\u{1f469}', '\u{1f468}\\u{200d}\\u{200d}\u{1f469}'],
  ['emoji that nobody draws as one', '\u{1f431}\u200d\u{1f436}', '\u{1f431}\\u{200d}\u{1f436}'],
  [
    'a family and more',
    `${family}\u200d\u{1f389}`,
    '\u{1f468}\\u{200d}\u{1f469}\\u{200d}\u{1f467}\\u{200d}\u{1f389}',
  ],
  ['ZWJ between digits', '1\u200d2', '1\\u{200d}2'],
  ['a selector after a letter', 'a\ufe0f', 'a\\u{fe0f}'],
  ['a selector after a digit', '1\ufe0f', '1\\u{fe0f}'],
  ['a selector after an emoji of one form', '\u{1f389}\ufe0f', '\u{1f389}\\u{fe0f}'],
  ['a selector after a flag', '\u{1f1ec}\ufe0f', '\u{1f1ec}\\u{fe0f}'],
  ['selectors in a run', '\u2764\ufe0f\ufe0f\ufe0e', '\u2764\ufe0f\\u{fe0f}\\u{fe0e}'],
  ['other selectors', '\u2764\ufe00\u{e0100}', '\u2764\\u{fe00}\\u{e0100}'],
  ['a selector of ideographs', '\u845b\u{e0100}', '\u845b\\u{e0100}'],
  ['bytes in selectors', `\u{1f600}${'\u{e0130}'.repeat(3)}`, `\u{1f600}${'\\u{e0130}'.repeat(3)}`],
  ['tags without a base', tags('gb'), '\\u{e0067}\\u{e0062}'],
  ['tags without an end', `\u{1f3f4}${tags('gb')}!`, '\u{1f3f4}\\u{e0067}\\u{e0062}!'],
  [
    'tags of no flag',
    `\u{1f3f4}${tags('gbzzz')}\u{e007f}`,
    '\u{1f3f4}\\u{e0067}\\u{e0062}\\u{e007a}\\u{e007a}\\u{e007a}\\u{e007f}',
  ],
  ['tags after another emoji', `\u{1f600}${tags('gb')}\u{e007f}`, '\u{1f600}\\u{e0067}\\u{e0062}\\u{e007f}'],
  ['RLO in a sequence', '\u{1f468}\u200d\u202e\u{1f469}', '\u{1f468}\\u{200d}\\u{202e}\u{1f469}'],
  ['an isolate in a word', '\u0645\u2067\u200c\u0645', '\u0645\\u{2067}\\u{200c}\u0645'],
  [
    'others that nobody sees',
    '\u200b\u2060\ufeff\u00ad\u3164\u034f\u061c\u180e',
    '\\u{200b}\\u{2060}\\u{feff}\\u{ad}\\u{3164}\\u{34f}\\u{61c}\\u{180e}',
  ],
  ['controls', 'a\u0000\u001b[2J\u009b\n', 'a\\u{0}\\u{1b}[2J\\u{9b}\\n'],
  ['commands of a runner', '::error ##[error] ##[ERROR]', '\\u{3a}:error \\u{23}#[error] \\u{23}#[ERROR]'],
  ['a keycap before a command', '#\ufe0f\u20e3##[error]', '#\ufe0f\u20e3\\u{23}#[error]'],
]

await t.test('anywhere else it is written out', t => {
  for (const [name, text, shown] of attacks) t.equal(escapeText(text), shown, name)
  // What its writer wrote out stays as it is, as ever.
  t.equal(escapeText('\\u{200d}'), '\\u{200d}')
  t.equal(escapeHtml('a ::b ##[c]\n'), 'a ::b ##[c]\\u{a}', 'no page is a log')
  t.end()
})

/** Many in `npm run campaign hostile`. */
const runs = process.env['SLOW'] === '1' ? 20_000 : 4000

/** Pieces of sequences, in any order. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...kept.flatMap(([, text]) => [text, ...Array.from(text)]),
      ...attacks.flatMap(([, text]) => Array.from(text)),
      ...'aA1#*: '.split(''),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''))
const texts = fc
  .oneof(pieces, fc.string({ unit: 'binary', maxLength: 100 }))
  .filter(text => !text.includes('\\'))

/** Where something invisible may be, written in another way than it is found. */
const allowed = [
  new RegExp('\\p{RGI_Emoji}(?![\\ufe0e\\ufe0f])|(?=\\p{Emoji})[\\u00a9-\\uffff][\\ufe0e\\ufe0f]', 'gv'),
  /(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/gu,
  /(?<=\p{Mn})[\u200c\u200d](?=\p{Lo})|(?<=\u0d4d)\u200d|(?<=\u09b0)\u200d(?=\u09cd\u09af)/gu,
]

await t.test('whatever a text is, nothing in it hides or acts', t => {
  fc.assert(
    fc.property(texts, text => {
      const shown = escapeText(text, Infinity)
      const rest = allowed.reduce((left, pattern) => left.replace(pattern, 'x'), shown)
      return !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(rest)
    }),
    { numRuns: runs },
  )
  t.end()
})

await t.test('two texts are never shown alike', t => {
  // Each is read back from how it is shown.
  const read = (shown: string): string =>
    shown.replace(/\\(?:u\{([\da-f]+)\}|n)/g, (_, hex?: string) =>
      hex === undefined ? '\n' : String.fromCodePoint(parseInt(hex, 16)),
    )
  fc.assert(
    fc.property(texts, text => read(escapeText(text, Infinity)) === text),
    { numRuns: runs },
  )
  t.end()
})

await t.test('a text is cut between characters', t => {
  t.equal(escapeText('ab\u{1f600}cd', 3), 'ab… (3 characters more)')
  t.equal(escapeText('ab\u{1f600}cd', 4), 'ab\u{1f600}… (2 characters more)')
  t.equal(escapeText('ab\ud83d', 3), 'ab\\u{d83d}', 'half a character that is whole')
  t.equal(escapeText(`${family}\u200d\u{1f466}`, 9), `${family}\\u{200d}… (2 characters more)`)
  for (const [name, text] of kept) {
    for (let length = 1; length < text.length; length += 1) {
      t.notMatch(
        escapeText(text, length),
        /\\u\{d[89a-f]..\}|(?<!\u0d4d)[\u200c\u200d]…/,
        `${name}, ${length}`,
      )
    }
  }
  t.end()
})

await t.test('a long text takes time by its length, whatever it is', t => {
  // A megabyte in `npm run campaign hostile`.
  const length = process.env['SLOW'] === '1' ? 1e6 : 2e5
  const units = [
    ...['\u200d', '\u200c', '\ufe0f', '\u{e0067}', '\u094d', '#', ':'],
    ...[
      '\u{1f468}\u200d',
      '\u{1f431}\u200d\u{1f436} ',
      '\u{1f389}\ufe0f',
      '\u{1f3f4}\u{e0067}',
      '\u0645\u200c',
      '1\ufe0f',
    ],
  ]
  for (const unit of units) {
    // A base before all of it, for what looks ahead.
    const text = `\u{1f3f4}${unit.repeat(Math.ceil(length / unit.length))}`
    const began = performance.now()
    const shown = escapeText(text, Infinity)
    const took = performance.now() - began
    t.ok(shown.length >= text.length)
    // What is quadratic takes minutes, of a megabyte hours.
    t.ok(took < length / 50, `${JSON.stringify(unit)}: ${took.toFixed(0)} ms`)
  }
  t.end()
})

await t.test('what needs no look is kept by a look too', t => {
  // Every character of one unit, alone and beside one that is looked at.
  const characters = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
  const alone = characters.map(one => escapeText(one, Infinity))
  const beside = characters.map(one => escapeText(`${one} \u0431`, Infinity))
  t.strictSame(
    characters.filter((one, unit) => `${alone[unit] ?? ''} \u0431` !== beside[unit]),
    [],
  )
  t.equal(escapeText('\u00d7\u2019\u2026', Infinity), '\u00d7\u2019\u2026')
  t.end()
})

await t.test(
  'a browser that does not know which emoji are drawn shows them all, and hides nothing else',
  async t => {
    const Native = RegExp
    const old = new Proxy(Native, {
      construct(target, [pattern, flags]: [string, string?]) {
        if (flags?.includes('v') === true) throw new SyntaxError('Invalid flags')
        return new target(pattern, flags)
      },
    })
    globalThis.RegExp = old
    t.teardown(() => (globalThis.RegExp = Native))
    const url = new URL('../../dist/core/unsafe-text.js?old', import.meta.url)
    const { replaceUnsafe } = (await import(url.href)) as typeof import('../../src/core/unsafe-text.js')
    const show = (text: string): string => replaceUnsafe(text, () => '?')
    for (const [name, text] of kept) t.equal(show(text), text, name)
    t.equal(show('\u{1f431}\u200d\u{1f436}'), '\u{1f431}\u200d\u{1f436}')
    t.equal(show(`a\u200db\u{1f468}\u200d\u202e${tags('gb')}`), 'a?b\u{1f468}????')
  },
)
