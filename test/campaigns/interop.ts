/**
 * Programs that others wrote read what drawaudit writes, and the other way round: `npm run campaign interop`. It runs
 * those that are on PATH and names the others. docs/INTEROP.md says where they come from, and has the table with which
 * this ends.
 *
 * @packageDocumentation
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { parseCheckpoint } from '../../src/core/checkpoint.js'
import { hashLeaf, verifyInclusion } from '../../src/core/merkle.js'
import { parseNote, verifyNote } from '../../src/core/note.js'
import { formatTime } from '../../src/core/time.js'
import { parseTlogProof } from '../../src/core/tlog-proof.js'
import { parseLogKey, parseVerifierKey } from '../../src/core/verifier-key.js'
import { bin, run, start, type Ended } from '../cli/run.js'
import { findPort } from '../postgres.js'
import { needs, runProgram, serveProgram, type Ran } from './interop/programs.js'
import { startSunlight } from './interop/sunlight.js'

const tlogProof = fileURLToPath(new URL('../../test/campaigns/interop/tlog-proof.go', import.meta.url))

const folder = t.testdir()
const path = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(path(name), 'utf8')
const env = { DRAWAUDIT_PASSPHRASE: 'nobody has to know it' }

const rows: string[] = []
/** Notes that a direction was gone, when its test ends with nothing wrong. */
function went(test: { readonly passing: () => boolean }, program: string, direction: string): void {
  rows.push(`| ${program} | ${direction} | ${test.passing() ? 'yes' : '**no**'} |`)
}

async function drawaudit(...args: readonly string[]): Promise<Ended> {
  return run(args, { cwd: folder, env })
}
async function json<T>(...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await drawaudit(...args, '--format', 'json')
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return JSON.parse(stdout) as T
}
const program = async (name: string, ...args: readonly string[]): Promise<Ran> =>
  runProgram(name, args, { cwd: folder })

// A log of ours, with the two commitments of two raffles.
const store = ['--store', 'ours.db']
await drawaudit('key', 'generate', '--operator', 'Operator', ...store)
const { vkey } = await json<{ vkey: string }>('log', 'create', '--origin', 'ours.example/log', ...store)
writeFileSync(path('ours.vkey'), `${vkey}\n`)
const create = async (name: string): Promise<Ended> =>
  drawaudit(
    ...['raffle', 'create', '--name', name, '--prize', 'Bicycle', '--max', '100'],
    ...['--closes', formatTime(new Date(Date.now() + 3_600_000)), ...store],
  )
await create('Summer')
await create('Autumn')
await drawaudit('log', 'export', 'ours', ...store)

/** Serves a new witness of ours until the end of the test. */
async function serveWitness(
  name: string,
  log: string,
  test: { teardown: (end: () => void) => void },
): Promise<{ readonly url: string; readonly vkey: string }> {
  const { vkeys } = await json<{ vkeys: readonly string[] }>(
    'witness',
    'init',
    name,
    '--name',
    `ours.example/${name}`,
  )
  const child = start(process.execPath, [bin, 'witness', 'serve', name, '--log', log, '--port', '0'], {
    cwd: folder,
    env,
  })
  test.teardown(() => child.kill('SIGTERM'))
  child.stderr.resume()
  const url = await new Promise<string>(resolve =>
    createInterface({ input: child.stdout }).once('line', resolve),
  )
  // Theirs know no other type; of what it answers they take the line that they know.
  const ed25519 = vkeys.find(key => parseVerifierKey(key).type === 'cosignature/v1') ?? ''
  return { url, vkey: ed25519 }
}

await t.test(
  'litewitness cosigns our log',
  needs('litewitness', 'witnessctl', 'ssh-agent', 'ssh-keygen'),
  async t => {
    await program('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', 'lite')
    const { output: fingerprint } = await program('ssh-keygen', '-lf', 'lite.pub')
    const { output: agent } = await program('ssh-agent', '-a', path('agent.sock'))
    const pid = Number(/Agent pid (\d+)/.exec(agent)?.[1])
    t.teardown(() => process.kill(pid))
    await runProgram('ssh-add', ['-q', 'lite'], { cwd: folder, env: { SSH_AUTH_SOCK: path('agent.sock') } })
    await program('witnessctl', 'add-log', '-db', 'lite.db', '-origin', 'ours.example/log')
    await program('witnessctl', 'add-key', '-db', 'lite.db', '-origin', 'ours.example/log', '-key', vkey)

    const port = await findPort()
    const key = fingerprint.split(' ')[1] ?? ''
    const args = ['-db', 'lite.db', '-name', 'lite.example', '-key', key, '-ssh-agent', 'agent.sock']
    const served = await serveProgram('litewitness', [...args, '-listen', `localhost:${port}`], {
      cwd: folder,
      port,
    })
    t.teardown(() => served.child.kill())
    const witness = /vkey=(\S+)/.exec(served.output())?.[1] ?? ''
    t.equal(parseVerifierKey(witness).name, 'lite.example')
    const named = await drawaudit(
      'log',
      'witness',
      `http://localhost:${port}`,
      witness,
      '--allow-private',
      ...store,
    )
    t.equal(named.code, 0, named.stderr)
    const asked = await drawaudit('log', 'sequence', ...store)
    t.equal(asked.code, 0, asked.stderr)
    t.match(`${asked.stdout}${asked.stderr}`, /cosigned by 1 of 1 witness/)
    const third = await create('Winter')
    t.match(third.stderr, /3 entries, cosigned by 1 of 1 witness/, 'and what the log grew by')
    const removed = await drawaudit('log', 'witness', `http://localhost:${port}`, '--remove', ...store)
    t.equal(removed.code, 0, removed.stderr)
    went(t, 'litewitness', 'cosigns a log of ours')
  },
)

await t.test('tessera fsck', needs('tessera-fsck'), async t => {
  const fsck = async (of: string): Promise<Ran> =>
    program('tessera-fsck', '--ui=false', '--storage_url', `file://${path(of)}/`, '--public_key', 'ours.vkey')
  await drawaudit('log', 'export', 'checked', ...store)
  const sound = await fsck('checked')
  t.equal(sound.code, 0, sound.output)
  const { size } = parseCheckpoint(parseNote(read('checked/checkpoint')).text)
  t.match(sound.output, `Successfully fsck'd log with size ${size}`)
  const bundle = `checked/tile/entries/000.p/${size}`
  const bytes = readFileSync(path(bundle))
  bytes[bytes.length - 3]! ^= 1
  writeFileSync(path(bundle), bytes)
  t.match((await fsck('checked')).output, 'fsck failed', 'an entry was changed')
  went(t, 'tessera fsck', 'finds a log of ours sound')
})

const runGo = async (...args: readonly string[]): Promise<Ran> => program('go', 'run', tlogProof, ...args)
/** Go, new enough and with the packages that the program uses. */
const go = needs('go')
if (go.skip === false) {
  const { code, output } = await runGo('key', 'any.example')
  if (code !== 0) go.skip = `go does not build tlog-proof.go: ${output.trim().split('\n')[0] ?? ''}`
}

await t.test('proofs of c2sp.org/tlog-proof, with torchwood', go, async t => {
  await drawaudit('log', 'proof', 'Summer', '0', '-o', 'ours.proof', ...store)
  const bytes = readFileSync(path('ours/tile/entries/000.p/2'))
  const entry = bytes.subarray(2, 2 + bytes.readUInt16BE())
  writeFileSync(path('entry'), entry)
  const verified = await runGo('verify', vkey, 'entry', 'ours.proof')
  t.same(verified, { code: 0, output: 'verified\n' })
  writeFileSync(path('other'), `${entry.toString()} `)
  t.not((await runGo('verify', vkey, 'other', 'ours.proof')).code, 0, 'another entry')
  went(t, 'torchwood', 'verifies a `tlog-proof` of ours')

  const [key = '', theirs = ''] = (await runGo('key', 'theirs.example/log')).output.split('\n')
  await runGo('make', key, 'entry', 'theirs.proof')
  const { index, proof, checkpoint } = parseTlogProof(read('theirs.proof'))
  const note = parseNote(checkpoint)
  const { size, root } = parseCheckpoint(note.text)
  t.equal(verifyNote(note, [parseVerifierKey(theirs)]).length, 1)
  t.equal(verifyInclusion({ leafHash: hashLeaf(entry), index, size, proof, root }), true)
  went(t, 'torchwood', 'makes a `tlog-proof` that ours verifies')
})

await t.test('a log of tessera', go.skip === false ? needs('tessera-oneshot') : go, async t => {
  const made = await runGo('key', 'tessera.example/log')
  const [key = '', theirs = ''] = made.output.split('\n')
  writeFileSync(path('tessera.key'), key)
  const witness = await serveWitness('tessera-witness', theirs, t)
  writeFileSync(path('policy'), `witness ours ${witness.vkey} ${witness.url}\nquorum ours\n`)
  mkdirSync(path('entries'))
  for (const name of ['1', '2', '3']) writeFileSync(path(`entries/${name}`), `entry ${name}`)
  const args = ['--private_key', 'tessera.key', '--storage_dir', 'tessera', '--witness_policy_file', 'policy']
  const first = await program('tessera-oneshot', ...args, '--entries', path('entries/*'))
  t.equal(first.code, 0, first.output)
  const keys = [theirs, witness.vkey].map(parseVerifierKey)
  t.equal(verifyNote(parseNote(read('tessera/checkpoint')), keys).length, 2, 'cosigned by our witness')
  const follow = async (require: string): Promise<Ended> =>
    drawaudit('monitor', 'tessera', '--state', 'tessera.state', '--vkey', theirs, '--require', require)
  t.match(await follow('log.signed'), { code: 0 })
  writeFileSync(path('entries/4'), 'entry 4')
  t.equal((await program('tessera-oneshot', ...args, '--entries', path('entries/4'))).code, 0)
  const note = parseNote(read('tessera/checkpoint'))
  t.equal(verifyNote(note, keys).length, 2, 'and so is what it grew by')
  t.equal(parseCheckpoint(note.text).size, 4)
  went(t, 'tessera', 'has its log cosigned by a witness of ours')
  t.match(await follow('log.signed,log.consistent'), { code: 0 })
  went(t, 'tessera', 'has its log followed by `monitor --require`')
})

await t.test('sigsum’s keys', needs('sigsum-key'), async t => {
  const { output } = await program('sigsum-key', 'from-vkey', '-k', 'ours.vkey')
  t.match(output, /^ssh-ed25519 /)
  const blob = Buffer.from(output.split(' ')[1] ?? '', 'base64')
  t.same(new Uint8Array(blob.subarray(-32)), parseVerifierKey(vkey).key.bytes, 'from our vkey')
  await program('sigsum-key', 'generate', '-o', 'sigsum')
  const { output: theirs } = await program('sigsum-key', 'to-vkey', '-k', 'sigsum.pub')
  t.match(parseVerifierKey(theirs.trim()).name, /^sigsum\.org\/v1\/tree\/[0-9a-f]{64}$/)
  went(t, 'sigsum-key', 'reads a vkey of ours, writes one that ours reads')
})

await t.test(
  'sigsum’s log',
  needs('sigsum-log-primary', 'sigsum-mktree', 'sigsum-key', 'sigsum-submit', 'sigsum-verify'),
  async t => {
    await program('sigsum-key', 'generate', '-o', 'sigsum-log')
    await program('sigsum-key', 'generate', '-o', 'submitter')
    const { output } = await program('sigsum-key', 'to-vkey', '-k', 'sigsum-log.pub')
    const theirs = output.trim()
    const witness = await serveWitness('sigsum-witness', theirs, t)
    writeFileSync(path('witness.vkey'), witness.vkey)
    const ssh = (await program('sigsum-key', 'from-vkey', '-k', 'witness.vkey')).output.trim()
    writeFileSync(path('witness.pub'), `${ssh}\n`)
    const hex = async (of: string): Promise<string> =>
      (await program('sigsum-key', 'to-hex', '-k', of)).output.trim()

    const [port, inner] = [await findPort(), await findPort()]
    const policy = [
      `log ${await hex('sigsum-log.pub')} http://localhost:${port}/`,
      `witness ours ${await hex('witness.pub')} ${witness.url}`,
      'quorum ours',
      '',
    ].join('\n')
    writeFileSync(path('sigsum-policy'), policy)
    await program('sigsum-mktree', '--sth-file=sth')
    const args = [
      '--backend=ephemeral',
      '--interval=1s',
      '--key-file=sigsum-log',
      '--policy-file=sigsum-policy',
      '--sth-file=sth',
      `--external-endpoint=localhost:${port}`,
      `--internal-endpoint=localhost:${inner}`,
    ]
    const served = await serveProgram('sigsum-log-primary', args, {
      cwd: folder,
      port,
      // Debian builds it without its go.mod, and so with the patterns of paths from before Go 1.22.
      env: { GODEBUG: 'httpmuxgo121=0' },
    })
    t.teardown(() => served.child.kill())
    writeFileSync(path('message'), 'a message')
    const submit = ['-k', 'submitter', '-p', 'sigsum-policy', '-o', 'message.proof', 'message']
    const submitted = await program('sigsum-submit', ...submit)
    t.equal(submitted.code, 0, `${submitted.output}${served.output()}`)
    const verify = `sigsum-verify -k submitter.pub -p sigsum-policy message.proof < message`
    const verified = await program('sh', '-c', verify)
    t.equal(verified.code, 0, `with the cosignature of our witness: ${verified.output}`)
    went(t, 'sigsum-log-primary, sigsum-verify', 'has its log cosigned by a witness of ours, and believes it')
  },
)

await t.test('sunlight', needs('sunlight', 'sunlight-keygen', 'skylight', 'openssl'), async t => {
  const sunlight = await startSunlight(t, path('sunlight'), [vkey])

  // Its log of certificates, as skylight serves it, by the key of lists and by that of notes.
  await sunlight.submit('one.example', 'two.example')
  const follow = async (state: string, key: string, ...args: readonly string[]): Promise<Ended> =>
    drawaudit(
      ...['monitor', sunlight.url, '--allow-private', '--state', state, '--vkey', key],
      ...['--require', 'log.signed,log.consistent', '--format', 'json', ...args],
    )
  const keys = [sunlight.key, sunlight.vkey] as const
  for (const [at, key] of keys.entries())
    t.match(await follow(`sunlight${at}.state`, key), { code: 3 }, 'seen first')
  await sunlight.submit('three.example')
  for (const [at, key] of keys.entries()) {
    const { code, stdout } = await follow(`sunlight${at}.state`, key)
    t.equal(code, 0, stdout)
    t.match(JSON.parse(stdout), { subjects: [{ title: /3 entries/ }] })
  }
  went(t, 'sunlight, skylight', 'has its log followed by `monitor --require`, by either of its keys')

  const note = await (await fetch(`${sunlight.url}/checkpoint`)).text()
  t.equal(verifyNote(parseNote(note), [parseLogKey(sunlight.key), parseVerifierKey(sunlight.vkey)]).length, 2)

  const { url, vkey: witness } = sunlight.witness
  const named = await drawaudit('log', 'witness', url, witness, '--allow-private', ...store)
  t.equal(named.code, 0, named.stderr)
  const asked = await drawaudit('log', 'sequence', ...store)
  t.equal(asked.code, 0, asked.stderr)
  t.match((await create('Spring')).stderr, /cosigned by 1 of 1 witness/, 'and what the log grew by')
  t.equal((await drawaudit('log', 'witness', url, '--remove', ...store)).code, 0)
  went(t, 'sunlight', 'cosigns a log of ours')
})

t.teardown(() => {
  rmSync(folder, { recursive: true, force: true })
})
t.comment(['| program | direction | agrees |', '| --- | --- | --- |', ...rows].join('\n'))
