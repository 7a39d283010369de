'use strict'
// Loads a program that scripts/build-cli.js packed, with what V8 compiled of it the last time: that takes half as long as
// to compile it again. Node does the same for modules, from Node 22 on (NODE_DISABLE_COMPILE_CACHE is for both).
const fs = require('node:fs')
const { createHash } = require('node:crypto')
const { homedir } = require('node:os')
const { dirname, isAbsolute, join } = require('node:path')
const { pathToFileURL } = require('node:url')
const v8 = require('node:v8')
const vm = require('node:vm')

/** Files that are kept, the newest: of other versions of Node and of drawaudit too. */
const mostFiles = 8

/** How much more than is in a file there has to be before it is written again. */
const growth = 1.05

/** Bytes of the digest that a file begins with. */
const digestBytes = 32

/**
 * Loads a program.
 *
 * @param {string} name - `verify-main`
 * @returns {Promise<{ main: (...args: readonly unknown[]) => Promise<number> }>}
 */
exports.load = async name => {
  const filename = join(__dirname, '../dist/bin', `${name}.pack`)
  const bytes = readProgram(filename)
  const cache = findCache(name, bytes)
  const { data, size = 0 } = readCache(cache)
  const script = new vm.Script(bytes.latin1Slice(), {
    filename,
    ...(data && { cachedData: data }),
  })
  const known = script.cachedDataRejected === false ? size : 0
  const program = await start(script.runInThisContext(), name, pathToFileURL(filename).href)
  return {
    async main(...args) {
      const code = await program.main(...args)
      // What other documents need is compiled when it is first called.
      const now = v8.getHeapCodeStatistics().bytecode_and_metadata_size
      if (cache !== undefined && now > growth * known) {
        program.restoreFlags?.()
        writeCache(cache, script, now)
      }
      return code
    },
  }
}

function readProgram(filename) {
  try {
    return fs.readFileSync(filename)
  } catch (error) {
    if (error.code === 'ENOENT') error.code = 'MODULE_NOT_FOUND'
    throw error
  }
}

/** A package by its name, a file of dist/ by where it is. */
const locate = (one, url) => (one.startsWith('.') ? new URL(one, url).href : one)

/** Runs the parts of a program that its first one needs, and others when they are asked for. */
async function start(parts, name, url) {
  const modules = new Map()
  const packages = new Map()
  const need = part => {
    if (!Object.hasOwn(parts, part)) return packages.get(part) ?? require(part)
    const present = modules.get(part)
    if (present !== undefined) return present.exports
    const module = { exports: {} }
    modules.set(part, module)
    parts[part][1](module.exports, needBeside, module, load, one => import(locate(one, url)), url)
    return module.exports
  }
  const needBeside = path => need(path.replace(/^\.\//, ''))
  const load = async part => {
    const absent = parts[part][0].filter(one => !packages.has(one))
    // Modules as esbuild expects them of require().
    const add = async one => packages.set(one, { ...(await import(one)), __esModule: true })
    await Promise.all(absent.map(add))
    return need(part)
  }
  return load(`${name}.js`)
}

/**
 * Where what was compiled is kept: in drawaudit’s folder of this user’s caches (XDG Base Directory Specification), by
 * the program and what V8 says it depends on. Undefined where nothing is to be kept.
 */
function findCache(name, program) {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined
  const given = process.env.XDG_CACHE_HOME ?? ''
  try {
    const caches = isAbsolute(given) ? given : join(homedir(), '.cache')
    if (!isAbsolute(caches)) return undefined
    const tag = v8.cachedDataVersionTag().toString(16)
    return join(caches, 'drawaudit', 'code', `${name}-${digest(program).toString('hex', 0, 8)}-${tag}`)
  } catch {
    // A user without a home.
    return undefined
  }
}

const digest = (...pieces) => {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}

/** What is in a file of the cache, unless someone else could have written it, or it is not what was written. */
function readCache(path) {
  if (path === undefined) return {}
  let file
  try {
    file = fs.openSync(path, 'r')
    const { uid, mode } = fs.fstatSync(file)
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return {}
    const bytes = fs.readFileSync(file)
    const end = bytes.length - digestBytes
    if (end < 0 || !digest(bytes.subarray(0, end)).equals(bytes.subarray(end))) return {}
    const at = bytes.lastIndexOf('\n', end - 1)
    return { data: bytes.subarray(0, at), size: Number(bytes.toString('latin1', at + 1, end)) }
  } catch {
    return {}
  } finally {
    if (file !== undefined) fs.closeSync(file)
  }
}

/** One by one: `recursive` of Node never returns where no folder can be made, as in /proc. */
function makeFolders(folder) {
  if (fs.existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    fs.mkdirSync(folder, 0o700)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (error.code !== 'EEXIST') throw error
  }
}

/** Whole or not at all; where it cannot be written, the next start takes as long as this one. */
function writeCache(path, script, size) {
  const partial = `${path}.${process.pid}`
  try {
    const folder = dirname(path)
    makeFolders(folder)
    const data = script.createCachedData()
    const end = Buffer.from(`\n${size}`)
    fs.writeFileSync(partial, Buffer.concat([data, end, digest(data, end)]), { mode: 0o600, flag: 'wx' })
    fs.renameSync(partial, path)
    const files = fs.readdirSync(folder).map(name => join(folder, name))
    const byAge = files.map(file => [file, fs.statSync(file).mtimeMs]).sort(([, a], [, b]) => b - a)
    for (const [file] of byAge.slice(mostFiles)) fs.rmSync(file, { force: true })
  } catch {
    try {
      fs.rmSync(partial, { force: true })
    } catch {
      // It is in no folder.
    }
  }
}
