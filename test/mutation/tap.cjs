// As much of tap as the tests of what decides use, in one process: blocks at the top of a file are collected, and run one
// by one by the runner. A failed assertion throws.
'use strict'
const { isDeepStrictEqual } = require('node:util')
const { mkdtempSync, mkdirSync, rmSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { dirname, join } = require('node:path')
const { createRequire } = require('node:module')
// tap's own comparisons.
const { has, match, same, strict } = createRequire(require.resolve('tap'))('tcompare')

/** What no mutant is in stays loaded. */
const isKept = path => /[\\/](?:node_modules|validators)[\\/]|\.cjs$/.test(path)

/** The file of whoever called a function. */
function callerOf(called) {
  const { prepareStackTrace } = Error
  try {
    Error.prepareStackTrace = (_, sites) => sites[0].getFileName()
    const found = {}
    Error.captureStackTrace(found, called)
    return found.stack
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}

class Failed extends Error {}

class Test {
  constructor(name) {
    this.name = name
    this.cleanups = []
    this.waiting = []
  }
  #assert(holds, what, message) {
    if (!holds) throw new Failed(`${this.name}: ${message || what}`)
    return true
  }
  ok(value, message) {
    return this.#assert(value, 'not ok', message)
  }
  notOk(value, message) {
    return this.#assert(!value, 'ok', message)
  }
  equal(found, wanted, message) {
    return this.#assert(Object.is(found, wanted), 'not equal', message)
  }
  not(found, wanted, message) {
    return this.#assert(!Object.is(found, wanted), 'equal', message)
  }
  same(found, wanted, message) {
    return this.#assert(
      isDeepStrictEqual(found, wanted) || same(found, wanted).match,
      'not the same',
      message,
    )
  }
  notSame(found, wanted, message) {
    return this.#assert(!same(found, wanted).match, 'the same', message)
  }
  strictSame(found, wanted, message) {
    return this.#assert(
      isDeepStrictEqual(found, wanted) || strict(found, wanted).match,
      'not strictly the same',
      message,
    )
  }
  match(found, wanted, message) {
    return this.#assert(match(found, wanted).match, 'no match', message)
  }
  has(found, wanted, message) {
    return this.#assert(has(found, wanted).match, 'not there', message)
  }
  notMatch(found, wanted, message) {
    return this.#assert(!match(found, wanted).match, 'a match', message)
  }
  type(value, type, message) {
    return this.#assert(
      typeof type === 'string' ? typeof value === type : value instanceof type,
      'another type',
      message,
    )
  }
  fail(message) {
    return this.#assert(false, 'failed', message)
  }
  pass() {
    return true
  }
  comment() {}
  setTimeout() {}
  intercept(object, name, descriptor) {
    const before = Object.getOwnPropertyDescriptor(object, name)
    Object.defineProperty(object, name, { ...descriptor, configurable: true })
    this.teardown(() => Object.defineProperty(object, name, before))
  }
  end() {}
  doesNotThrow(call, message) {
    try {
      call()
    } catch (error) {
      this.#assert(false, `threw ${error}`, message)
    }
    return true
  }
  throws(call, wanted, message) {
    let thrown
    try {
      call()
    } catch (error) {
      thrown = error
    }
    return this.#thrown(thrown, wanted, message)
  }
  async rejects(promise, wanted, message) {
    let thrown
    try {
      await (typeof promise === 'function' ? promise() : promise)
    } catch (error) {
      thrown = error
    }
    return this.#thrown(thrown, wanted, message)
  }
  #thrown(thrown, wanted, message) {
    this.#assert(thrown !== undefined, 'did not throw', typeof wanted === 'string' ? wanted : message)
    if (wanted === undefined || wanted === null || typeof wanted === 'string') return true
    if (typeof wanted === 'function') return this.#assert(thrown instanceof wanted, 'threw another', message)
    if (wanted instanceof RegExp) return this.#assert(wanted.test(thrown.message), 'threw another', message)
    const want = wanted instanceof Error ? { name: wanted.name, message: wanted.message, ...wanted } : wanted
    return this.#assert(match(thrown, want).match, 'threw another', message)
  }
  teardown(call) {
    this.cleanups.push(call)
  }
  testdir(tree = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'drawaudit-mutant-'))
    this.teardown(() => rmSync(folder, { recursive: true, force: true }))
    const write = (at, node) => {
      if (typeof node === 'string' || node instanceof Uint8Array) {
        mkdirSync(dirname(at), { recursive: true })
        writeFileSync(at, node)
      } else {
        mkdirSync(at, { recursive: true })
        for (const [name, child] of Object.entries(node)) write(join(at, name), child)
      }
    }
    write(folder, tree)
    return folder
  }
  /** A module of the project with others in the place of what it imports; those that were loaded before stay. */
  async mockImport(path, mocks) {
    const from = createRequire(callerOf(this.mockImport))
    const { cache } = from
    const before = Object.entries(cache).filter(([file]) => !isKept(file))
    for (const [file] of before) delete cache[file]
    for (const [mocked, exports] of Object.entries(mocks)) {
      const filename = from.resolve(mocked)
      cache[filename] = { id: filename, filename, loaded: true, exports, children: [], paths: [] }
    }
    try {
      return from(path)
    } finally {
      for (const file of Object.keys(cache)) if (!isKept(file)) delete cache[file]
      for (const [file, module] of before) cache[file] = module
    }
  }
  // A block within a block: run at once where it is waited for.
  test(name, options, call = options) {
    if (options.skip) return Promise.resolve()
    return runBlock({ name: `${this.name}: ${name}`, call })
  }
}

async function runBlock({ name, call }) {
  const t = new Test(name)
  const nested = []
  const test = t.test.bind(t)
  t.test = (...args) => {
    const promise = test(...args)
    nested.push(promise)
    return promise
  }
  try {
    await call(t)
    await Promise.all(nested)
  } finally {
    for (const cleanup of t.cleanups.reverse()) await cleanup()
  }
}

const collected = []
const top = new Test('at the top')
top.test = (name, options, call = options) => {
  if (!options.skip) collected.push({ name, call })
}

module.exports = {
  __esModule: true,
  default: top,
  isKept,
  runBlock,
  /** What the file that was just loaded collected. */
  takeBlocks: () => collected.splice(0),
}
