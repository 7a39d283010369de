// Makes scripts of the sandbox's modules, beside them: what is required can be loaded afresh for every mutant, what is
// imported cannot.
import { transform } from 'esbuild'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

const url = 'require("node:url").pathToFileURL(__filename).href'
/** What tests import, and what they get here. */
const shims = {
  tap: 'test/mutation/tap.cjs',
  'fast-check': 'test/mutation/fast-check.cjs',
  'sqlite.js': 'test/mutation/sqlite.cjs',
}
const skipped = []

/** Scripts do not wait at their top: blocks of tests are collected there, and run later. */
function collectBlocks(source, errors) {
  const lines = source.split('\n')
  for (const { location } of errors) {
    const { line, column } = location
    const text = lines[line - 1]
    // This Node requires modules, too.
    if (text.slice(column).startsWith('await import(')) {
      lines[line - 1] = text.slice(0, column) + '     require(' + text.slice(column + 'await import('.length)
      continue
    }
    // Blocks, or what makes blocks; a value that something else waits for is neither.
    if (!text.slice(column).startsWith('await t.test(') && !/^await \w+\(/.test(text)) return undefined
    lines[line - 1] =
      text.slice(0, column) + text.slice(column + 'await '.length).padStart(text.length - column)
  }
  return lines.join('\n')
}

async function toScript(source) {
  try {
    const define = { 'import.meta.url': 'importMetaUrl' }
    return await transform(source, {
      loader: 'ts',
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      define,
      logLevel: 'silent',
    })
  } catch (error) {
    if (!error.errors?.every(({ text }) => text.startsWith('Top-level await'))) throw error
    const collected = collectBlocks(source, error.errors)
    return collected && toScript(collected)
  }
}

for (const folder of ['src', 'test']) {
  // The package still finds itself by its name.
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "drawaudit", "type": "commonjs", "exports": { "./package.json": "./package.json" } }',
  )
  for (const file of readdirSync(folder, { recursive: true })) {
    const path = join(folder, file)
    if (!path.endsWith('.ts') || path.endsWith('.d.ts')) continue
    const source = readFileSync(path, 'utf8')
      .replace(/from '(tap|fast-check|(?:\.\.\/)+sqlite\.js)'/g, (all, name) =>
        folder === 'test' ? `from '${relative(dirname(path), shims[basename(name)])}'` : all,
      )
      // What the shim of tap has.
      .replace("import '@tapjs/mock/import'", '')
    const script = await toScript(source)
    if (script === undefined) skipped.push(path)
    else writeFileSync(path.replace(/\.ts$/, '.js'), `const importMetaUrl = ${url};\n${script.code}`)
  }
}
// Of the packages in the copy StrykerJS knows one folder only.
const sqlite = resolve('../../../../sqlite-node20')
if (existsSync(sqlite)) symlinkSync(sqlite, 'src/sqlite-node20')
// Published vectors stand beside the project, and so beside the sandbox.
const vectors = resolve('../../../../../shared')
if (existsSync(vectors) && !existsSync('../shared')) symlinkSync(vectors, '../shared')
if (skipped.length > 0) console.log(`not run, since they wait for something else: ${skipped.join(', ')}`)
