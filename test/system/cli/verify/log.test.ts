import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Report } from '../../../../src/model/report.js'
import {
  createLog,
  createRaffle,
  entryOf,
  vkeyOf,
  witnessKey,
  type Evidence,
} from '../../../protocol/factory.js'
import { late, logged } from '../../../protocol/scenarios/logged.js'
import { grown } from '../../../protocol/scenarios/log-evidence.js'
import { base, told } from '../../../protocol/scenarios/scenario.js'
import { writeTiles } from '../../../protocol/tiles.js'
import { serveHttp } from '../../../remote/start.js'
import { endingOf } from '../../../verify/report.js'
import { run, runJson } from '../../../cli/resident.js'

interface Saved {
  readonly folder: string
  readonly log: string
  readonly args: readonly string[]
}

/** Evidence as files. */
function save(test: Pick<typeof t, 'testdir'>, { bundle, trust, record, log }: Evidence): Saved {
  const folder = test.testdir({
    'bundle.json': JSON.stringify(bundle),
    'trust.json': JSON.stringify(trust),
    'record.json': JSON.stringify(record),
  })
  if (log) writeTiles(join(folder, 'log'), log.checkpoint, log.entries)
  const args = ['verify', join(folder, 'bundle.json'), '--trust', join(folder, 'trust.json')]
  return { folder, log: join(folder, 'log'), args: [...args, '--record', join(folder, 'record.json')] }
}

const ending = ({ subjects: [subject] }: Report, id: string): string | undefined =>
  subject && endingOf(subject, id)

await t.test('with the log at hand a bundle reaches level 5', async t => {
  const { args, log } = save(
    t,
    logged(() => undefined),
  )
  const alone = await runJson(args)
  t.equal(alone.report.subjects[0]?.level, 3)
  t.equal(ending(alone.report, 'evidence.unique'), 'not-provable evidence-missing')
  const { report } = await runJson([...args, '--log', log, '--require', 'witnessed'])
  t.equal(report.subjects[0]?.level, 5)
  t.equal(report.exit_code, 0)
  t.equal(ending(report, 'evidence.unique'), 'proven logged-once')
  const { stdout } = await run([...args, '--log', log])
  t.match(stdout.replace(/\s+/g, ' '), /refuse to draw, which everyone who reads the log would see/)
})

await t.test('a log of more than one tile, by folder and by URL', async t => {
  const many = Array.from({ length: 600 }, (_, at) => `entry ${at}`)
  const { args, log, folder } = save(t, createRaffle({ ...base, log: { others: many } }))
  const { report } = await runJson([...args, '--log', log])
  t.equal(report.subjects[0]?.level, 5)
  const asked: string[] = []
  const { url } = await serveHttp(t, (request, response) => {
    asked.push(request.url ?? '')
    try {
      response.end(readFileSync(join(folder, request.url ?? '')))
    } catch {
      response.writeHead(404).end()
    }
  })
  const remote = await runJson([...args, '--log', `${url}/log`, '--allow-private'])
  t.equal(remote.report.subjects[0]?.level, 5)
  t.ok(asked.includes('/log/checkpoint') && asked.includes('/log/tile/entries/001'))
  const refused = await runJson([...args, '--log', `${url}/log`])
  t.equal(refused.report.error?.code, 'address-forbidden')
  const nowhere = await runJson([...args, '--log', `${url}/none`, '--allow-private'])
  t.equal(nowhere.report.exit_code, 4)
})

await t.test('a second commitment in the log refutes, a broken copy does not prove', async t => {
  const other = told(it => void it.commit({ raffle_name: 'Winter raffle' })).bundle.statements[0]!
  const second = save(t, grown([entryOf(other)]))
  const { report } = await runJson([...second.args, '--log', second.log])
  t.equal(ending(report, 'evidence.unique'), 'refuted statement-second')
  t.equal(report.exit_code, 1)
  const { args, log } = save(
    t,
    logged(() => undefined),
  )
  const tile = join(log, 'tile/entries/000.p/7')
  const bytes = readFileSync(tile)
  const spoil = async (edit: () => void, code: string): Promise<void> => {
    edit()
    const spoiled = await runJson([...args, '--log', log])
    t.equal(ending(spoiled.report, 'log.witnessed'), code)
    t.equal(spoiled.report.exit_code, 3)
    writeFileSync(tile, bytes)
  }
  await spoil(() => {
    writeFileSync(tile, Buffer.concat([bytes.subarray(0, 5), Buffer.from('!'), bytes.subarray(6)]))
  }, 'not-provable log-damaged')
  await spoil(() => {
    writeFileSync(tile, bytes.subarray(1))
  }, 'not-provable log-damaged')
  await spoil(() => {
    rmSync(tile)
  }, 'not-provable log-damaged')
  await spoil(() => {
    writeFileSync(join(log, 'checkpoint'), 'nothing\n')
  }, 'not-provable log-damaged')
})

await t.test('two histories of one log are refuted', async t => {
  const evidence = logged(({ copy, test }) => {
    test.entries[0] = 'another entry'
    Object.assign(copy, { checkpoint: test.note(late), entries: [...test.entries] })
  })
  const { args, log } = save(t, evidence)
  const { report } = await runJson([...args, '--log', log])
  t.equal(ending(report, 'log.witnessed'), 'refuted log-forked')
  t.equal(report.exit_code, 1)
})

await t.test('a fraud proof is verified like any document', async t => {
  const evidence = logged(() => undefined)
  const { folder } = save(t, evidence)
  const checkpoints = [evidence.log!.checkpoint]
  logged(({ test }) => {
    test.entries[0] = 'another entry'
    checkpoints.push(test.note(late))
  })
  const origin = evidence.trust.logs![0]!.origin
  const file = join(folder, 'fraud.json')
  const verify = async (value: object, ...args: readonly string[]) => {
    writeFileSync(file, JSON.stringify(value))
    return runJson(['verify', file, ...args])
  }
  const proof = { fraud: 'drawaudit/v1', origin, checkpoints, prefix: [] }
  const trust = ['--trust', join(folder, 'trust.json')]
  const refuted = await verify(proof, ...trust)
  t.equal(refuted.report.exit_code, 1)
  t.equal(ending(refuted.report, 'log.consistent'), 'refuted log-forked')
  t.equal(refuted.report.subjects[0]?.kind, 'fraud-proof')
  const { vkey } = evidence.trust.logs![0]!
  const named = await verify(proof, '--vkey', vkey)
  t.equal(ending(named.report, 'log.consistent'), 'refuted log-forked', 'the key alone is enough')
  const unknown = await verify(proof)
  t.equal(ending(unknown.report, 'log.consistent'), 'not-provable log-unknown')
  t.equal(unknown.report.exit_code, 3)
  const same = await verify({ ...proof, checkpoints: [checkpoints[0], checkpoints[0]] }, ...trust)
  t.equal(ending(same.report, 'log.consistent'), 'not-provable fraud-unproven')
  const none = await verify({ ...proof, prefix: 1 }, ...trust)
  t.equal(ending(none.report, 'document.read'), 'not-provable proof-invalid')
  const { stdout } = await run(['verify', file, ...trust])
  t.match(stdout, /fraud proof/)

  const wrong = async (path: string, key: string) => run(['verify', join(folder, path), '--vkey', key])
  t.match(await wrong('bundle.json', vkey), {
    code: 2,
    stderr: /^error: .*--vkey goes with a fraud proof, and this is not one\nhint: .*trust add --log/,
  })
  t.match(await wrong('fraud.json', vkeyOf(createLog('Witness').signer, witnessKey)), {
    code: 2,
    stderr: /--vkey takes the key of a log, and this is one of a witness/,
  })
})

await t.test('wrong calls', async t => {
  const { args, log, folder } = save(
    t,
    logged(() => undefined),
  )
  const bundle = args[1]!
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[...args, '--log', join(folder, 'none')], /there is no checkpoint here/],
    [[...args, '--log', log, '--log', log], /--log is given more than once/],
    [['verify', bundle, bundle, '--log', log], /--log goes with one bundle/],
    [['verify', join(folder, 'record.json'), '--log', log], /--log goes with a bundle/],
    [[...args, '--allow-private'], /--allow-private goes with --online/],
  ]
  for (const [call, message] of cases) {
    const ended = await run(call)
    t.equal(ended.code, 2, call.join(' '))
    t.match(ended.stderr, message)
  }
})
