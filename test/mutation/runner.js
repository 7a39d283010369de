// A test runner for StrykerJS that starts no process for a mutant: modules are loaded afresh with the mutant in them, and
// the blocks of tests that reach it are run, those that are likely to notice first, until one fails.
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin'
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A block that takes longer without a mutant is left out, and so is what would be run after so long with one: ms. */
export const budget = Number(process.env.BUDGET ?? 2500)

const { PLACES, SAMPLED } = process.env
const chosen = PLACES?.split(',')
/** Mutants by name, where not all that StrykerJS makes of a range are to be tried. */
const sample = SAMPLED && new Set(readFileSync(SAMPLED, 'utf8').split('\n'))

/** By what a mutant is told from every other one; lines and columns from zero. */
export function nameOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const file = fileName.slice(fileName.lastIndexOf('src/'))
  return JSON.stringify([file, start.line, start.column, end.line, end.column, mutatorName, replacement])
}

const places = chosen ?? [
  'core',
  'recipe',
  'verify',
  'explain',
  'protocol',
  'native',
  'model',
  'find',
  'render',
  'web',
  'hostile',
  'system/hostile',
  'system/protocol',
]
// Those in test/system take long, for the tests; a mutant is tried with single blocks of them.
const singles = chosen
  ? []
  : [
      'system/recipes',
      'properties',
      'system/page/check-document',
      'system/page/timeline',
      'page/answers',
      'page/paths',
    ]
/** Each of their blocks takes longer than what is run for a mutant; the last one keeps a driver from being loaded for good. */
const unfit = /protocol\/(?:hybrids|leaves|mutants)|core\/proofs|store\/open-store/

class InProcessRunner {
  #load
  #shim
  #plan
  /** Of each module: for how many of its mutants each block was run, and how many of these it killed. */
  #runs = new Map()

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    const root = process.cwd()
    this.#load = createRequire(join(root, 'runner.cjs'))
    // A test that is nobody for a while may not read them, and what failed once fails from then on.
    for (const name of ['pg', '@redis/client']) await import(name).catch(() => undefined)
    this.#load('./test/mutation/sqlite.cjs')
    this.#shim = this.#load('./test/mutation/tap.cjs')
    globalThis.__stryker__ = {}
    const inPlaces = places.flatMap(place =>
      existsSync(join(root, 'test', `${place}.test.js`))
        ? [`test/${place}.test.js`]
        : readdirSync(join(root, 'test', place), { recursive: true })
            .filter(file => file.endsWith('.test.js'))
            .map(file => `test/${place}/${file}`),
    )
    const files = [...inPlaces, ...singles.map(name => `test/${name}.test.js`)]
    const only = new RegExp(process.env.TESTS ?? '')
    this.files = files.filter(file => existsSync(join(root, file)) && only.test(file) && !unfit.test(file))
  }

  /** The blocks of a file, its modules new. */
  #loadFresh(file) {
    for (const [path, module] of Object.entries(this.#load.cache)) {
      if (this.#shim.isKept(path)) continue
      // What was loaded before would be held by what loaded it.
      module.children.length = 0
      if (module.parent) module.parent.children.length = 0
      delete this.#load.cache[path]
    }
    this.#shim.takeBlocks()
    this.#load(`./${file}`)
    return this.#shim.takeBlocks().map((block, at) => ({ ...block, id: `${file}#${at} ${block.name}` }))
  }

  async #run(blocks, id) {
    const block = blocks.find(one => one.id === id)
    if (block !== undefined) await this.#shim.runBlock(block)
  }

  async #passes(file, id) {
    try {
      await this.#run(this.#loadFresh(file), id)
      return true
    } catch {
      return false
    }
  }

  async dryRun() {
    const tests = []
    const plan = {}
    const leftOut = []
    // What is left over counts to the next block: StrykerJS would add all that no block accounts for to every time limit.
    let accounted = Date.now()
    for (const file of this.files) {
      delete globalThis.__stryker__.currentTestId
      let blocks
      try {
        blocks = this.#loadFresh(file)
      } catch (error) {
        leftOut.push(`${file}: cannot be loaded: ${error.stack}`)
        continue
      }
      const loaded = Object.keys(this.#load.cache)
        .map(path => relative(process.cwd(), path).split(sep).join('/'))
        .filter(path => path.startsWith('src/'))
      plan[file] = { loaded, named: namedIn(file), blocks: {} }
      for (const { id } of blocks) {
        const start = Date.now()
        let failure
        try {
          // As for a mutant: what needs other blocks to have run before it is left out.
          delete globalThis.__stryker__.currentTestId
          const fresh = this.#loadFresh(file)
          globalThis.__stryker__.currentTestId = id
          // One that waits longer is left out anyway, and may wait for ever.
          await Promise.race([this.#run(fresh, id), sleep(budget + 1000, undefined, { ref: false })])
        } catch (error) {
          failure = error
        }
        const timeSpentMs = Date.now() - start
        if (failure !== undefined || timeSpentMs > budget) {
          leftOut.push(`${id}: ${failure === undefined ? `${timeSpentMs} ms` : failure.stack}`)
          delete globalThis.__stryker__.mutantCoverage?.perTest[id]
          continue
        }
        plan[file].blocks[id] = timeSpentMs
        const now = Date.now()
        tests.push({ id, name: id, status: TestStatus.Success, timeSpentMs: now - accounted })
        accounted = now
      }
    }
    delete globalThis.__stryker__.currentTestId
    writeFileSync('.in-process.json', JSON.stringify(plan))
    // What StrykerJS says of a runner it hides.
    if (process.env.LEFT_OUT !== undefined) writeFileSync(process.env.LEFT_OUT, leftOut.join('\n'))
    return { status: DryRunStatus.Complete, tests, mutantCoverage: globalThis.__stryker__.mutantCoverage }
  }

  async mutantRun({ testFilter, activeMutant, hitLimit, sandboxFileName }) {
    this.#plan ??= JSON.parse(readFileSync('.in-process.json', 'utf8'))
    const source = relative(process.cwd(), sandboxFileName).split(sep).join('/').replace(/\.ts$/, '.js')
    const wanted = testFilter && new Set(testFilter)
    const space = globalThis.__stryker__
    space.activeMutant = activeMutant.id
    space.hitCount = hitLimit === undefined ? undefined : 0
    space.hitLimit = hitLimit
    delete space.mutantCoverage
    if (sample && !sample.has(nameOf(activeMutant))) return { status: MutantRunStatus.Survived, nrOfTests: 0 }
    const began = Date.now()
    const loaded = new Map()
    let nrOfTests = 0
    try {
      for (const { file, id } of this.#order(source, wanted)) {
        if (Date.now() - began > budget) break
        nrOfTests++
        const isFresh = !loaded.has(file)
        try {
          if (isFresh) loaded.set(file, this.#loadFresh(file))
          await this.#run(loaded.get(file), id)
          this.#count(source, id, false)
        } catch (error) {
          if (space.hitCount > hitLimit) return { status: MutantRunStatus.Timeout, reason: 'hit limit' }
          // It may be what another block left behind.
          if (!isFresh && (await this.#passes(file, id))) continue
          this.#count(source, id, true)
          return {
            status: MutantRunStatus.Killed,
            killedBy: [id],
            failureMessage: String(error),
            nrOfTests,
          }
        }
      }
      if (space.hitCount > hitLimit) return { status: MutantRunStatus.Timeout, reason: 'hit limit' }
      return { status: MutantRunStatus.Survived, nrOfTests }
    } finally {
      space.activeMutant = undefined
    }
  }

  /**
   * Blocks that reach a mutant: those of its module's own test first, then of tests that import it, then by what they
   * noticed before, what they cost, and how much else they are about.
   */
  #order(source, wanted) {
    const counts = this.#countsOf(source)
    // A test that loads little is about what it loads.
    const worth = ({ id, took, modules }) => {
      const { runs, kills } = counts.get(id) ?? { runs: 0, kills: 0 }
      return (kills + 1) / (runs + 2) / took / modules
    }
    return (
      Object.entries(this.#plan)
        .filter(([, { loaded }]) => loaded.includes(source))
        .flatMap(([file, { named, loaded, blocks }]) => {
          const isOwn = basename(file).includes(basename(source, '.js'))
          const own = isOwn ? 2 : named.includes(source) ? 1 : 0
          return Object.entries(blocks).map(([id, took]) => ({
            file,
            id,
            took: took + 1,
            modules: loaded.length,
            own,
          }))
        })
        .filter(({ id }) => wanted === undefined || wanted.has(id))
        // Of others many are quick, and together they would take the whole budget before the module's own begin.
        .sort((a, b) => b.own - a.own || worth(b) - worth(a))
    )
  }

  #countsOf(source) {
    const counts = this.#runs.get(source) ?? new Map()
    this.#runs.set(source, counts)
    return counts
  }

  #count(source, id, hasKilled) {
    const { runs, kills } = this.#countsOf(source).get(id) ?? { runs: 0, kills: 0 }
    this.#countsOf(source).set(id, { runs: runs + 1, kills: kills + (hasKilled ? 1 : 0) })
  }
}

/** Modules that a test itself imports. */
function namedIn(file) {
  const source = readFileSync(file.replace(/\.js$/, '.ts'), 'utf8')
  return [...source.matchAll(/'((?:\.\.\/)+src\/[^']+\.js)'/g)].map(([, name]) => join(dirname(file), name))
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)]
