// What the finder makes of a platform's values, by the commands that a user would type, and how good the recipe is.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib.js'

/** Both read a list of draws; one alone stands as it is. */
const asFile = draws => JSON.stringify(draws.length === 1 ? draws[0] : draws, undefined, 2)

/**
 * Searches in the draws of a platform, in a folder of its own, and tries what was found on those that were held back.
 * `verdict` is `whole`, `in part`, `not` or `wrong`; `missing` are the values that the recipe does not check against
 * what they have to be; `contradicted`, how many of the draws that were held back it refutes.
 */
export async function judge(platform, folder, seconds) {
  mkdirSync(folder, { recursive: true })
  const [values, recipe] = [join(folder, 'values.json'), join(folder, 'recipe.json')]
  writeFileSync(values, asFile(platform.draws))
  // Of an earlier run, where the folder is kept.
  rmSync(recipe, { force: true })
  const begin = performance.now()
  const search = await run(
    'recipe',
    'find',
    values,
    '-o',
    recipe,
    '--force',
    '--seconds',
    seconds,
    '--format',
    'json',
  )
  const found = {
    seconds: (performance.now() - begin) / 1000,
    candidates: search.output?.candidates,
    outcome: search.output?.outcome ?? search.problem,
  }
  const all = [...platform.facts.keys()]
  if (!existsSync(recipe)) return { ...found, verdict: 'not', missing: all, contradicted: 0 }
  return { ...found, ...(await tryRecipe(platform, folder, recipe, all)) }
}

async function tryRecipe({ heldOut, forgeries, hidden }, folder, recipe, all) {
  const file = join(folder, 'held-out.json')
  writeFileSync(file, asFile([...heldOut, ...forgeries.map(({ values }) => values)]))
  const { output, problem } = await run('verify', file, '--recipe', recipe, '--format', 'json')
  const verdicts = output?.subjects?.map(({ verdict }) => verdict) ?? []
  if (verdicts.length !== heldOut.length + forgeries.length)
    throw new Error(`${file}: ${verdicts.length} subjects verified: ${problem ?? 'no error'}`)
  const contradicted = verdicts.slice(0, heldOut.length).filter(one => one === 'refuted').length
  const unseen = forgeries.filter((_, at) => verdicts[heldOut.length + at] !== 'refuted')
  const missing = all.filter(fact => unseen.some(({ name }) => name === fact))
  return { contradicted, missing, verdict: decide({ contradicted, missing, all, hidden }) }
}

function decide({ contradicted, missing, all, hidden }) {
  if (contradicted > 0) return 'wrong'
  return missing.length === 0 && !hidden ? 'whole' : missing.length < all.length || hidden ? 'in part' : 'not'
}

/** A command of the built package: what it printed as JSON, or what went wrong. */
async function run(...args) {
  const child = spawn(process.execPath, [join(root, 'bin/drawaudit.js'), ...args.map(String)])
  let [text, problem] = ['', '']
  child.stdout.on('data', chunk => (text += chunk))
  child.stderr.on('data', chunk => (problem += chunk))
  const code = await new Promise(resolve => child.once('close', resolve))
  try {
    return { output: JSON.parse(text) }
  } catch {
    return { problem: `exit ${code}: ${problem.trim().split('\n')[0]}` }
  }
}
