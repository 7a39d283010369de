// Renews the tables of docs/PLATFORMS.md: who draws what is written there by hand, and all else is what the recipes declare and
// the reports under fixtures/reports/ say. `node scripts/platforms.js --write` writes the page anew.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const file = new URL('docs/PLATFORMS.md', root)
const readJson = path => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const list = folder => readdirSync(new URL(folder, root), { encoding: 'utf8' }).toSorted()

/** Whether a draw is an example, a test or a value alone, rather than one that somebody could win: its title says so. */
const isExample = ({ title }) =>
  /\b(example|test|testing|sample|instructions|pulse)\b|^(round|ticket number|first address) |serial number|, ticket number of/i.test(
    title,
  )

/** The draws of a recipe, each with the report on it: published ones, or else made-up ones. */
function drawsOf(name) {
  const folder = `fixtures/draws/${name}/`
  const real = existsSync(new URL(folder, root)) ? list(folder).map(path => `${folder}${path}`) : []
  const files = real.length > 0 ? real : list('fixtures/samples/').map(path => `fixtures/samples/${path}`)
  const draws = files
    .map(path => ({
      draw: readJson(path),
      report: readJson(path.replace('fixtures/', 'fixtures/reports/')),
      isReal: real.length > 0,
    }))
    .filter(({ draw }) => draw.recipe === name)
  return draws.toSorted((a, b) => b.report.level - a.report.level)
}

/** Claims about a block that more headers, or a pin of one's own, would prove. */
const blockCodes = ['block-unpinned', 'headers-short']

/** What a claim that is not proven would take, in words of the report. */
function missingFor({ code, message }) {
  if (code === 'beacon-signature-missing') return 'the signature of the drand round'
  if (code === 'randomness-missing')
    return 'public randomness: nothing from outside the organiser’s hands takes part'
  if (blockCodes.includes(code)) return 'a comparison of the block with its chain, which was not made here'
  const [, takes] = /: it would take (.*)$/s.exec(message) ?? []
  return takes ?? message.slice(message.indexOf(': ') + 2)
}

function missing({ claims, level }) {
  const refuted = claims.find(({ status }) => status === 'refuted')
  if (level === 0 && refuted !== undefined) return `refuted: ${refuted.message}`
  if (!claims.some(({ id }) => id === 'winner.derived')) return 'not asked: there is no draw'
  const open = claims.filter(
    ({ id, status, code }) =>
      status !== 'proven' &&
      !id.startsWith('evidence.') &&
      id !== 'level.reached' &&
      // The claim about the random number says it too.
      !(id === 'choice.bound' && code === 'value-unproven'),
  )
  const parts = [...new Set(open.map(missingFor))]
  const published = 'not published: '
  const absent = parts.filter(part => part.startsWith(published)).map(part => part.slice(published.length))
  // Each value once, however many claims rest on it.
  const names = [...new Set(absent.join(', ').split(', '))].filter(name => name !== '').join(', ')
  const all = [
    ...(names === '' ? [] : [`${published}${names}`]),
    ...parts.filter(part => !part.startsWith(published)),
  ]
  return all.length > 0 ? all.join('; ') : 'nothing more than in every row'
}

const levels = { 0: 'refuted', 1: 'well formed only', 2: 'authentic', 3: 'reproducible', 4: 'unsteerable' }

function checked(draws) {
  if (!draws[0].isReal) return 'none found; tried on our own values'
  const examples = draws.filter(({ draw }) => isExample(draw)).length
  const real = draws.length - examples
  const refuted = draws
    .filter(({ report }) => report.level === 0)
    .map(({ draw, report }) => {
      const { message } = report.claims.find(({ status }) => status === 'refuted')
      return `; of these refuted, ${draw.title}: ${message}`
    })
  const parts = [
    ...(real > 0 ? [`${real} real`] : []),
    ...(examples > 0 ? [`${examples} example${examples > 1 ? 's' : ''}`] : []),
  ]
  return `${parts.join(', ')}${draws.length > 1 ? refuted.join('') : ''}`
}

const cell = text => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** The row of a recipe, with what was written by hand of what it draws. */
export function rowOf(name, what) {
  const { title, source, inputs } = readJson(`recipes/${name}.json`)
  const draws = drawsOf(name)
  const shown = Object.keys(inputs).filter(key => draws.some(({ draw }) => key in draw.published))
  const publishes = [...new Set(shown.map(key => inputs[key].title))].join(', ')
  const { level } = draws[0].report
  const cells = [
    `${/^https?:/.test(source) ? `[${title}](${source.split(' ')[0]})` : title} \`${name}\``,
    what,
    publishes,
    level === 0 ? 'refuted' : `${level} ${levels[level]}`,
    missing(draws[0].report),
    checked(draws),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** The page as it should be: each row of a recipe as the files have it, and the counts. */
export function renderPlatforms(text) {
  const rows = text.replaceAll(/^\| [^|]* `([a-z0-9-]+)` \| ([^|]*) \|.*\|$/gm, (_, name, what) =>
    rowOf(name, what),
  )
  const names = list('recipes/').map(path => path.replace('.json', ''))
  const all = names.flatMap(name => drawsOf(name))
  const real = all.filter(({ draw, isReal }) => isReal && !isExample(draw))
  const best = names.map(name => drawsOf(name)[0])
  const counts = {
    recipes: names.length,
    published: best.filter(({ isReal }) => isReal).length,
    real: real.length,
    platforms: new Set(real.map(({ draw }) => draw.recipe)).size,
    reproducible: new Set(real.filter(({ report }) => report.level >= 3).map(({ draw }) => draw.recipe)).size,
    unsteerable: all.filter(({ report, isReal }) => isReal && report.level >= 4).length,
  }
  return rows.replaceAll(/<!-- (\w+) -->\d+/g, (_, key) => `<!-- ${key} -->${counts[key]}`)
}

if (process.argv.includes('--write')) writeFileSync(file, renderPlatforms(readFileSync(file, 'utf8')))
