// Coverage of dist/ by the tests that are named, or by the unit tier: `npm run coverage -- test/core test/recipe`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from './build.js'
import { compileTests } from './compile.js'

const root = fileURLToPath(new URL('../', import.meta.url))
await build()
await compileTests()
const named = process.argv.slice(2)
const paths = (named.length > 0 ? named : ['test']).map(path =>
  path.replace(/^test\b/, 'build').replace(/\.ts$/, '.js'),
)
const files = paths.map(path => (path.endsWith('.js') ? path : `${path}/**/*.test.js`))

const args = [
  '--no-disable-coverage',
  '--coverage-report=text',
  '--timeout=600',
  '--node-arg=--enable-source-maps',
  ...files,
]
const { status } = spawnSync(process.execPath, ['node_modules/tap/dist/esm/run.mjs', ...args], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
