/**
 * What docs/DEPENDENCIES.md and the lock files have to say alike, and what no lock file may have.
 *
 * @packageDocumentation
 */

type Specs = Readonly<Record<string, string>>

/** A package as package-lock.json has it. */
export interface Locked {
  /** Of a package that is installed under another one. */
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Specs
  readonly devDependencies?: Specs
  readonly optionalDependencies?: Specs
  readonly peerDependencies?: Specs
}

export interface Lock {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, Locked>>
}

/** What is checked together: package.json, package-lock.json, .npmrc. */
export interface Project {
  readonly manifest: {
    readonly dependencies?: Specs
    readonly optionalDependencies?: Specs
    readonly devDependencies?: Specs
    readonly allowScripts?: Readonly<Record<string, boolean>>
  }
  readonly lock: Lock
  readonly npmrc: string
}

const groups = ['dependencies', 'optionalDependencies', 'devDependencies'] as const

/** What may be installed with the package; what only developers have may be under more. */
const permissive = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0']
const forDevelopment = [...permissive, 'BlueOak-1.0.0', '0BSD', 'CC0-1.0', 'Unlicense', 'PSF-2.0']

/** Whether an expression of SPDX, without brackets within, can be had under licences of a list. */
function isAllowed(expression: string, list: readonly string[]): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some(alternative => alternative.split(' AND ').every(one => list.includes(one)))
}

/** A range of versions of the registry, and nothing that names another place. */
const isRange = (spec: string): boolean => /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[\w.+\-*<>=~^| ]*$/.test(spec)

const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '')

function packagesOf(lock: Lock): readonly (readonly [path: string, Locked])[] {
  return Object.entries(lock.packages).filter(([path]) => path !== '')
}

/** Where a package finds another one: beside itself or further up. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.replace(/(^|\/)node_modules\/(?!.*node_modules\/).*$/, '')) {
    const path = `${at}${at === '' ? '' : '/'}node_modules/${name}`
    if (path in lock.packages) return path
    if (at === '') return undefined
  }
}

/** How many packages come with one, itself not counted. */
export function countBrought(lock: Lock, name: string): number {
  const found = new Set<string>()
  const follow = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = lock.packages[path] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolve(lock, path, next)
      if (target !== undefined) follow(target)
    }
  }
  const start = resolve(lock, '', name)
  if (start !== undefined) follow(start)
  return Math.max(found.size - 1, 0)
}

/** The rows of the table below a heading: the name in the first cell, and the others. */
function rowsBelow(doc: string, heading: string): ReadonlyMap<string, readonly string[]> {
  const [, below = ''] = doc.split(`\n## ${heading}\n`)
  const [section = ''] = below.split('\n## ')
  return new Map(
    [...section.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', cells = '']) => [
      name,
      cells.split(' | '),
    ]),
  )
}

function compareNames(what: string, wanted: readonly string[], rows: readonly string[]): readonly string[] {
  return [
    ...wanted.filter(name => !rows.includes(name)).map(name => `${what} ${name} has no row`),
    ...rows.filter(name => !wanted.includes(name)).map(name => `${what} ${name} has a row and is not there`),
  ]
}

/**
 * What is wrong with a lock file and what it is made from, whatever a document says of it.
 *
 * @param excepted - packages for developers under other licences, with the licence.
 */
export function findFaultsOfLock(
  { manifest, lock, npmrc }: Project,
  excepted: ReadonlyMap<string, string>,
): readonly string[] {
  const faults: string[] = []
  if (lock.lockfileVersion !== 3) faults.push('the lock file is of another version')
  if (/registry\s*=|_auth|token|^\s*(https?:)?\/\//im.test(npmrc.replace(/^omit-lockfile-.*$/m, ''))) {
    faults.push('.npmrc names a registry or a secret')
  }
  const itself = lock.packages['']
  for (const group of groups) {
    const specs = manifest[group] ?? {}
    if (JSON.stringify(itself?.[group] ?? {}) !== JSON.stringify(specs)) {
      faults.push(`${group}: the lock file was made from another package.json`)
    }
    for (const [name, spec] of Object.entries(specs)) {
      // Two versions of a package: the older one under its own name and the first number of its version.
      const [, alias, version = ''] = /^(?:npm:([\w-]+)@)?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(spec) ?? []
      const locked = lock.packages[`node_modules/${name}`]
      if (version === '') faults.push(`${name} is not pinned: ${spec}`)
      else if (alias !== undefined && `${alias}-${version.split('.', 1).join('')}` !== name) {
        faults.push(`${name} is another package: ${alias}`)
      } else if (locked?.version !== version || locked.name !== alias) {
        faults.push(`${name} is locked at another version`)
      }
    }
  }
  for (const [path, locked] of packagesOf(lock)) {
    const { license = 'none', dev = false } = locked
    if (locked.resolved !== undefined) faults.push(`${path} says where it comes from: ${locked.resolved}`)
    if (locked.link === true || locked.inBundle === true) faults.push(`${path} is not from the registry`)
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(locked.integrity ?? '')) faults.push(`${path} has no SHA-512`)
    if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(locked.version ?? '')) {
      faults.push(`${path} has no version of the registry: ${String(locked.version)}`)
    }
    for (const group of [...groups, 'peerDependencies'] as const) {
      for (const [name, spec] of Object.entries(locked[group] ?? {})) {
        if (!isRange(spec)) faults.push(`${path} wants ${name} from elsewhere: ${spec}`)
      }
    }
    const isExcepted = dev && excepted.get(nameOf(path)) === license
    if (!isAllowed(license, dev ? forDevelopment : permissive) && !isExcepted) {
      faults.push(`${path} is under ${license}`)
    }
  }
  return faults
}

/** What docs/DEPENDENCIES.md has to have, and does not, or has and should not. */
export function findFaultsOfDoc(doc: string, { manifest, lock }: Project): readonly string[] {
  const faults: string[] = []
  const headings = ['At run time', 'At run time, where it is wanted', 'For development'] as const
  const direct = groups.map((group, at) => {
    const names = Object.keys(manifest[group] ?? {})
    const rows = rowsBelow(doc, headings[at] ?? '')
    faults.push(...compareNames(group, names, [...rows.keys()]))
    for (const [name, cells] of rows) {
      const licence = lock.packages[`node_modules/${name}`]?.license ?? 'none'
      if (!cells.includes(licence)) faults.push(`${name} is under ${licence}`)
      const brings = String(countBrought(lock, name))
      if (cells.at(-1) !== brings) faults.push(`${name} brings ${brings} packages`)
    }
    return names
  })
  const runtime = packagesOf(lock).filter(([, { dev }]) => dev !== true)
  const known = direct.slice(0, 2).flat()
  const others = [...new Set(runtime.map(([path]) => nameOf(path)))].filter(name => !known.includes(name))
  const listed = rowsBelow(doc, 'What these bring')
  faults.push(...compareNames('transitive', others, [...listed.keys()]))
  for (const [path, { license = 'none' }] of runtime) {
    const [licence = license] = listed.get(nameOf(path)) ?? []
    if (licence !== license) faults.push(`${nameOf(path)} is under ${license}`)
  }
  const scripts = packagesOf(lock).filter(([, { hasInstallScript }]) => hasInstallScript === true)
  const names = [...new Set(scripts.map(([path]) => nameOf(path)))]
  faults.push(...compareNames('install script', names, [...rowsBelow(doc, 'Install scripts').keys()]))
  faults.push(...compareNames('allowScripts', names, Object.keys(manifest.allowScripts ?? {})))
  return faults
}

/** Packages for developers that are under other licences than the rest, as docs/DEPENDENCIES.md names them. */
export function readExceptions(doc: string): ReadonlyMap<string, string> {
  return new Map([...rowsBelow(doc, 'Licences')].map(([name, [licence = '']]) => [name, licence]))
}
