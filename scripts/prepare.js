// Builds, unless what is there was built from what is there. npm calls this too when `npx drawaudit` links the package,
// and a build would take the program away from whoever runs it just then.
import { execSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const inputs = ['src/', 'schemas/', 'recipes/', 'scripts/', 'fixtures/bundles/', 'fixtures/mutants/']

const timeOf = path => statSync(new URL(path, root), { throwIfNoEntry: false })?.mtimeMs ?? 0
const files = folder =>
  readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
    // The build makes it.
    .filter(entry => entry.isFile() && !entry.parentPath.endsWith('/validators'))
    .map(({ parentPath, name }) => statSync(`${parentPath}/${name}`).mtimeMs)

const newest = Math.max(...inputs.flatMap(files), timeOf('package.json'), timeOf('tsconfig.build.json'))
// Written last.
if (timeOf('dist/page/assets.json') < newest) execSync('npm run build', { cwd: root, stdio: 'inherit' })
