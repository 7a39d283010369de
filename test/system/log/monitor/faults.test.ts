import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import t from 'tap'
import { parseJson } from '../../../../src/core/json.js'
import { DrawauditError } from '../../../../src/errors.js'
import { openLogSource } from '../../../../src/log/read/log-source.js'
import { createEntryVerifier } from '../../../../src/log/monitor/entry.js'
import { openState } from '../../../../src/log/monitor/file.js'
import { runMonitor } from '../../../../src/log/monitor/monitor.js'
import { parseFraudProof } from '../../../../src/model/fraud-proof.js'
import { decideSubject } from '../../../../src/verify/verdict.js'
import { operator, poolEntries, TestLog } from '../../../log/make-log.js'
import { engine, later, trustIn } from '../../../log/watch-log.js'

/** What changes files. */
const names = [
  'openSync',
  'writeFileSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'linkSync',
  'rmSync',
] as const

type Name = (typeof names)[number]
type Call = (...args: unknown[]) => unknown

const real = Object.fromEntries(names.map(name => [name, fs[name] as Call])) as Record<Name, Call>

/** Carries a call out, or something else in its place. */
type Tamper = (name: Name, args: unknown[], carryOut: () => unknown) => unknown

/** Puts itself between a monitor and its files while `act` runs. */
async function tampered<T>(tamper: Tamper, act: () => Promise<T>): Promise<T> {
  for (const name of names) {
    Object.assign(fs, {
      [name]: (...args: unknown[]) => tamper(name, args, () => real[name](...args)),
    })
  }
  syncBuiltinESMExports()
  try {
    return await act()
  } finally {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
}

const fail = (code: string): never => {
  throw Object.assign(new Error(code), { code })
}

/** The process is gone: nothing that it would still do happens. */
class Killed extends Error {}

const kinds = {
  'fails before': () => fail('EIO'),
  'fails and was done': (_: Name, __: unknown[], carryOut: () => unknown) => {
    carryOut()
    return fail('EIO')
  },
  'is slow': (_: Name, __: unknown[], carryOut: () => unknown) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    return carryOut()
  },
  'finds the disk full': (name: Name, args: unknown[]) => {
    const [file, content] = args
    if (name === 'writeFileSync' && content !== undefined) {
      const bytes = Buffer.from(content as Uint8Array | string)
      real.writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    }
    return fail('ENOSPC')
  },
  'is killed before': () => {
    throw new Killed()
  },
  'is killed after': (_: Name, __: unknown[], carryOut: () => unknown) => {
    carryOut()
    throw new Killed()
  },
} as const

/** A log that was followed once and grew, or was forked: what is there before the run that goes wrong. */
interface Stage {
  readonly folder: string
  readonly log: TestLog
  readonly places: readonly string[]
}

/** A run, as if in a process of its own. */
async function run({ folder, log, places }: Stage) {
  const trust = trustIn([operator], [log])
  const file = await openState(`${folder}/state`, engine)
  try {
    const examinations = await runMonitor({
      ...{ trust, logs: trust.logs, engine, now: later, file, others: [] },
      verifier: createEntryVerifier({ trust, engine, now: later }),
      sources: places.map(place => openLogSource(place)),
      ...{ grace: { seal: 1, draw: 1 }, patience: 1, proofs: `${folder}/state` },
    })
    return examinations.map(one =>
      decideSubject(one)
        .claims.map(({ code }) => code)
        .join(' '),
    )
  } finally {
    file.close()
  }
}

void t.test('every way in which writing goes wrong', async t => {
  const base = t.testdir()
  const log = new TestLog().append(...poolEntries(3))
  const honest = log.write(`${base}/honest`)
  await run({ folder: base, log, places: [honest] })
  const old = fs.readFileSync(`${base}/state`, 'utf8')
  log.append(...poolEntries(5).slice(12))
  log.write(honest)
  const forked = log
    .fork(9)
    .append(...poolEntries(9).slice(20))
    .write(`${base}/forked`)

  let cases = 0
  for (const [what, places] of [
    ['a log that grew', [honest]],
    ['a fork', [forked, honest]],
  ] as const) {
    let number = 0
    const prepare = (): Stage => {
      const folder = `${base}/${what.replaceAll(' ', '-')}-${number++}`
      fs.mkdirSync(folder)
      fs.writeFileSync(`${folder}/state`, old)
      return { folder, log, places }
    }
    const calls: string[] = []
    const undisturbed = prepare()
    const codes = await tampered(
      (name, _, carryOut) => {
        calls.push(name)
        return carryOut()
      },
      async () => run(undisturbed),
    )
    const fresh = fs.readFileSync(`${undisturbed.folder}/state`, 'utf8')
    const expected = what === 'a fork' ? /log-forked.*log-forked/s : /log-consistent/
    t.match(codes.join('\n'), expected)
    t.not(fresh, old)
    t.same(
      fs.readdirSync(undisturbed.folder).filter(name => /lock|partial/.test(name)),
      ['state.lock'],
    )

    for (const [kind, tamper] of Object.entries(kinds)) {
      for (const [at, call] of calls.entries()) {
        cases += 1
        const stage = prepare()
        let count = 0
        let isDead = false
        let fault: unknown
        const told = await tampered(
          (name, args, carryOut) => {
            if (isDead) throw new Killed()
            if (count++ !== at) return carryOut()
            isDead = kind.includes('killed')
            return tamper(name, args, carryOut)
          },
          async () => run(stage),
        ).catch((error: unknown) => {
          fault = error
          return undefined
        })
        const name = `${what}: ${call} ${at} ${kind}`
        const now = fs.readFileSync(`${stage.folder}/state`, 'utf8')
        if (now !== old && now !== fresh) t.fail(`${name}: the state is neither the old nor the new one`)
        if (told !== undefined && now !== fresh) t.fail(`${name}: done, it says, and it is not`)
        const isOurs = fault instanceof DrawauditError
        const ended = fault === undefined || isOurs || kind.includes('killed')
        if (!ended || (kind === 'is slow' && told === undefined)) t.fail(`${name}: ended otherwise`)

        const again = await run(stage)
        if (fs.readFileSync(`${stage.folder}/state`, 'utf8') !== fresh) t.fail(`${name}: not as without it`)
        if (what === 'a fork' && again[0]?.includes('log-forked') !== true)
          t.fail(`${name}: the fork is forgotten`)
        for (const file of fs.readdirSync(stage.folder).filter(one => one.endsWith('.json'))) {
          parseFraudProof(parseJson(fs.readFileSync(`${stage.folder}/${file}`)))
        }
        const proofs = fs.readdirSync(stage.folder).filter(one => one.endsWith('.json'))
        // Where the new state was written, the fork is from that one too.
        const most = now === fresh ? 2 : 1
        if (what === 'a fork' && (proofs.length < 1 || proofs.length > most)) {
          t.fail(`${name}: ${proofs.length} proofs`)
        }
      }
    }
  }
  t.ok(cases >= 120, `${cases} cases`)
  t.comment(`${cases} cases`)
})

void t.test('a state that is damaged, foreign or in use', async t => {
  const folder = t.testdir()
  const path = `${folder}/state`
  const log = new TestLog().append(...poolEntries(3))
  await run({ folder, log, places: [log.write(`${folder}/log`)] })
  const bytes = fs.readFileSync(path)
  const refuses = async (content: Uint8Array | string, words: RegExp): Promise<void> => {
    fs.writeFileSync(path, content)
    const expected = { code: 'monitor-state', message: words, where: { file: path } }
    await t.rejects(openState(path, engine), expected)
    t.same(fs.readFileSync(path), Buffer.from(content), 'and leaves it as it is')
  }
  for (let at = 0; at < bytes.length; at += 97) {
    const flipped = Buffer.from(bytes)
    flipped[at]! ^= 1
    await refuses(flipped, /hash is another|last line/)
    await refuses(bytes.subarray(0, at), /hash is another|last line/)
  }
  await refuses('', /last line/)
  await refuses('{"lock":"drawaudit/v1"}\n', /last line/)
  const seal = (lines: string): string => {
    const digest = Buffer.from(engine.hash('sha256', Buffer.from(lines))).toString('hex')
    return `${lines}{"digest":"${digest}"}\n`
  }
  const lines = bytes.toString().split('\n').slice(0, -2)
  const [version = '', head = '', ...raffles] = lines.map(line => `${line}\n`)
  await refuses(seal(''), /lines are missing/)
  await refuses(seal('{"monitor":"drawaudit/v2"}\n'), /./)
  await refuses(seal(head), /does not begin/)
  await refuses(seal(version + head), /lines are missing/)
  await refuses(seal(version + raffles.join('')), /where none/)
  await refuses(seal(version + head.replace('"size":12', '"size":13') + raffles.join('')), /agree/)
  await refuses(seal(`${version}{"x":1}\n`), /./)
  await refuses(seal(`${version}not json\n`), /./)
  fs.writeFileSync(path, bytes)

  const held = await openState(path, engine)
  await t.rejects(openState(path, engine), { code: 'monitor-busy' })
  const writing = (): void => {
    held.write(held.state)
  }
  writing()
  fs.writeFileSync(path, old(bytes))
  t.throws(writing, { code: 'monitor-busy' }, 'another one wrote it')
  fs.writeFileSync(path, bytes)
  fs.rmSync(`${path}.lock`)
  t.throws(writing, { code: 'monitor-busy' }, 'the lock was removed')
  const next = await openState(path, engine)
  t.throws(writing, { code: 'monitor-busy' }, 'another one has the lock')
  held.close()
  await t.rejects(openState(path, engine), { code: 'monitor-busy' }, 'whose lock it is')
  next.close()
  fs.writeFileSync(`${path}.lock`, 'no database')
  await t.rejects(openState(path, engine), { code: 'file-access', message: /cannot be locked/ })
  fs.rmSync(`${path}.lock`)

  await t.rejects(openState(`${folder}/none/state`, engine), { code: 'file-missing' })
  await t.rejects(openState(folder, engine), { code: 'file-kind' })
  fs.symlinkSync('state', `${folder}/link`)
  const link = await openState(`${folder}/link`, engine)
  link.write(new Map())
  link.close()
  t.ok(fs.lstatSync(`${folder}/link`).isSymbolicLink(), 'a link stays one')
  t.equal((await openState(path, engine)).state.size, 0)
})

const old = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from('\n')])
