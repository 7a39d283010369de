// Writes what the package is made of at run time, as a CycloneDX document: of the lock file, not of what happens to be
// installed, and the same bytes for the same commit. `node scripts/sbom.js FILE`, standard output where no file is named.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const run = (program, ...args) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const bom = JSON.parse(
  run('npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'),
)
const { name, packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))

// npm 11.19 goes by the first place of a package in the tree: what tests use too is marked as theirs, and `--omit=dev`
// leaves it out, yargs for one.
/** What is there at run time, each with whether something that is not optional needs it. */
const kept = new Map()
for (const [path, { name, version, dev, optional, devOptional }] of Object.entries(packages)) {
  const ref = `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`
  const isRequired = kept.get(ref) === 'required' || !(optional || devOptional)
  if (path !== '' && !dev) kept.set(ref, isRequired ? 'required' : 'optional')
}
const itself = bom.metadata.component['bom-ref']
bom.components = bom.components.filter(component => kept.has(component['bom-ref']))
for (const component of bom.components) {
  component.scope = kept.get(component['bom-ref'])
  // npm takes the name that a package is installed under.
  component.name = component['bom-ref'].replace(/(?<=.)@.*$/, '')
  component.properties = []
}
bom.dependencies = bom.dependencies.filter(({ ref }) => kept.has(ref) || ref === itself)
for (const one of bom.dependencies) one.dependsOn = one.dependsOn.filter(ref => kept.has(ref)).sort()

// A number that is drawn for every run; it may be left out.
delete bom.serialNumber
bom.metadata.timestamp = new Date(timeOfCommit() * 1000).toISOString().replace('.000Z', 'Z')
// npm takes the name of the folder.
bom.metadata.component.name = name
const byName = key => (one, other) => (one[key] < other[key] ? -1 : one[key] > other[key] ? 1 : 0)
bom.components.sort(byName('bom-ref'))
bom.dependencies.sort(byName('ref'))

const text = `${JSON.stringify(bom, null, 2)}\n`
const [, , file] = process.argv
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)

/** Seconds since 1970. */
function timeOfCommit() {
  const given = process.env.SOURCE_DATE_EPOCH
  return Number(given ?? run('git', 'log', '-1', '--format=%ct').trim())
}
