// `drawaudit log export` and `log proof`, and what `fetch` saves of a log and `verify` makes of it.
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import t from 'tap'
import { encodeChainInfo } from '../../../../src/core/beacon-json.js'
import { formatCheckpoint, parseCheckpoint } from '../../../../src/core/checkpoint.js'
import { hashLeaf, verifyInclusion } from '../../../../src/core/merkle.js'
import { derivePublicKey } from '../../../../src/core/dsse.js'
import {
  createVerifierKey,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  signCosignature,
  verifyNote,
} from '../../../../src/core/note.js'
import { decodeEntries, formatTilePath, tileAt } from '../../../../src/core/tiles.js'
import { parseTlogProof } from '../../../../src/core/tlog-proof.js'
import { exportLog } from '../../../../src/log/export/export-log.js'
import { openLogSource } from '../../../../src/log/read/log-source.js'
import { saveLog } from '../../../../src/log/export/save-log.js'
import type { Report, Subject } from '../../../../src/model/report.js'
import type { TrustJson } from '../../../../src/model/trust.js'
import { native } from '../../../../src/native/engine.js'
import { keepCosignatures } from '../../../../src/operator/cosign-log.js'
import { createClient } from '../../../../src/remote/client.js'
import { chain, createCeremony, fewEntries, raffleId, trustServed } from '../../../server/ceremony.js'
import { createLogOf, origin, type GrowingLog } from '../../../server/log-store.js'
import { get, start } from '../../../server/start.js'
import { endingOf } from '../../../verify/report.js'
import { run, runJson } from '../../../cli/resident.js'

const server = await start(t, { rateLimit: 60 })
await createCeremony(server).run(fewEntries)
const log = await createLogOf(server)
const store = ['--store', server.file]
const folder = dirname(server.file)
const base = `${server.url}/api/v1`

const trust = join(folder, 'trust.json')
const keys = JSON.parse((await get(server, '/api/v1/keys')).body) as TrustJson
t.equal(trustServed(keys).operators[0]?.logOrigin, origin)
writeFileSync(trust, JSON.stringify(keys))

const ending = (subject: Subject | undefined, id: string): string => (subject && endingOf(subject, id)) ?? ''

await t.test('log export', async t => {
  const place = join(folder, 'public')
  const json = await run(['log', 'export', place, ...store, '--format', 'json'])
  t.equal(json.code, 0, json.stderr)
  t.match(JSON.parse(json.stdout), {
    origin,
    size: 5,
    before: 0,
    tiles: 1,
    bundles: 1,
    removed: 0,
    checkpoint: 'written',
  })
  const again = await run(['log', 'export', place, ...store])
  t.equal(again.stdout, `log ${origin}: 5 entries in ${place}, as before\n`)
  await log.grow(300)
  const grown = await run(['log', 'export', place, ...store])
  t.match(
    grown.stdout,
    /^log raffles\.example\/log: 305 entries in .*, 5 before\nwrote the checkpoint, 2 bundles and 3 tiles \(\d+ bytes\), 2 partial ones removed\n$/,
  )
  const source = openLogSource(place)
  const entries: Uint8Array[] = []
  for await (const entry of source.readEntries(0, 305)) entries.push(entry)
  t.equal(entries.length, 305)
  source.close()

  const none = await run(['log', 'export', place, '--store', join(folder, 'none.db')])
  t.match(none, { code: 2, stderr: /there is no store/ })
  const other = join(folder, 'other')
  mkdirSync(other)
  const note = readFileSync(join(place, 'checkpoint'), 'utf8')
  writeFileSync(join(other, 'checkpoint'), note.replace('raffles.example', 'evil\\u001b.example'))
  const refused = await run(['log', 'export', other, ...store])
  t.match(refused, { code: 2, stderr: /error: .*another log/ })
  t.match(await run(['log', 'export', ...store]), { code: 2, stderr: /the argument <folder> is missing/ })
  t.match(await run(['log', 'export', place], { env: {} }), { code: 2, stderr: /no store is named/ })
})

await t.test('log proof', async t => {
  const file = join(folder, 'commitment.tlog-proof')
  const saved = await run(['log', 'proof', raffleId, '0', '-o', file, ...store])
  t.equal(saved.code, 0, saved.stderr)
  t.match(saved.stderr, /: entry 0 of 305, cosigned by 0 witnesses\n$/)
  const proof = parseTlogProof(readFileSync(file, 'utf8'))
  const { text } = parseNote(proof.checkpoint)
  t.equal(verifyNote(parseNote(proof.checkpoint), [parseVerifierKey(log.vkey)]).length, 1)
  const { size, root } = parseCheckpoint(text)
  const [entry] = await server.store.log.readLogEntries(0, 1)
  const leafHash = hashLeaf(entry!.data)
  t.ok(verifyInclusion({ leafHash, index: proof.index, size, proof: proof.proof, root }))

  const printed = await run(['log', 'proof', raffleId.toUpperCase(), '4', ...store])
  t.equal(parseTlogProof(printed.stdout).index, 4)

  for (const [args, code, message] of [
    [[raffleId, '5'], 2, /the log has no statement 5 of raffle/],
    [['0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c11', '0'], 2, /the log has no statement 0/],
    [[raffleId, '00'], 2, /named by its number, found "00"/],
    [[raffleId, '-1'], 2, /./],
    [['x', '0'], 2, /begins with "x"/],
    [[raffleId], 2, /the argument <sequence> is missing/],
  ] as const) {
    t.match(await run(['log', 'proof', ...args, ...store]), { code, stderr: message }, args.join(' '))
  }
})

await t.test('the proof is of the latest head that has most cosignatures', async t => {
  const { store: opened } = server
  const cosign = async (size: number, names: readonly string[]): Promise<void> => {
    const [head] = await opened.log.listHeads(size, 1)
    t.equal(head?.size, size)
    for (const [at, name] of names.entries()) {
      const cosignature = signCosignature('x\n', name, 1_793_534_400, new Uint8Array(32).fill(20 + at))
      await opened.transact(({ log: writer }) => writer.writeCosignature(size, cosignature))
    }
  }
  const sizeOf = async (): Promise<number> => {
    const { stdout } = await run(['log', 'proof', raffleId, '1', ...store])
    return parseCheckpoint(parseNote(parseTlogProof(stdout).checkpoint).text).size
  }
  // Heads of 310 to 350 entries.
  for (let heads = 0; heads < 9; heads += 1) await log.grow(5)
  t.equal(await sizeOf(), 350)
  await cosign(315, ['a.example'])
  t.equal(await sizeOf(), 315)
  await cosign(325, ['a.example', 'b.example'])
  t.equal(await sizeOf(), 325)
  await cosign(335, ['a.example', 'b.example'])
  await cosign(345, ['b.example'])
  t.equal(await sizeOf(), 335)
  await log.append(1)
  await cosign(350, ['a.example', 'b.example', 'c.example'])
  t.equal(await sizeOf(), 350)
})

const asked = ['--raffle', raffleId, '--allow-private']
/** 12:00 on the day of the commitment, in seconds since 1970. */
const commitTime = Date.parse('2026-11-01T12:00:00Z') / 1000

/** Cosigns a head at a time; what it returns is the witness's vkey. */
async function cosign({ desk }: GrowingLog, size: number, time: number): Promise<string> {
  const secret = new Uint8Array(32).fill(30)
  const key = createVerifierKey('witness.example', 'cosignature/v1', derivePublicKey(secret))
  const vkey = formatVerifierKey(key)
  await desk.store.transact(({ log }) => log.writeWitness({ url: 'https://witness.example', vkey }))
  const [head] = await desk.store.log.listHeads(size, 1)
  t.equal(head?.size, size)
  const text = formatCheckpoint({ origin, size, root: head?.root ?? new Uint8Array() })
  await keepCosignatures(desk, size, [signCosignature(text, key.name, time, secret)])
  return vkey
}

/** The rules and the draw of a raffle, as one subject with the claims of both. */
function together({ subjects }: Report): Subject | undefined {
  const [first] = subjects
  return first && { ...first, claims: subjects.flatMap(({ claims }) => claims) }
}

await t.test('fetch saves the log, and verify uses it', async t => {
  const witnesses = [await cosign(log, 350, 1_793_620_800)]
  writeFileSync(trust, JSON.stringify({ ...keys, witnesses, beacons: [encodeChainInfo(chain)] }))
  const saved = join(folder, 'said')
  const fetched = await run(['fetch', base, ...asked, '-o', saved])
  t.equal(fetched.code, 0, fetched.stderr)
  t.match(fetched.stdout, /1 raffle and 350 entries of the log saved in /)
  const manifest = JSON.parse(readFileSync(join(saved, 'capture.json'), 'utf8')) as { log: { size: number } }
  t.match(manifest.log, { url: `${base}/log`, size: 350 })
  t.strictSame(readdirSync(join(saved, 'log')).toSorted(), ['checkpoint', 'tile'])
  for (const index of [0, 1]) {
    const place = tileAt('entries', index, 350)!
    const bytes = readFileSync(join(saved, 'log', formatTilePath(place)))
    t.equal(decodeEntries(bytes, place.width).length, place.width)
  }

  const verify = async (from = saved): Promise<Subject | undefined> => {
    const { report } = await runJson(['verify', from, '--trust', trust, '--require', 'reproducible'])
    return together(report)
  }
  const subject = await verify()
  t.strictSame(
    subject?.claims.filter(({ status }) => status === 'refuted'),
    [],
  )
  t.equal(ending(subject, 'capture.intact'), 'proven capture-intact')
  t.match(ending(subject, 'log.included'), /^proven /)

  const copy = (): string => {
    const place = join(folder, `copy-${Math.random()}`)
    cpSync(saved, place, { recursive: true })
    return place
  }
  const full = `log/${formatTilePath(tileAt('entries', 0, 350)!)}`
  const partial = `log/${formatTilePath(tileAt('entries', 1, 350)!)}`
  const changes: Readonly<Record<string, (place: string) => void>> = {
    'a bit of an entry': place => {
      const bytes = readFileSync(join(place, full))
      bytes[bytes.length - 1]! ^= 1
      writeFileSync(join(place, full), bytes)
    },
    'a byte more': place => {
      writeFileSync(join(place, partial), Buffer.concat([readFileSync(join(place, partial)), Buffer.of(0)]))
    },
    'a bundle that is missing': place => {
      rmSync(join(place, partial))
    },
    'no log at all': place => {
      rmSync(join(place, 'log'), { recursive: true })
    },
    'another checkpoint': place => {
      const note = readFileSync(join(place, 'log/checkpoint'), 'utf8')
      writeFileSync(join(place, 'log/checkpoint'), note.replace('\n350\n', '\n349\n'))
    },
  }
  for (const [what, change] of Object.entries(changes)) {
    const place = copy()
    change(place)
    const altered = await verify(place)
    t.equal(ending(altered, 'capture.intact'), 'not-provable capture-altered', what)
    t.notMatch(ending(altered, 'evidence.unique'), /^proven/, what)
  }
  for (const name of ['log/checkpoint', full, 'log/tile', 'log']) {
    const place = copy()
    cpSync(join(place, name), join(folder, 'elsewhere'), { recursive: true, force: true })
    rmSync(join(place, name), { recursive: true })
    symlinkSync(join(folder, 'elsewhere'), join(place, name))
    const { code, stderr } = await run(['verify', place])
    rmSync(join(folder, 'elsewhere'), { recursive: true })
    t.equal(code, 2, name)
    t.match(stderr, /is a symbolic link/)
  }
})

await t.test('a saved log shows that there was no second draw', async t => {
  const own = await start(t, { rateLimit: 60 })
  const begun = await createLogOf(own)
  const ceremony = createCeremony(own)
  await ceremony.commit()
  await begun.sequence()
  const witnesses = [await cosign(begun, 1, commitTime + 60)]
  await ceremony.import(fewEntries)
  await ceremony.seal()
  await begun.sequence()
  await cosign(begun, 2, commitTime + 62 * 60)
  await ceremony.draw()
  await begun.sequence()
  await cosign(begun, 5, commitTime + 80 * 60)
  const { body } = await get(own, '/api/v1/keys')
  const file = join(folder, 'own-trust.json')
  const whom = { ...(JSON.parse(body) as object), witnesses, beacons: [encodeChainInfo(chain)] }
  writeFileSync(file, JSON.stringify(whom))
  const saved = join(folder, 'own')
  const endings: string[] = []
  for (const more of [[], ['--no-log']]) {
    rmSync(saved, { recursive: true, force: true })
    t.equal((await run(['fetch', `${own.url}/api/v1`, ...asked, ...more, '-o', saved])).code, 0)
    const { report } = await runJson(['verify', saved, '--trust', file, '--require', 'reproducible'])
    endings.push(ending(together(report), 'evidence.unique'))
  }
  t.match(endings[0], /^proven /)
  t.match(endings[1], /^not-provable /)
})

await t.test('fetch goes on with a log that is there', async t => {
  const place = join(folder, 'again')
  mkdirSync(place)
  cpSync(join(folder, 'said', 'log'), join(place, 'log'), { recursive: true })
  rmSync(join(place, 'log', 'checkpoint'))
  const tiles = (): number => server.logs.filter(line => line['route'] === 'log-tile').length
  const before = tiles()
  t.equal((await run(['fetch', base, ...asked, '-o', place])).code, 0)
  t.equal(tiles() - before, 1, 'the bundle that is not full')
  t.equal((await run(['verify', place, '--trust', trust, '--require', 'reproducible'])).code, 0)
  t.match(await run(['fetch', base, ...asked, '-o', place]), { code: 2, stderr: /the path is in use/ })

  const other = join(folder, 'other-log')
  mkdirSync(other)
  cpSync(join(place, 'log'), join(other, 'log'), { recursive: true })
  const bundle = join(other, 'log', formatTilePath(tileAt('entries', 0, 350)!))
  const bytes = readFileSync(bundle)
  bytes[10]! ^= 1
  writeFileSync(bundle, bytes)
  const refused = await run(['fetch', base, ...asked, '-o', other])
  t.match(refused, { code: 2, stderr: /not those of this log/ })
  t.notOk(existsSync(join(other, 'capture.json')))
})

await t.test('fetch leaves the log out', async t => {
  const place = join(folder, 'without')
  t.equal((await run(['fetch', base, ...asked, '--no-log', '-o', place])).code, 0)
  t.notOk(existsSync(join(place, 'log')))
  t.match(await run(['verify', '--no-log', place]), { code: 2, stderr: /no option --no-log/ })

  const none = await start(t)
  await createCeremony(none).run(fewEntries)
  const without = join(folder, 'none')
  const fetched = await run(['fetch', `${none.url}/api/v1`, ...asked, '-o', without])
  t.equal(fetched.code, 0, fetched.stderr)
  t.notOk(existsSync(join(without, 'log')))
})

await t.test('logs that cannot be saved', async t => {
  const client = createClient({ allowPrivate: true })
  t.teardown(() => {
    client.close()
  })
  const options = { client, engine: native, pause: 0 }
  const tooMuch = saveLog(`${base}/log`, join(folder, 'too-much'), { ...options, mostBytes: 1000 })
  await t.rejects(tooMuch, { code: 'remote-too-large', hint: /--no-log/ })
  t.notOk(existsSync(join(folder, 'too-much', 'checkpoint')))
  t.strictSame(await saveLog(`${base}/nothing`, join(folder, 'no'), options), {})
  const pages = createServer((_, response) => response.end('<!doctype html>\n')).listen(0, '127.0.0.1')
  t.teardown(() => pages.close())
  await once(pages, 'listening')
  const { port } = pages.address() as AddressInfo
  const page = await saveLog(`http://127.0.0.1:${port}/log`, join(folder, 'no'), options)
  t.match(page, { because: /./ }, 'a page in the place of a checkpoint')
  t.notOk(existsSync(join(folder, 'no')))
})

await t.test('an exported log is one to read', async t => {
  const place = join(folder, 'exported')
  const done = await exportLog(server.store.log, place, native)
  t.equal(done.size, 350)
  const source = openLogSource(place)
  const { size } = parseCheckpoint(parseNote(await source.readCheckpoint()).text)
  t.equal(size, 350)
  t.equal((await source.readTile(0, 1, 94)).length, 94 * 32)
  source.close()
})
