import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { decodeEnvelope, encodeEnvelope, encodeLogEntry, signEnvelope } from '../../../../src/core/dsse.js'
import { encodeObservation, observationType } from '../../../../src/model/observation.js'
import { run, runJson } from '../../../cli/resident.js'
import { absent, plain, startLogged } from '../../../conformance/logged-service.js'
import { times } from '../../../protocol/scenarios/logged.js'
import { buildToken, createSelfSigned } from '../../../timestamp/build-token.js'
import { endingOf } from '../../../verify/report.js'

const seed = 'A time-stamper'
const { bundle, trust, record } = plain
const { raffle_id } = record as unknown as { raffle_id: string }

const tokens = bundle.statements.slice(0, 2).map((envelope, place) => {
  const entry = encodeLogEntry(decodeEnvelope(envelope))
  const imprint = new Uint8Array(createHash('sha256').update(entry).digest())
  const second = place === 0 ? times.commitmentSeen : times.sealSeen
  return buildToken({ seed, at: new Date(1000 * (second - 1)), imprint })
})

const write = (cwd: string): void => {
  const timestampers = [
    { name: 'Stampers Ltd', certificates: [Buffer.from(createSelfSigned(seed)).toString('base64')] },
  ]
  writeFileSync(join(cwd, 'trust.json'), JSON.stringify({ ...trust, timestampers }))
  tokens.forEach((token, place) => {
    writeFileSync(join(cwd, `${place}.der`), token)
  })
}

const rest = ['--raffle', raffle_id, '--allow-private', '--trust', 'trust.json']

await t.test('level 5 with a trust file that names the log', async t => {
  const cwd = t.testdir()
  write(cwd)
  const { url } = await startLogged(t)
  const ended = await run(['check', url, ...rest, '--require', 'witnessed'], { cwd })
  t.equal(ended.code, 0, ended.stdout + ended.stderr)
  t.match(ended.stdout, /level 5 of 5, witnessed; asked for level 5 \(witnessed\), reached\n/)
})

await t.test('tokens of a bundle that is served count, and so do those beside it', async t => {
  const cwd = t.testdir()
  write(cwd)
  const timestamps = tokens.map((token, sequence) => ({
    sequence,
    token: Buffer.from(token).toString('base64'),
  }))
  // Without what witnesses saw in time.
  const late = { log: { ...bundle.log, cosigned: [] } }
  const timely = async (url: string, ...more: readonly string[]): Promise<string | undefined> => {
    const { report } = await runJson(['check', url, ...rest, '--rules', 'VER-01', ...more], { cwd })
    const [subject] = report.subjects
    return subject && endingOf(subject, 'evidence.timely')
  }
  const bare = await startLogged(t, { bundle: late, answers: () => absent })
  t.match(await timely(bare.url), /^not-provable /)
  t.equal(await timely(bare.url, '--timestamp', '0.der', '--timestamp', '1.der'), 'proven observed-in-time')
  const stamped = await startLogged(t, { bundle: { ...late, timestamps }, answers: () => absent })
  t.equal(await timely(stamped.url), 'proven observed-in-time')
})

await t.test('whoever gives a trust file asks who signed', async t => {
  const cwd = t.testdir()
  write(cwd)
  const { url } = await startLogged(t)
  const signed = async (...more: readonly string[]): Promise<readonly unknown[]> => {
    const { code, report } = await runJson(
      ['check', url, ...rest.slice(0, -1), ...more, '--rules', 'VER-01'],
      { cwd },
    )
    const [subject] = report.subjects
    return [code, subject && endingOf(subject, 'statement.signed')]
  }
  const stranger = encodeObservation({
    raffle_id: '49638a53-01d5-4ea0-96bc-887c4448c4f3',
    source: url,
    observed_at_utc: '2026-01-01T00:00:00+00:00',
    envelopes: [],
  })
  const envelope = signEnvelope(observationType, stranger, new Uint8Array(32).fill(1))
  writeFileSync(join(cwd, 'other.json'), JSON.stringify(encodeEnvelope(envelope)))
  const other = await run(['check', url, ...rest, '--rules', 'VER-01', '--observation', 'other.json'], {
    cwd,
  })
  t.match(
    other.stderr,
    /note: an observation is of raffle 49638a53\S+, which is not checked here: it proves nothing\n/,
  )
  t.strictSame(await signed('trust.json'), [0, 'proven signature-verified'])
  writeFileSync(join(cwd, 'trust.json'), JSON.stringify({ ...trust, operators: [] }))
  t.strictSame(await signed('trust.json'), [3, 'not-provable operator-unknown'])
  t.strictSame(
    await signed('new.json', '--trust-on-first-use'),
    [0, 'not-provable operator-unknown'],
    'a run that takes keys asks nothing of them',
  )
})

await t.test('wrong calls end before anything is asked', async t => {
  const cwd = t.testdir()
  write(cwd)
  const { url, requests } = await startLogged(t)
  for (const [more, says] of [
    [['--log', 'none'], /there is no checkpoint here/],
    [['--log', 'https://raffles.example/log?x'], /a base URL has no query/],
    [['--timestamp', 'trust.json'], /not a time-stamp token/],
  ] as const) {
    t.match(await run(['check', url, ...rest, ...more], { cwd }), { code: 2, stderr: says })
  }
  t.equal(requests.length, 0)
})
