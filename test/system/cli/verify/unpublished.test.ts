import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { encodeEnvelope, type EnvelopeJson } from '../../../../src/core/dsse.js'
import { parseObservations } from '../../../../src/model/observation.js'
import { beaconOf, runRaffle, type Evidence } from '../../../protocol/factory.js'
import { realRound } from '../../../protocol/rounds.js'
import { base } from '../../../protocol/scenarios/scenario.js'
import { open, undrawn } from '../../../protocol/scenarios/unstoppable.js'
import { serveHttp } from '../../../remote/start.js'
import { createKey } from '../../../observe/raffle.js'
import { run, runJson } from '../../../cli/resident.js'

const { picks } = runRaffle({ ...base, ...open })

/** The files of a raffle that nobody has drawn, its round in one of its own. */
function write(folder: string, list: 'full' | 'file'): Evidence {
  const evidence = undrawn({ list })
  delete evidence.bundle.beacon
  const { round, signature } = beaconOf(realRound('quicknet', 1000))
  writeFileSync(`${folder}/bundle.json`, JSON.stringify(evidence.bundle))
  writeFileSync(`${folder}/trust.json`, JSON.stringify(evidence.trust))
  writeFileSync(`${folder}/round.json`, JSON.stringify({ round, signature }))
  writeFileSync(`${folder}/seen.json`, JSON.stringify(evidence.observations.flat()))
  if (evidence.list !== undefined) writeFileSync(`${folder}/entries.ndjson`, evidence.list)
  return evidence
}

for (const list of ['full', 'file'] as const) {
  await t.test(`who has won a raffle that nobody has drawn: the list ${list}`, async t => {
    const folder = t.testdir()
    write(folder, list)
    const args = ['bundle.json', '--trust', 'trust.json', '--observation', 'seen.json']
    const without = await run(['verify', ...args], { cwd: folder })
    t.equal(without.code, 3)
    t.notMatch(without.stdout, 'winner-unpublished')
    const ended = await run(['verify', ...args, '--beacon', 'round.json', '--format', 'json'], {
      cwd: folder,
    })
    t.equal(ended.code, 3)
    const { subjects } = JSON.parse(ended.stdout) as {
      subjects: { supplied: object[]; findings: { code: string; message: string }[] }[]
    }
    t.match(subjects[0]?.supplied, [{ name: 'beacon', from: 'round.json, verified' }])
    t.same(
      subjects[0]?.findings.filter(({ code }) => code === 'winner-unpublished').map(({ message }) => message),
      picks.map(
        ({ position, entryId }) =>
          `entry ${entryId} has won prize ${position}, Prize ${position}: the operator has not said so`,
      ),
    )
  })
}

await t.test('observe --list reads the sealed list and signs that, and no other list', async t => {
  const folder = t.testdir()
  const { bundle, trust, list = '' } = write(folder, 'file')
  const ada = createKey('ada')
  writeFileSync(
    `${folder}/observer.key.json`,
    JSON.stringify({
      observer_key: 'drawaudit/v1',
      name: 'Ada',
      public_key: ada.publicKey,
      secret_key: Buffer.from(ada.secretKey).toString('hex'),
    }),
    { mode: 0o600 },
  )
  writeFileSync(
    `${folder}/trust.json`,
    JSON.stringify({ ...trust, observers: [{ name: 'Ada', public_key: ada.publicKey }] }),
  )
  const { raffleId } = runRaffle({ ...base, ...open })
  let served = list
  const { url } = await serveHttp(t, (request, response) => {
    const isList = request.url?.endsWith('/entries') === true
    const view = { raffle_id: raffleId, total_statements: 2, statements: bundle.statements }
    response.writeHead(200).end(isList ? served : JSON.stringify(view))
  })
  const observe = async (): ReturnType<typeof run> =>
    run(
      [
        'observe',
        `${url}/api/v1`,
        '--raffle',
        raffleId,
        '--list',
        '--trust',
        'trust.json',
        '--allow-private',
        '-o',
        'own.json',
      ],
      { cwd: folder },
    )
  served = list.split('\n').slice(1).join('\n')
  const other = await observe()
  t.equal(other.code, 1)
  t.match(other.stderr, /ALARM: the list that is served is not signed: it has 4 entries, and 5 were sealed/)
  served = list
  const ended = await observe()
  t.equal(ended.code, 0, ended.stderr)
  t.match(ended.stderr, /read the list: 5 entries/)
  const own = parseObservations(JSON.parse(readFileSync(`${folder}/own.json`, 'utf8')))
  const lists = own.filter(({ payloadType }) => payloadType.includes('.list.'))
  t.equal(lists.length, 1)
  t.ok(lists.map(one => encodeEnvelope(one)).every((one: EnvelopeJson) => one.signatures.length === 1))
  const args = ['verify', 'bundle.json', '--trust', 'trust.json', '--observation', 'own.json']
  const { report } = await runJson(args, { cwd: folder })
  // It was read long after the round: that comes too late for one claim, and is none the worse for the list.
  t.match(
    report.subjects[0]?.claims.find(({ id }) => id === 'draw.unstoppable'),
    { code: 'observed-late' },
  )
})
