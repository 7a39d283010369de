// Whether a tag may be released: `node scripts/release.js v0.1.0` prints what the changelog says of it, or what is wrong.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * What keeps a tag from being released, and the notes of the release.
 *
 * `manifest` and `lock` are package.json and package-lock.json, `openapi` is schemas/openapi.json.
 */
export function checkRelease({ tag, manifest, lock, openapi, changelog }) {
  const faults = []
  const { version } = manifest
  if (!/^v\d+\.\d+\.\d+(-[\w.]+)?$/.test(tag)) faults.push(`${tag} is no tag of a version, such as v0.1.0`)
  else if (tag !== `v${version}`) faults.push(`the tag is ${tag}, package.json has version ${version}`)
  if (lock.version !== version || lock.packages[''].version !== version) {
    faults.push(`package-lock.json has version ${lock.version}`)
  }
  if (openapi.info.version !== version)
    faults.push(`schemas/openapi.json has version ${openapi.info.version}`)
  if (manifest.private === true) faults.push('package.json is private')
  // npm compares it with where the provenance says that the package was built.
  if (manifest.repository === undefined) faults.push('package.json names no repository')
  const [, heading = '', notes = ''] = /^## (.*)\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? []
  const [, named, date] = /^(\S+) \((\d{4}-\d\d-\d\d)\)$/.exec(heading) ?? []
  if (named !== version || Number.isNaN(Date.parse(date))) {
    faults.push(`CHANGELOG.md begins with "${heading}", not with "${version} (YYYY-MM-DD)"`)
  } else if (notes.trim() === '') faults.push(`CHANGELOG.md says nothing of ${version}`)
  return { faults, notes: notes.trim() }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const read = path => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const [manifest, lock, openapi] = ['package.json', 'package-lock.json', 'schemas/openapi.json'].map(path =>
    JSON.parse(read(path)),
  )
  const [, , tag = ''] = process.argv
  const { faults, notes } = checkRelease({ tag, manifest, lock, openapi, changelog: read('CHANGELOG.md') })
  for (const fault of faults) console.error(`error: ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
  if (faults.length === 0) console.log(notes)
}
