// How fast a monitor reads and checks a log that was exported as files: the whole command, beside what hashing and
// verifying the same would take alone. See README.md.
import { spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, hash, sign } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { formatCount, formatTable, makeFolder, median, root } from './lib.js'
import { noteRatio } from './ratios.js'
import { timeSignatures } from './signatures-alone.js'

/** A key pair out of a seed, as OpenSSL has it. */
function makeKey(seed) {
  const bytes = createHash('sha256').update(seed).digest()
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes])
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const key = createPublicKey(secret)
  return { bytes, secret, key, publicKey: key.export({ format: 'der', type: 'spki' }).subarray(-32) }
}

const operator = makeKey('operator')
const keyId = createHash('sha256').update(operator.publicKey).digest('hex')
const payloadType = 'application/vnd.drawaudit.statement.v1+json'

function encodePae(payload) {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `),
    payload,
  ])
}

/** A statement as it stands in the log, with what was signed of it. */
function makeEntry(statement, encodeStatement) {
  const payload = Buffer.from(encodeStatement(statement))
  const message = encodePae(payload)
  const signature = sign(null, message, operator.secret)
  const sig = signature.toString('base64')
  const text = `{"payload":"${payload.toString('base64')}","payloadType":"${payloadType}","signatures":[{"keyid":"${keyId}","sig":"${sig}"}]}`
  return {
    entry: Buffer.from(text),
    message,
    signature,
    digest: createHash('sha256').update(payload).digest('hex'),
  }
}

const hex = text => createHash('sha256').update(text).digest('hex')
const uuid = text => hex(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')

/** A raffle with two prizes, drawn by a round of quicknet. */
function* makeRaffle(number, encodeStatement) {
  const drawAt = 1_700_000_000 + number * 60
  const utc = seconds => `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`
  const round = Math.ceil((drawAt - 1_692_803_367) / 3) + 1
  const prizes = ['Weekend in Bath (1st Prize)', 'Dinner for two'].map((prize_name, at) => ({
    draw_id: uuid(`draw ${number} ${at}`),
    prize_name,
    rng_seed_hash: `sha256:${hex(`seed hash ${number} ${at}`)}`,
  }))
  const chain_hash = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
  const picks = prizes.map((prize, at) => ({
    ...{ type: 'draw', issued_at_utc: utc(drawAt + 20 + at), ...prize, position: at + 1 },
    ...{
      drawn_at_utc: utc(drawAt + 20 + at),
      total_entries: 142 - at,
      rng_seed: hex(`seed ${number} ${at}`),
    },
    ...{
      winner_index: (number * 7 + at) % 100,
      winner_entry_id: `entry-${10_000 + ((number * 7 + at) % 100)}`,
    },
  }))
  const statements = [
    {
      ...{
        type: 'commitment',
        issued_at_utc: utc(drawAt - 90_000),
        raffle_name: `Spring raffle ${number}`,
        prizes,
      },
      ...{ max_entries: 1000, entries_close_at_utc: utc(drawAt - 600), draw_at_utc: utc(drawAt) },
      ...{ beacon: { chain_hash, round }, selection: 'drawaudit-v1', supersedes: null },
    },
    {
      ...{
        type: 'seal',
        issued_at_utc: utc(drawAt - 300),
        total_entries: 142,
        paid_entries: 100,
        free_entries: 42,
      },
      entries_root: `sha256:${hex(`root ${number}`)}`,
    },
    ...picks,
    {
      ...{
        type: 'replacement',
        issued_at_utc: utc(drawAt + 1_209_600),
        draw_id: prizes[0].draw_id,
        position: 1,
      },
      ...{
        attempt: 1,
        reason: 'the winner did not answer within 14 days',
        drawn_at_utc: utc(drawAt + 1_209_600),
      },
      ...{ total_entries: 140, winner_index: 120, winner_entry_id: 'entry-10120' },
    },
  ]
  let previous = null
  for (const [sequence, statement] of statements.entries()) {
    const linked = {
      raffle_id: uuid(`raffle ${number}`),
      sequence,
      previous,
      operator: 'Example Raffles',
      ...statement,
    }
    const made = makeEntry(linked, encodeStatement)
    previous = `sha256:${made.digest}`
    yield made
  }
}

/** Writes a log of so many entries as files; returns what is in it. */
async function writeLog(folder, count) {
  const { encodeStatement } = await import('../dist/model/statement.js')
  const { MerkleTree, hashLeaf } = await import('../dist/core/merkle.js')
  const { encodeEntries, formatTilePath } = await import('../dist/core/tiles.js')
  const { createVerifierKey, formatNote, formatVerifierKey, signNote } = await import('../dist/core/note.js')
  const { formatCheckpoint } = await import('../dist/core/checkpoint.js')
  const { derivePublicKey } = await import('../dist/core/dsse.js')
  const { native } = await import('../dist/native/engine.js')
  const tree = new MerkleTree(native)
  const signed = []
  let bundle = []
  let bytes = 0
  const flush = () => {
    const index = Math.ceil(tree.size / 256) - 1
    const path = join(folder, formatTilePath({ level: 'entries', index, width: bundle.length }))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, encodeEntries(bundle))
    bundle = []
  }
  for (let number = 0; tree.size < count; number++) {
    for (const { entry, message, signature } of makeRaffle(number, encodeStatement)) {
      tree.append(hashLeaf(entry, native))
      bytes += entry.length
      bundle.push(entry)
      if (bundle.length === 256) flush()
      if (signed.length < 20_000) signed.push({ message, signature })
    }
  }
  if (bundle.length > 0) flush()
  const origin = 'raffles.example/log'
  const secret = makeKey('log').bytes
  const text = formatCheckpoint({ origin, size: tree.size, root: tree.root() })
  writeFileSync(
    join(folder, 'checkpoint'),
    formatNote({ text, signatures: [signNote(text, origin, secret)] }),
  )
  const vkey = formatVerifierKey(createVerifierKey(origin, 'ed25519', derivePublicKey(secret)))
  const trust = {
    trust: 'drawaudit/v1',
    operators: [
      {
        name: 'Example Raffles',
        keys: [
          {
            algorithm: 'ed25519',
            public_key: operator.publicKey.toString('hex'),
            valid_from: '2020-01-01T00:00:00+00:00',
          },
        ],
      },
    ],
    logs: [{ origin, vkey }],
  }
  writeFileSync(join(folder, 'trust.json'), JSON.stringify(trust))
  return { size: tree.size, bytes, signed }
}

/** Seconds for hashing as much as the leaves are, and as many nodes. */
function hashAlone(size, bytes) {
  const leaf = Buffer.alloc(Math.round(bytes / size) + 1, 1)
  const node = Buffer.alloc(65, 1)
  const start = performance.now()
  for (let index = 0; index < size; index++) {
    hash('sha256', leaf, 'binary')
    hash('sha256', node, 'binary')
  }
  return (performance.now() - start) / 1000
}

/**
 * Makes a log, follows it with `drawaudit monitor` from nothing, and prints how many entries a second that is.
 *
 * @param {{ readonly entries: number }} options
 */
async function benchMonitor({ entries }) {
  const folder = makeFolder()
  const { size, bytes, signed } = await writeLog(folder, entries)
  console.log(`a log of ${formatCount(size)} entries, ${Math.round(bytes / size)} bytes each, as files\n`)
  const rows = [['', '', 'entries/s', 'seconds', 'processor s', 'max RSS MiB']]
  const row = (what, rate, more = []) => [
    what,
    '',
    formatCount(Math.round(rate)),
    (size / rate).toFixed(2),
    ...more,
  ]
  const speeds = []
  const shares = []
  const rates = []
  for (const run of ['first', 'second', 'third']) {
    const started = performance.now()
    const args = [
      'monitor',
      folder,
      '--state',
      join(folder, `${run}.state`),
      '--trust',
      join(folder, 'trust.json'),
    ]
    const usage = new URL('report-usage.js', import.meta.url).href
    const { status, output } = spawnSync(
      process.execPath,
      ['--import', usage, join(root, 'bin/drawaudit.js'), ...args],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
    )
    const rate = size / ((performance.now() - started) / 1000)
    if (status !== 0) throw new Error(output.join(''))
    const { processor, memory } = JSON.parse(output[3])
    rows.push(row(`monitor, ${run} run`, rate, [processor.toFixed(2), memory.toFixed(0)]))
    const alone = await timeSignatures(signed, operator.publicKey)
    rates.push(signed.length / alone.seconds)
    speeds.push((rate * alone.seconds) / signed.length)
    shares.push(((alone.processor / signed.length) * size) / processor)
  }
  const hashing = size / hashAlone(size, bytes)
  rows.push(
    row(`Ed25519 of OpenSSL alone, ${availableParallelism()} cores`, median(rates), ['', '']),
    row('SHA-256 alone, one core', hashing, ['', '']),
  )
  const show = values =>
    `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
  console.log(formatTable(rows))
  console.log(`\n× the speed of the signatures alone, each beside its run: ${show(speeds)}`)
  console.log(`the same by processor time: ${show(shares)}`)
  noteRatio('monitor, × the speed of the signatures', median(shares))
}

/** @param {{ readonly quick?: boolean, readonly check?: boolean }} options */
export async function run({ quick = false, check = false } = {}) {
  await benchMonitor({ entries: quick ? 20_000 : check ? 60_000 : 200_000 })
}
