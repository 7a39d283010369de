// Makes dist/page/: the script, the worker and the style of the page that the server serves, under names that change
// with their content; assets.json, which says what they are called; verify.html, which is all of it in one file; and its icons.
// The same sources give the same bytes.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { minify_sync as minify } from 'terser'
import { leanNoble } from './lean-noble.js'
import { languageNames, languages, readCatalogue, readPhraseFiles } from './languages.js'

const root = new URL('../', import.meta.url)
const source = new URL('src/page/', root)
const target = new URL('dist/page/', root)

const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

/** A style sheet may import the colours, which a module has, since reports need them too. */
const tokens = {
  name: 'tokens',
  setup(build) {
    build.onLoad({ filter: /tokens\.ts$/ }, async () => ({ contents: await readTokens(), loader: 'css' }))
  },
}

async function readTokens() {
  const path = fileURLToPath(new URL('src/render/tokens.ts', root))
  const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'ts' })
  const module = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  return module.tokens
}

/** One file with all that it imports; plain ASCII, so that it reads the same whatever the charset. */
async function bundle(path, options) {
  const { outputFiles } = await build({
    ...(options.stdin === undefined && { entryPoints: [fileURLToPath(new URL(path, source))] }),
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
    charset: 'ascii',
    define: { verifierVersion: JSON.stringify(version), isTranslated: 'false' },
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
    ...options,
  })
  return outputFiles[0].text
}

/** A script that is loaded at once: names that are alike in all functions compress better, which esbuild does not do. */
async function bundleFirst(path, options) {
  const text = await bundle(path, { format: 'iife', ...options })
  const format = { ascii_only: true, quote_style: 1 }
  return minify(text, {
    ecma: 2022,
    compress: { passes: 4, keep_fargs: false, unsafe_arrows: true, unsafe_methods: true },
    format,
  }).code
}

/** Modules that are alike compress better side by side: these come first, in this order. */
function putFirst(path, names) {
  const contents = [...names, `./${path}`].map(name => `import 'first:${name}'`).join('\n')
  const plugin = {
    name: 'first',
    setup(build) {
      build.onResolve({ filter: /^first:/ }, async ({ path: name, resolveDir, kind }) => ({
        ...(await build.resolve(name.slice('first:'.length), { resolveDir, kind })),
        sideEffects: true,
      }))
    },
  }
  return { stdin: { contents, resolveDir: fileURLToPath(source) }, plugins: [plugin] }
}

/** Without the hints of errors, which are for the command line: a page says in words of its own what to do. */
function withoutHints(text) {
  const hint = String.raw`hint:(?:'(?:[^'\\]|\\.)*'|\`(?:[^\`\\]|\\.)*\`)`
  const shorter = text.replace(new RegExp(`,\\{${hint}\\}|,${hint}|${hint},?`, 'g'), '')
  // Throws if that is no program any more.
  new Script(shorter)
  return shorter
}

/** What the worker of raffles does without. */
function leaveOut(kind, names) {
  const absent = fileURLToPath(new URL(`dom/absent-${kind}.ts`, source))
  return Object.fromEntries(names.map(name => [`@noble/${kind}/${name}.js`, absent]))
}

/**
 * What comes with the program of time-stamps, BN254, in which only rounds of drand's evmnet are signed, ML-DSA-44 and
 * policies of witnesses; and what no page needs.
 */
const withoutRare = {
  name: 'without-what-is-rare',
  setup(build) {
    build.onResolve({ filter: /^\.\/(?:bn254|ml-dsa|rsa|tree-head|witness-policy)\.js$/ }, ({ path }) => ({
      path: fileURLToPath(new URL(`dom/absent-${path.slice(2, -'.js'.length)}.ts`, source)),
    }))
  },
}

/** noble says in words what is wrong with points and keys, for whoever programs with it: nothing of that reaches a page. */
const quietNoble = leanNoble(text =>
  text.replace(
    /new (Error|TypeError|RangeError)\((?:[^()'"`]|'[^'\n]*'|"[^"\n]*"|`[^`\n]*`)*\)/g,
    'new $1()',
  ),
)

/**
 * On the page every document was parsed from JSON without `__proto__`, so that its members are its own: validators ask for
 * that at each member.
 */
const leanValidators = {
  name: 'lean-validators',
  setup(build) {
    build.onLoad({ filter: /model[\\/]validators[\\/].*\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8')
        .replace(/!==void 0&&[\w$]+\.call\([\w$.]+,"[^"]*"\)/g, '!==void 0')
        .replace(/===void 0\|\|![\w$]+\.call\([\w$.]+,"[^"]*"\)/g, '===void 0')
      return { contents, loader: 'ts' }
    })
  },
}

/** Without the last sentence of a bundle's report: who could have chosen is said in the words of the page. */
const withoutLastSentence = {
  name: 'without-last-sentence',
  setup(build) {
    build.onLoad({ filter: /bundle[\\/]bundle-choice\.ts$/ }, ({ path }) => {
      const said = /(\bwho|\brefuse|'refuse-seen'|\bfill):\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`)/g
      return { contents: readFileSync(path, 'utf8').replace(said, "$1: ''"), loader: 'ts' }
    })
  },
}

/** The texts of raffles, and then those of published draws and of the page in one file. */
const texts = [
  'answers',
  'claims',
  'grammar',
  'labels',
  'picture',
  'result',
  'draws',
  'phrases',
  'file-labels',
]
const english = await readCatalogue('en')
const camel = name => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const namesOf = modules =>
  modules.flatMap(module => Object.keys(english[camel(module)]).map(name => ({ module, name })))

/** For other languages than English: every text is at its place in a list, which is loaded before. */
const translated = {
  name: 'translated',
  setup(build) {
    build.onLoad({ filter: /catalogue[\\/]en[\\/][\w-]+\.ts$/ }, ({ path }) => {
      const own = namesOf(texts).map((one, at) => ({ ...one, at }))
      const lines = own
        .filter(({ module }) => module === basename(path, '.ts'))
        .map(({ name, at }) => `export const ${name} = /* @__PURE__ */ word(${at})`)
      return { contents: ['const word = at => globalThis.drawauditWords[at]', ...lines].join('\n') }
    })
  },
}

/** That list in one language. */
async function bundleWords(tag, modules) {
  const folder = new URL(`catalogue/${tag}/`, source)
  const own = namesOf(modules)
  const imports = own.map(({ module, name }, at) => `import { ${name} as w${at} } from './${module}.js'`)
  const contents = [...imports, `globalThis.drawauditWords = [${own.map((_, at) => `w${at}`).join()}]`]
  const stdin = { contents: contents.join('\n'), resolveDir: fileURLToPath(folder) }
  return bundle('', { format: 'iife', stdin, charset: 'utf8', plugins: [withoutEnglish(tag)] })
}

/** What reports and recipes say has its English beside it in every language: the program of draws has that once. */
const englishPhrases = Object.fromEntries(
  Object.entries(await readPhraseFiles('de')).map(([name, phrases]) => [name, Object.keys(phrases)]),
)
const joinPhrases = `for(const join of globalThis.drawauditPhrases??[])join(${JSON.stringify(englishPhrases)});\n`

function withoutEnglish(tag) {
  return {
    name: 'without-english',
    setup(build) {
      build.onLoad({ filter: /catalogue[\\/]\w\w[\\/](?:reasons|recipe-\w+)\.ts$/ }, async ({ path }) => {
        const name = camel(basename(path, '.ts'))
        const { [name]: phrases } = await readPhraseFiles(tag)
        const values = JSON.stringify(englishPhrases[name].map(english => phrases[english]))
        const contents = `export const ${name} = {}
const values = ${values}
;(globalThis.drawauditPhrases ??= []).push(english => english.${name}.forEach((key, at) => { ${name}[key] = values[at] }))`
        return { contents }
      })
    },
  }
}

const validators = [
  ...['envelope', 'observation', 'list-attestation', 'entry-proof', 'receipt', 'audit-record'],
  ...['statement', 'bundle', 'trust'],
]
/** The program of a raffle's page, of its worker, and of what is opened later. */
async function bundleServed(plugins, define) {
  const ofPage = putFirst(
    'dom/main.ts',
    ['labels', 'result', 'picture'].map(name => `./catalogue/en/${name}.js`),
  )
  const page = await bundleFirst('dom/main.ts', {
    ...ofPage,
    plugins: [...ofPage.plugins, ...plugins],
    define,
  })
  const ofWorker = putFirst('dom/worker.ts', [
    ...['bls12-381', 'ed25519'].map(name => `@noble/curves/${name}.js`),
    ...validators.map(name => `../model/validators/${name}.js`),
    ...['answers', 'claims'].map(name => `./catalogue/en/${name}.js`),
  ])
  const lightWorker = await bundleFirst('dom/worker.ts', {
    stdin: ofWorker.stdin,
    plugins: [...ofWorker.plugins, withoutRare, quietNoble, leanValidators, withoutLastSentence, ...plugins],
    alias: {
      ...leaveOut('hashes', ['blake1', 'blake2', 'blake3', 'legacy', 'sha3']),
      ...leaveOut('curves', ['nist', 'secp256k1']),
    },
  })
  const later = await bundle('dom/main-later.ts', { format: 'iife', plugins, define: { laterStyle } })
  return { page, worker: withoutHints(lightWorker), later }
}

const laterStyle = JSON.stringify((await bundle('dom/later.css', { plugins: [tokens] })).trim())
const define = { verifierVersion: JSON.stringify(version) }
const own = await bundleServed([], { ...define, isTranslated: 'false' })
const anyLanguage = await bundleServed([translated], { ...define, isTranslated: 'true' })
const ofRaffles = texts.filter(name => !['draws', 'phrases', 'file-labels'].includes(name))
const words = await Promise.all(
  languages.map(async tag => ({
    tag,
    served: await bundleWords(tag, ofRaffles),
    all: await bundleWords(tag, texts),
  })),
)
const stampWorker = await bundle('dom/worker-stamps.ts', { format: 'iife', plugins: [quietNoble] })
const bootScript = await bundle('dom/boot-file.ts', { format: 'iife' })
const fileScript = await bundle('dom/main-file.ts', { format: 'iife', plugins: [translated] })
const fileParts = putFirst('dom/worker-draws.ts', ['./dom/worker-stamps.js'])
const everyWorker = await bundleFirst('dom/worker-draws.ts', {
  stdin: fileParts.stdin,
  plugins: [...fileParts.plugins, quietNoble, translated],
})
const wholeWorker = joinPhrases + withoutHints(everyWorker)
const style = await bundle('dom/style.css', { plugins: [tokens] })
const listStyle = await bundle('dom/list.css', { plugins: [tokens] })
const fileStyle = await bundle('dom/file.css', { plugins: [tokens] })

const hash = (algorithm, text) => createHash(algorithm).update(text)
const parts = [
  ...Object.entries(own).map(([name, text]) => [`${name}.js`, text, 'text/javascript']),
  ...Object.entries(anyLanguage).map(([name, text]) => [`translated-${name}.js`, text, 'text/javascript']),
  ...words
    .filter(({ tag }) => tag !== 'en')
    .map(({ tag, served }) => [`words-${tag}.js`, served, 'text/javascript']),
  ['worker-stamps.js', stampWorker, 'text/javascript'],
  ['style.css', style, 'text/css'],
  ['list.css', listStyle, 'text/css'],
  ['verify.html', makeFile(), 'text/html'],
  ['icon.svg', readFileSync(new URL('icon.svg', source)), 'image/svg+xml'],
  ['favicon.ico', readFileSync(new URL('favicon.ico', source)), 'image/x-icon'],
]

mkdirSync(target, { recursive: true })
// Those of a build before, whose names were other ones.
for (const name of readdirSync(target)) {
  if (
    /^((translated-)?(page|worker|later)|words-[a-z]+|worker-stamps|style|list|verify|icon|favicon)-[0-9a-f]{8}\./.test(
      name,
    )
  )
    rmSync(new URL(name, target))
}
const assets = {}
for (const [name, text, type] of parts) {
  const named = name.replace('.', `-${hash('sha256', text).digest('hex').slice(0, 8)}.`)
  const bytes = Buffer.from(text)
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }
  write(name, bytes)
  write(named, bytes)
  write(`${named}.br`, brotliCompressSync(bytes, brotli))
  write(`${named}.gz`, gzipSync(bytes, { level: 9 }))
  assets[name] = { name: named, integrity: `sha384-${hash('sha384', text).digest('base64')}`, type }
}
write('assets.json', `${JSON.stringify(assets, null, 2)}\n`)

function write(name, content) {
  writeFileSync(new URL(name, target), content)
}

/** The page in one file. What is data in it is not run, so it needs no hash, and may be added later. */
function makeFile() {
  const folder = new URL('recipes/', root)
  const recipes = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))])
  const digest = text => `'sha256-${hash('sha256', text).digest('base64')}'`
  const csp = [
    "default-src 'none'",
    `script-src ${[bootScript, fileScript, anyLanguage.later, ...words.map(({ all }) => all)].map(digest).join(' ')}`,
    `style-src ${digest(fileStyle)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const values = {
    style: `<style>${within('style', fileStyle)}</style>`,
    recipes: `<script type="application/octet-stream" id="recipes">${pack(JSON.stringify(Object.fromEntries(recipes)))}</script>`,
    words: words
      .map(
        ({ tag, all }) => `<script type="application/octet-stream" id="words-${tag}">${pack(all)}</script>`,
      )
      .join('\n    '),
    languages: `<nav id="languages" aria-label="Language" lang="en">${words.map(({ tag }) => `<a href="?lang=${tag}" lang="${tag}" hreflang="${tag}">${languageNames[tag]}</a>`).join('\n')}</nav>`,
    later: `<script type="text/plain" id="later">${within('script', anyLanguage.later)}</script>`,
    worker: `<script type="text/plain" id="worker">${within('script', anyLanguage.worker)}</script>`,
    program: `<script type="text/plain" id="program">${within('script', fileScript)}</script>`,
    'whole-worker': `<script type="application/octet-stream" id="whole-worker">${pack(wholeWorker)}</script>`,
    script: `<script>${within('script', bootScript)}</script>`,
  }
  return readFileSync(new URL('verify.html', source), 'utf8')
    .replace("default-src 'none'", () => csp)
    .replace(
      /<!-- (style|languages|words|recipes|later|worker|whole-worker|program|script) -->/g,
      (_, name) => values[name],
    )
}

/** Text that is much alike in a third of its bytes, for the page to unpack when it needs it. */
function pack(text) {
  return deflateRawSync(text, { level: 9 }).toString('base64')
}

/** Text that does not end its element, nor hide the end of it. */
function within(element, text) {
  if (/<!--/.test(text) || text.toLowerCase().includes(`</${element}`)) {
    throw new Error(`verify.html cannot hold this in a ${element} element`)
  }
  return text
}
