// Builds, unless what is there was built from what is there. npm calls this too when `npx drawaudit` links the package,
// and a build would take the program away from whoever runs it just then.
import { execSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const inputs = ['src', 'schemas', 'recipes', 'scripts', 'fixtures/bundles', 'fixtures/mutants']

/** All files below a folder, or the one file; nothing where there is none. */
function filesIn(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats === undefined ? [] : [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

const files = [...inputs, 'package.json', 'tsconfig.build.json']
  .flatMap(name => filesIn(join(root, name)))
  // The build makes it.
  .filter(path => !path.startsWith(join(root, 'src/model/validators/')))
const newest = Math.max(...files.map(path => statSync(path).mtimeMs))
// Written last.
const built = statSync(join(root, 'dist/page/assets.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0
if (built < newest) execSync('npm run build', { cwd: root, stdio: 'inherit' })

// Modes go into the package, and they follow the umask of whoever cloned and built: the same for everybody.
if (['pack', 'publish'].includes(process.env.npm_command)) {
  const { files: packed, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const programs = Object.values(bin).map(name => join(root, name))
  for (const path of [...packed, 'package.json', 'README.md', 'LICENSE'].flatMap(name =>
    filesIn(join(root, name)),
  )) {
    chmodSync(path, programs.includes(path) ? 0o755 : 0o644)
  }
}
