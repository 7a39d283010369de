import { readFileSync } from 'node:fs'
import t from 'tap'
import { findInScript } from './compat-script.js'
import { findInStyle } from './compat-style.js'
import { languageTags } from '../../src/page/languages.js'
import { unpackBlock, verifyHtml } from './file-blocks.js'

/** What `npm run build` made of the page. */
const built = new URL('../../dist/page/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, built), 'utf8')

/** What stands in elements of a name: a script that is data says so. */
const inFile = (pattern: RegExp): readonly string[] =>
  [...verifyHtml.matchAll(pattern)].map(([, text = '']) => text)

// Some are in verify.html as they are; each is read once.
const scripts = new Set([
  ...['page', 'worker', 'later'].flatMap(name => [read(`${name}.js`), read(`translated-${name}.js`)]),
  read('worker-stamps.js'),
  ...inFile(/<script(?: type="text\/plain"[^>]*)?>([^]*?)<\/script>/g),
  unpackBlock('whole-worker'),
  ...languageTags.map(tag => unpackBlock(`words-${tag}`)),
])
const styles = [...['style.css', 'list.css'].map(read), ...inFile(/<style>([^]*?)<\/style>/g)]

/** What is used where it is there, and why nobody misses it elsewhere. */
const allowed: Readonly<Record<string, string>> = {
  '.fromHex': '@noble/hashes asks first whether it is there',
  '.toHex': '@noble/hashes asks first whether it is there',
  'Uint8Array.fromHex': '@noble/hashes asks first whether it is there',
  'is=': 'a member of recipes',
  'alpha=': 'the same',
  '.number': 'a text of the picture, which the file of words has',
  'RegExp v': 'tried: where it is not there, emoji are told apart less strictly',
  'autocapitalize=': 'for keyboards on a screen; Safari has it on phones, and the data is that of desktops',
  '::details-content': 'prints what is closed; elsewhere “Print everything” opens it first',
  'content-visibility': 'the same',
  'content-visibility: visible': 'the same',
  'break-after: avoid': 'where pages break, on paper',
  ':has': 'on paper, what is closed keeps its empty frame without it',
  'forced-color-adjust': 'for colours that Windows forces, which Safari does not have',
  'forced-color-adjust: none': 'the same',
  'print-color-adjust': '-webkit-print-color-adjust stands beside it',
  'print-color-adjust: exact': 'the same',
}

const isAllowed = (line: string): boolean => Object.keys(allowed).some(what => line.startsWith(`${what}: `))

await t.test('the page uses what Chromium 109, Firefox 115 and Safari 16.4 have', t => {
  t.equal(
    scripts.size,
    7 + 2 + 1 + languageTags.length,
    'the page in one file has a boot script, a program and a worker of its own',
  )
  t.equal(styles.length, 3)
  const found = [...[...scripts].flatMap(findInScript), ...styles.flatMap(findInStyle)]
  t.strictSame([...new Set(found)].filter(line => !isAllowed(line)).toSorted(), [])
  const unused = Object.keys(allowed).filter(what => !found.some(line => line.startsWith(`${what}: `)))
  t.strictSame(unused, [], 'what is allowed is there')
  t.end()
})

const younger: Readonly<Record<string, readonly [script: string, found: string]>> = {
  'a method of an unknown object': ['list.toSorted()', '.toSorted: chrome 110'],
  'a method that is called like a word': ['list.with(0, 1)', '.with: chrome 110'],
  'a method by a string': [`list['toReversed']()`, '.toReversed: chrome 110'],
  'a method taken out': ['const { isWellFormed } = text', '{ isWellFormed }: chrome 111, firefox 119'],
  'a function of a global': [
    'Object.groupBy(list, f)',
    'Object.groupBy: chrome 117, firefox 119, safari 17.4',
  ],
  'a method of an iterator': ['map.values().map(f)', 'values().map: chrome 122, firefox 131, safari 18.4'],
  'a global': ['new Float16Array(1)', 'Float16Array: chrome 135, firefox 129, safari 18.2'],
  'a constructor': ['class A extends Iterator {}', 'Iterator: chrome 122, firefox 131, safari 18.4'],
  'a flag': [`new RegExp('a', 'v')`, 'RegExp v: chrome 112, firefox 116, safari 17'],
  'a function of browsers': ['URL.parse(text)', 'URL.parse: chrome 126, firefox 126, safari 18'],
  'a method of browsers': [
    'document.startViewTransition()',
    '.startViewTransition: chrome 111, firefox 144, safari 18',
  ],
  'an attribute': [`element(document, { popover: 'auto' })`, 'popover=: chrome 114, firefox 125, safari 17'],
}

for (const [name, [script, found]] of Object.entries(younger)) {
  await t.test(`younger than the oldest browser: ${name}`, t => {
    t.strictSame(findInScript(script), [found])
    t.end()
  })
}

await t.test('what all have is not reported, whoever has it', t => {
  const script = `list.at(-1); list.findLast(f); structuredClone(a); Object.values(a).map(f); Object.hasOwn(a, b);
    class A { #x; static { this.y = /(?<=a)b/du } startViewTransition() {} }; new A().startViewTransition();
    const union = 1; use(union); [...map.entries()].map(f); AbortSignal.timeout(1)`
  t.strictSame(findInScript(script), [])
  t.strictSame(
    findInStyle('a:is(b){inset:0;width:min(1px,2dvh);color:rgb(0 0 0/50%)}@media(width>9px){a{gap:0}}'),
    [],
  )
  t.end()
})

await t.test('younger syntax is refused', t => {
  for (const script of ['/[a--b]/v', '/(?i:a)/', 'using a = b', '/(?<a>x)|(?<a>y)/']) {
    t.throws(() => findInScript(script), SyntaxError, script)
  }
  t.end()
})

const youngerStyles: Readonly<Record<string, readonly string[]>> = {
  'p{text-wrap:balance}': [
    'text-wrap: balance: chrome 114, firefox 121, safari 17.5',
    'text-wrap: chrome 114, firefox 121, safari 17.4',
  ],
  'a{text-decoration:underline dotted}': ['text-decoration: dotted: safari 26.2'],
  'a:has(b){top:0}': [':has: firefox 121'],
  'a{b{top:0}}': ['a rule within a rule: chrome 120, firefox 117, safari 17.2'],
  'a{color:light-dark(#fff,#000)}': ['light-dark(): chrome 123, firefox 120, safari 17.5'],
  '@starting-style{a{top:0}}': ['@starting-style: chrome 117, firefox 129, safari 17.5'],
  'a{colour:red}': ['colour: unknown'],
}

for (const [style, found] of Object.entries(youngerStyles)) {
  await t.test(`younger than the oldest browser: ${style}`, t => {
    t.strictSame(findInStyle(style), found)
    t.end()
  })
}
