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

/** Whether somebody could win by it: neither an example nor made up. */
const tookEffect = ({ draw, isReal }) => isReal && !isExample(draw)

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
  // The first one is shown: a draw that somebody could win before an example, and of these the one of the highest level.
  return draws.toSorted((a, b) => isExample(a.draw) - isExample(b.draw) || b.report.level - a.report.level)
}

/** Claims about a block that more headers, or a pin of one's own, would prove. */
const blockCodes = ['block-unpinned', 'headers-short']

/** What the values that were found do not have: each name once, however many claims rest on it. */
const absentIn = message => /: not published: (.*)$/s.exec(message)?.[1].split(', ') ?? []

/** What the organiser is not seen to have published, by a claim that is not proven. */
function unseenOf({ code, message }) {
  if (code === 'value-missing') return absentIn(message)
  if (code === 'randomness-missing') return ['randomness from outside the organiser’s hands']
  const [, open] = /: nothing (?:that was published beforehand )?fixes (.*)$/s.exec(message) ?? []
  return open === undefined ? [] : [`a commitment to ${open}`]
}

/** What may well exist and was not compared, by a claim that is not proven. */
function uncomparedOf({ code, message }) {
  if (code === 'beacon-signature-missing') return ['the signature of the drand round, which drand has']
  if (blockCodes.includes(code)) return ['the block, with its chain']
  const [, subject = '', takes = ''] = /^(.*?) (?:is|was|are|were) .*: it would take (.*)$/s.exec(
    message,
  ) ?? [undefined, '', /: it would take (.*)$/s.exec(message)?.[1]]
  if (takes === '') return []
  // The report's words refer to the claim before them, which the page leaves out.
  return [takes.replace(/^its /, `${subject}’s `).replace('how they were', `how ${subject} were`)]
}

/** Values that the organiser did publish and the files here do not have, as the notes of these draws say. */
const leftOut = {
  'chainlink-vrf': { 'the snapshot hash': 'the snapshot with its hash: names are replaced here' },
  'ethvm-survey': { 'the list of hashed handles': 'the list of hashed handles, which was not at hand' },
}

/** The two cells on what a draw lacks for level 4: not seen from the organiser, and not compared here. */
function lacking(name, { claims }, isValue) {
  if (isValue) return ['–', '–']
  const open = claims.filter(
    ({ id, status, code }) =>
      status === 'not-provable' &&
      !id.startsWith('evidence.') &&
      id !== 'level.reached' &&
      // The claim about the random number says it too.
      !(id === 'choice.bound' && code === 'value-unproven'),
  )
  const ours = leftOut[name] ?? {}
  const unseen = open.flatMap(claim => unseenOf(claim))
  return [
    unseen.filter(part => !(part in ours)),
    [
      ...unseen.filter(part => part in ours).map(part => ours[part]),
      ...open.flatMap(claim => uncomparedOf(claim)),
    ],
  ].map(parts => [...new Set(parts)].join('; ') || '–')
}

const levels = { 0: 'refuted', 1: 'well formed only', 2: 'authentic', 3: 'reproducible', 4: 'unsteerable' }
const levelOf = ({ report: { level } }) => (level === 0 ? levels[0] : `${level} ${levels[level]}`)
const countOf = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`

const refutedOf = draws =>
  draws
    .filter(({ report }) => report.level === 0)
    .map(({ draw, report }) => {
      const { code, message, found } = report.claims.find(({ status }) => status === 'refuted')
      const why = code === 'order-broken' ? `${message}, and is ${found}` : message
      return `refuted${draws.length > 1 ? `, ${draw.title}` : ''}: ${why}`
    })

const hasProven = ({ report: { claims } }, pattern) =>
  claims.some(({ id, status }) => status === 'proven' && pattern.test(id))

/** Claims of a random number that is the one of its source. */
const genuine = /^(?:randomness|beacon)\.genuine$/

const namesWinner = ({ report: { claims } }) => claims.some(({ id }) => id === 'winner.derived')

/** What was shown of the draws, the best one first: of one that nobody could win, that no draw was seen. */
function shown(draws) {
  const real = draws.filter(one => tookEffect(one))
  if (real.length > 0) {
    const [best, worst] = [real[0], real.at(-1)].map(levelOf)
    const isGenuine = real.every(one => hasProven(one, genuine))
    const ends = best === worst ? best : `best ${best}, worst ${worst}`
    const counted = `${countOf(real.length, 'draw')}${isGenuine ? ', random number genuine' : ''}`
    const refuted = refutedOf(real)
    return real.length === refuted.length
      ? `${refuted.join('; ')} (${counted})`
      : [`${ends} (${counted})`, ...refuted].join('; ')
  }
  const [best] = draws
  if (!namesWinner(best)) {
    if (!best.isReal) return 'no draw seen; the rule gives a number, and no winner'
    return `no draw, a number alone${hasProven(best, genuine) ? '; its signature holds' : ''}`
  }
  if (!best.isReal) return `no draw seen; values made up here show level ${best.report.level}`
  const examples =
    draws.length === 1 ? 'an example shows level' : `the best of ${draws.length} examples shows level`
  return [`no draw seen; ${examples} ${best.report.level}`, ...refutedOf(draws)].join('; ')
}

const cell = text => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** What others recorded of these has no signature that a calculation could check. */
const withoutProof = /\bdice\b|\brolled\b|lotteries|EuroMillions|sources that were named/

/** The row of a recipe, with what was written by hand of what it draws. */
export function rowOf(name, what) {
  const { title, source, inputs } = readJson(`recipes/${name}.json`)
  const draws = drawsOf(name)
  const given = Object.keys(inputs).filter(key => draws.some(({ draw }) => key in draw.published))
  const publishes = [...new Set(given.map(key => inputs[key].title))].join(', ')
  const [best] = draws
  const [unseen, uncompared] = lacking(name, best.report, best.isReal && !namesWinner(best))
  const cells = [
    `${/^https?:/.test(source) ? `[${title}](${source.split(' ')[0]})` : title} \`${name}\``,
    what,
    publishes,
    `${shown(draws)}${withoutProof.test(uncompared) ? '; 3 at most: its source signs nothing' : ''}`,
    unseen,
    uncompared,
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** The rules of which a draw that somebody could win stays below level 3: the summary of the page names each. */
export const rulesBelowThree = () =>
  list('recipes/')
    .map(path => path.replace('.json', ''))
    .filter(name => drawsOf(name).some(one => tookEffect(one) && one.report.level < 3))

/** The page as it should be: each row of a recipe as the files have it, and the counts. */
export function renderPlatforms(text) {
  const rows = text.replaceAll(/^\| [^|]* `([a-z0-9-]+)` \| ([^|]*) \|.*\|$/gm, (_, name, what) =>
    rowOf(name, what),
  )
  const rules = list('recipes/').map(path => drawsOf(path.replace('.json', '')))
  const realOf = draws => draws.filter(one => tookEffect(one))
  const drawn = rules.filter(draws => realOf(draws).length > 0)
  const real = rules.flatMap(draws => realOf(draws))
  const reaching = level => real.filter(({ report }) => report.level >= level).length
  const counts = {
    rules: rules.length,
    drawn: drawn.length,
    untried: rules.filter(([best]) => !best.isReal).length,
    exampled: rules.filter(draws => draws[0].isReal && realOf(draws).length === 0).length,
    real: real.length,
    reproducible: reaching(3),
    refuted: real.length - reaching(1),
    partial: reaching(1) - reaching(3),
    reached: drawn.filter(draws => realOf(draws)[0].report.level >= 3).length,
    unsteerable: reaching(4),
    genuine: real.filter(({ report }) => report.level > 0).filter(one => hasProven(one, genuine)).length,
  }
  return rows.replaceAll(/<!-- (\w+) -->\d+/g, (_, key) => `<!-- ${key} -->${counts[key]}`)
}

if (process.argv.includes('--write')) writeFileSync(file, renderPlatforms(readFileSync(file, 'utf8')))
