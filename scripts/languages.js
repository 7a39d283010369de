// Compares the texts of each language with the English ones: `node scripts/languages.js [TAG…]` names what is missing, what
// English does not have, and what is the same as in English. Ends with 1 if there is any of these.
import { Buffer } from 'node:buffer'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const folder = new URL('../src/page/catalogue/', import.meta.url)

/** Texts that may be the same in another language: names, numbers and signs. */
const isWord = text => /\p{L}{2}/u.test(text)

/** Members of documents, and formats. */
const may = [/^grammar\.dates$/, /^answers\.unreadable\.others\.\d+\.0$/]

/** Words that are the same in another language. */
const alike = ['Pause', 'signature', 'place']

/** Their own names, by tag. */
export const { languageNames } = await load(new URL('../languages.ts', folder))

export const languages = Object.keys(languageNames)

/** All texts of a language. */
export const readCatalogue = tag => load(new URL(`${tag}/index.ts`, folder))

async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(path)],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

/** @returns a line for each difference. */
export function compare(english, other, path = '') {
  const kind = value => (Array.isArray(value) ? 'list' : value instanceof RegExp ? 'pattern' : typeof value)
  if (other === undefined) return [`${path} is missing`]
  if (kind(english) !== kind(other)) return [`${path} is a ${kind(other)}, in English a ${kind(english)}`]
  if (typeof english === 'function') {
    return other.length > english.length
      ? [`${path} takes ${other.length} values, in English ${english.length}`]
      : []
  }
  if (typeof english === 'string') {
    const isSame =
      other === english && isWord(english) && !alike.includes(english) && !may.some(one => one.test(path))
    return isSame ? [`${path} is the same as in English: ${english}`] : []
  }
  if (english === null || typeof english !== 'object' || english instanceof RegExp) return []
  const join = key => (path === '' ? key : `${path}.${key}`)
  return [
    // English has the report's words for some that other languages say themselves, and the other way round.
    ...Object.keys(english)
      .filter(key => !/^claims\.sayings\.[^.]*\.codes$/.test(path) || other[key] !== undefined)
      .flatMap(key => compare(english[key], other[key], join(key))),
    ...Object.keys(other)
      .filter(key => !(key in english) && !/^(?:claims\.(?:sayings|findings)|codes)\b/.test(path))
      .map(key => `${join(key)} is not in English`),
  ]
}

/** What reports and recipes say: in every language but English, by the English texts. */
export async function readPhraseFiles(tag) {
  const files = ['reasons', 'recipe-claims', 'recipe-values']
    .map(name => new URL(`${tag}/${name}.ts`, folder))
    .filter(path => existsSync(path))
  return Object.assign({}, ...(await Promise.all(files.map(load))))
}

/** With the labels of codes. */
async function readPhrases(tag) {
  const { codes } = await readCatalogue(tag)
  return Object.assign({}, codes.codeLabels, ...Object.values(await readPhraseFiles(tag)))
}

/** @returns a line for each of them that another language has. */
async function comparePhrases(tag) {
  const [own, ...others] = await Promise.all(
    [tag, ...languages.filter(one => one !== 'en' && one !== tag)].map(readPhrases),
  )
  const all = [...new Set(others.flatMap(Object.keys))]
  return all
    .filter(english => own[english] === undefined)
    .map(english => `there is no text for ${JSON.stringify(english)}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const english = await readCatalogue('en')
  const asked = process.argv.slice(2)
  let found = 0
  for (const tag of asked.length > 0 ? asked : languages.filter(one => one !== 'en')) {
    const lines = [...compare(english, await readCatalogue(tag)), ...(await comparePhrases(tag))]
    found += lines.length
    process.stdout.write(
      lines.length === 0 ? `${tag}: complete\n` : lines.map(line => `${tag}: ${line}\n`).join(''),
    )
  }
  process.exitCode = found > 0 ? 1 : 0
}
