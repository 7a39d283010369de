// The root of a Merkle tree over a list of entries, beside the libraries for trees on npm. See README.md.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hashAlone, ids, measure } from './entries.js'
import { describeMachine, formatCount, formatTable, installPeers, median, readVersion, root } from './lib.js'
import { noteRatio } from './ratios.js'

const { values: options, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
/** How many entries, and how many rounds. */
const sizes = options.quick
  ? [[10_000, 1]]
  : options.check
    ? [[100_000, 5]]
    : [
        [100_000, 5],
        [1_000_000, 3],
      ]
/** The least speed of the portable engine, in parts of that of the hand-written loop over the same primitive. */
const limit = 0.9

/** All entries are paid, and have ids of the same length: what is hashed of each is `00 ‖ id ‖ 0A ‖ paid`. */
const formatEntry = number => `${ids.uuid(number)}\npaid`
const entryLength = formatEntry(0).length

/** One entry after the other, out of one array: hundreds of thousands of small ones would be what is measured. */
function makeEntries(count) {
  const bytes = new Uint8Array(count * entryLength)
  for (let number = 0; number < count; number++) {
    bytes.set(Buffer.from(formatEntry(number)), number * entryLength)
  }
  return {
    count,
    at: number => bytes.subarray(number * entryLength, (number + 1) * entryLength),
    map(work) {
      return Array.from({ length: count }, (_, number) => work(this.at(number)))
    },
  }
}

const sha256 = bytes => hash('sha256', bytes, 'buffer')
const zero = Uint8Array.of(0)
const one = Uint8Array.of(1)

async function prepareOurs(engine) {
  const { MerkleTree } = await import('../dist/index.js')
  return entries => {
    const leaf = new Uint8Array(1 + entryLength)
    const tree = new MerkleTree(engine)
    for (let number = 0; number < entries.count; number++) {
      leaf.set(entries.at(number), 1)
      tree.appendMessage(leaf)
    }
    return tree.root()
  }
}

/** The same tree by hand: a stack of the hashes that wait for one to their right, and nothing else. */
async function prepareLoop() {
  const { sha256: portable } = await import('@noble/hashes/sha2.js')
  return entries => {
    const leaf = new Uint8Array(1 + entryLength)
    const node = new Uint8Array(65).fill(1, 0, 1)
    const join = (left, right) => {
      node.set(left, 1)
      node.set(right, 33)
      return portable(node)
    }
    const waiting = []
    for (let number = 0; number < entries.count; number++) {
      leaf.set(entries.at(number), 1)
      waiting.push(portable(leaf))
      for (let left = number; left % 2 === 1; left = (left - 1) / 2) {
        const right = waiting.pop()
        waiting.push(join(waiting.pop(), right))
      }
    }
    return waiting.reduceRight((right, left) => join(left, right))
  }
}

/** merkletreejs takes any hash, and lets a lone node rise: with prefixes for both kinds it makes the tree of RFC 6962. */
async function prepareMerkletreejs(digest) {
  const { MerkleTree } = await import('merkletreejs')
  return entries => {
    const leaves = entries.map(data => digest(Buffer.concat([zero, data])))
    const concatenator = parts => Buffer.concat([one, ...parts])
    return new MerkleTree(leaves, digest, { concatenator }).getRoot()
  }
}

async function preparePersistent(name) {
  const { executeHashComputations, LeafNode, setHasher, subtreeFillToContents } =
    await import('@chainsafe/persistent-merkle-tree')
  const { hasher } = await import(`@chainsafe/persistent-merkle-tree/hasher/${name}`)
  const require = createRequire(import.meta.resolve('@chainsafe/persistent-merkle-tree'))
  const { digest } = await import(require.resolve('@chainsafe/as-sha256'))
  setHasher(hasher)
  return entries => {
    const leaves = entries.map(data => LeafNode.fromRoot(digest(data)))
    const computations = []
    const tree = subtreeFillToContents(leaves, Math.ceil(Math.log2(entries.count)), 0, computations)
    executeHashComputations(computations)
    return tree.root
  }
}

/**
 * What is measured, each in a process of its own: gets everything that it imports, then makes a root. `kind` is that
 * of its tree and hash; `package` its peer; `most` how many entries it makes a root of within a minute.
 */
const jobs = {
  'hashing alone': {
    kind: 'as many leaves and nodes, OpenSSL',
    prepare: () => entries => {
      hashAlone(entries.count, ids.uuid)
    },
  },
  'native engine': {
    kind: 'RFC 6962, OpenSSL',
    prepare: async () => prepareOurs((await import('../dist/native/index.js')).native),
  },
  'portable engine': { kind: 'RFC 6962, noble', prepare: () => prepareOurs() },
  'hand-written loop': { kind: 'RFC 6962, noble', prepare: prepareLoop },
  'merkletreejs, OpenSSL': {
    package: 'merkletreejs',
    kind: 'RFC 6962, OpenSSL',
    prepare: () => prepareMerkletreejs(sha256),
  },
  'merkletreejs, noble': {
    package: 'merkletreejs',
    kind: 'RFC 6962, noble',
    prepare: async () => prepareMerkletreejs((await import('@noble/hashes/sha2.js')).sha256),
  },
  'merkle-tools': {
    package: 'merkle-tools',
    kind: 'no prefixes, OpenSSL',
    async prepare() {
      const { default: MerkleTools } = await import('merkle-tools')
      return entries => {
        const tree = new MerkleTools()
        for (let number = 0; number < entries.count; number++) tree.addLeaf(entries.at(number), true)
        tree.makeTree()
        return tree.getMerkleRoot()
      }
    },
  },
  'merkle-lib, fastRoot': {
    package: 'merkle-lib',
    kind: 'no prefixes, the last node twice, OpenSSL',
    async prepare() {
      const { default: fastRoot } = await import('merkle-lib/fastRoot.js')
      return entries => fastRoot(entries.map(sha256), sha256)
    },
  },
  'persistent-merkle-tree, as-sha256': {
    package: '@chainsafe/persistent-merkle-tree',
    kind: 'SSZ: no prefixes, filled with zeros, WebAssembly',
    prepare: () => preparePersistent('as-sha256'),
  },
  'persistent-merkle-tree, hashtree': {
    package: '@chainsafe/persistent-merkle-tree',
    kind: 'the same, nodes by vector instructions',
    prepare: () => preparePersistent('hashtree'),
  },
  SimpleMerkleTree: {
    package: '@openzeppelin/merkle-tree',
    kind: 'sorted leaves and pairs, Keccak-256',
    most: 100_000,
    async prepare() {
      const { SimpleMerkleTree } = await import('@openzeppelin/merkle-tree')
      const { keccak_256: keccak256 } = await import('@noble/hashes/sha3.js')
      return entries => Buffer.from(SimpleMerkleTree.of(entries.map(keccak256)).root.slice(2), 'hex')
    },
  },
}

if (positionals.length > 0) {
  const [name, count] = positionals
  const entries = makeEntries(Number(count))
  const work = await jobs[name].prepare()
  await measure(() => {
    const root = work(entries)
    return root && { root: Buffer.from(root).toString('hex') }
  })
  process.exit()
}

function run(name, count) {
  const args = [fileURLToPath(import.meta.url), name, String(count)]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name}: ${stderr}`)
  return JSON.parse(stdout)
}

if (options.check) {
  // Without peers there is one version of noble, that of the package.
  for (const name of Object.keys(jobs)) if (jobs[name].package !== undefined) delete jobs[name]
} else {
  installPeers()
  const { version: noble } = JSON.parse(
    readFileSync(join(root, 'node_modules/@noble/hashes/package.json'), 'utf8'),
  )
  if (readVersion('@noble/hashes') !== noble) {
    throw new Error(`drawaudit uses @noble/hashes ${noble}: bench/package.json has another one`)
  }
}
console.log(describeMachine())
const peers = [...new Set(Object.values(jobs).flatMap(({ package: name = [] }) => name))]
const versions = options.check ? [] : [...peers, '@noble/hashes'].map(name => `${name} ${readVersion(name)}`)
console.log(`${versions.join(', ')}; OpenSSL ${process.versions.openssl} in Node`)
console.log('ids are UUIDs; each in a process of its own, in turn; the ratios are those of processor time')

const problems = []
for (const [count, rounds] of sizes) {
  const names = Object.keys(jobs).filter(name => count <= (jobs[name].most ?? count))
  const results = new Map(names.map(name => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results.get(name).push(run(name, count))
  }
  const figure = (name, which) => median(results.get(name).map(result => result[which]))
  const processor = name => figure(name, 'processor')
  const times = (name, other) => (processor(name) / processor(other)).toFixed(2)
  const headings = [
    'seconds',
    'processor s',
    'leaves/s',
    '÷ hashing',
    '÷ native',
    '÷ portable',
    'max RSS MiB',
  ]
  const rows = [[`${formatCount(count)} leaves`, 'tree and hash', ...headings]]
  for (const name of names) {
    const { kind } = jobs[name]
    rows.push([
      name,
      kind,
      figure(name, 'seconds').toFixed(2),
      processor(name).toFixed(2),
      formatCount(count / processor(name)),
      times(name, 'hashing alone'),
      times(name, 'native engine'),
      times(name, 'portable engine'),
      figure(name, 'memory').toFixed(0),
    ])
    const roots = results.get(name).map(({ root }) => root)
    const expected = results.get(kind.startsWith('RFC 6962') ? 'hand-written loop' : name)[0].root
    if (roots.some(root => root !== expected)) problems.push(`${name}: not the root of the hand-written loop`)
  }
  console.log(`\n${formatTable(rows)}`)
  const share = processor('hand-written loop') / processor('portable engine')
  const beside = `the portable engine has ${share.toFixed(2)} of the speed of the hand-written loop`
  console.log(`\n${beside} (at least ${limit.toFixed(2)}); median of ${rounds}`)
  noteRatio(
    'Merkle root of the native engine, ÷ hashing',
    Number(times('native engine', 'hashing alone')),
    'less',
  )
  noteRatio('Merkle root of the portable engine, × a loop by hand', share)
  if (!options.quick && share < limit) problems.push(`${formatCount(count)} leaves: ${beside}`)
}
for (const problem of problems) console.error(`error: ${problem}`)
if (problems.length > 0) process.exitCode = 1
