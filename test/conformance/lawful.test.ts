// What the specification leaves open is no breach: it is said, and the exit code stays 0.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import t from 'tap'
import type { Claim, Report } from '../../src/model/report.js'
import { brokenRules, check } from './check.js'
import { startFront } from './front.js'
import { sampleRecord, startService } from './service.js'

const claimOf = ({ subjects }: Report, id: string): Claim | undefined =>
  subjects.flatMap(({ claims }) => claims).find(claim => claim.id === id)
const saidBy = ({ subjects }: Report, rule: string): string =>
  subjects
    .flatMap(({ findings }) => findings)
    .filter(finding => finding.rule === rule)
    .map(({ code, message }) => `${code} ${message}`)
    .join()

const withDraws = (change: (draw: (typeof sampleRecord.draws)[0], index: number) => object): object => ({
  ...sampleRecord,
  draws: sampleRecord.draws.map(change),
})

/** Anything that is not the letter of a hash, by its number. */
const digest = (algorithm: string, index: number): Buffer => createHash(algorithm).update(`${index}`).digest()

await t.test('hashes in other lawful forms', async t => {
  const forms: Readonly<Record<string, readonly [write: (index: number) => string, says: string]>> = {
    'sha-256:': [
      index => `sha-256:${digest('sha256', index).toString('hex')}`,
      '64 hex digits after sha-256:',
    ],
    '0x': [index => `0x${digest('sha256', index).toString('hex')}`, '64 hex digits after 0x'],
    base64: [index => digest('sha256', index).toString('base64'), 'base64 of 32 bytes'],
    'an integrity value': [
      index => `sha384-${digest('sha384', index).toString('base64')}`,
      'base64 of 48 bytes after sha384-',
    ],
    'SHA-384': [index => digest('sha384', index).toString('hex'), '96 hex digits'],
    'SHA-512': [index => `sha512:${digest('sha512', index).toString('hex')}`, '128 hex digits after sha512:'],
  }
  for (const [name, [write, says]] of Object.entries(forms)) {
    const record = withDraws((draw, index) => ({
      ...draw,
      rng_seed_hash: write(index),
      signature_hash: write(index + 10),
    }))
    const { url, raffle } = await startService(t, { enforced: false, record })
    const report = await check(url, { raffles: [raffle] })
    t.strictSame(brokenRules(report), [], name)
    t.equal(report.exit_code, 0, name)
    t.equal(saidBy(report, 'AUD-25'), `left-open a hash is in another form than 64 hex digits: ${says}`)
    t.match(claimOf(report, 'record.schema'), { status: 'not-applicable', code: 'rule-not-applicable' }, name)
    t.match(claimOf(report, 'record.consistent'), { status: 'proven' }, name)
    const codes = report.subjects.flatMap(({ findings }) => findings.map(({ code }) => code))
    t.notOk(codes.includes('record-seed-hash-repeated'), 'each stays itself')
  }
})

await t.test('upper case needs no word', async t => {
  const record = withDraws(draw => ({ ...draw, rng_seed_hash: draw.rng_seed_hash.toUpperCase() }))
  const { url, raffle } = await startService(t, { enforced: false, record })
  const report = await check(url, { raffles: [raffle] })
  t.equal(report.exit_code, 0)
  t.match(claimOf(report, 'record.schema'), { status: 'proven', code: 'schema-valid' })
})

await t.test('hashes that the specification rules out', async t => {
  const forms = [
    `sha256:${'a'.repeat(63)}`,
    `sha256:${'a'.repeat(128)}`,
    `sha512:${'a'.repeat(64)}`,
    'd41d8cd98f00b204e9800998ecf8427e',
    'a'.repeat(40),
    'none',
    'abcdef…',
  ]
  for (const rng_seed_hash of forms) {
    const { url, raffle } = await startService(t, {
      enforced: false,
      record: withDraws(draw => ({ ...draw, rng_seed_hash })),
    })
    const report = await check(url, { raffles: [raffle] })
    t.strictSame(brokenRules(report), ['AUD-16'], rng_seed_hash)
    t.match(claimOf(report, 'record.schema'), { status: 'refuted' }, rng_seed_hash)
    t.equal(report.exit_code, 1)
  }
})

await t.test('a record with other faults is still refuted', async t => {
  const record = withDraws((draw, index) => ({
    ...draw,
    rng_seed_hash: digest('sha512', index).toString('hex'),
    prize_name: index + 1,
  }))
  const { url, raffle } = await startService(t, { enforced: false, record })
  const report = await check(url, { raffles: [raffle] })
  t.strictSame(brokenRules(report), ['AUD-09'])
  t.match(claimOf(report, 'record.schema'), { status: 'refuted', code: 'schema-invalid' })
})

/** The ETag of every audit record, written otherwise. */
async function checkTag(
  test: Parameters<typeof startService>[0],
  write: (md5: Buffer) => string,
): Promise<Report> {
  const { url, raffle } = await startService(test, { enforced: false })
  const tag = write(createHash('md5').update(JSON.stringify(sampleRecord)).digest())
  const headers = { 'Content-Type': 'application/json', ETag: tag, 'Cache-Control': 'public, max-age=3600' }
  const isRecord = ({ url: path = '', method }: IncomingMessage): boolean =>
    method === 'GET' && path.endsWith(`${raffle}/audit`)
  const front = await startFront(test, url, request => {
    if (!isRecord(request) || request.headers.accept === 'text/html') return undefined
    if (request.headers['if-none-match'] === tag) return { status: 304, headers }
    return { status: 200, headers, body: JSON.stringify(sampleRecord) }
  })
  return check(front.url, { raffles: [raffle] })
}

await t.test('entity tags in other lawful forms', async t => {
  const forms: Readonly<Record<string, readonly [write: (md5: Buffer) => string, says: string]>> = {
    plain: [md5 => `"${md5.toString('hex')}"`, 'the ETag is the MD5 of the content'],
    'upper case': [md5 => `"${md5.toString('hex').toUpperCase()}"`, 'the ETag is the MD5 of the content'],
    weak: [md5 => `W/"${md5.toString('hex')}"`, 'the ETag is the MD5 of the content; it is weak'],
    base64: [md5 => `"${md5.toString('base64')}"`, 'the ETag is the MD5 of the content; it is in base64'],
    'weak base64url': [
      md5 => `W/"${md5.toString('base64url')}"`,
      'the ETag is the MD5 of the content; it is weak; it is in base64',
    ],
    compressed: [
      md5 => `"${md5.toString('hex')}-gzip"`,
      'the ETag is the MD5 of the content; it has more than 32 hex digits',
    ],
    labelled: [
      md5 => `"md5:${md5.toString('hex')}"`,
      'the ETag is the MD5 of the content; it has more than 32 hex digits',
    ],
    'of something else': [() => `"${'a'.repeat(32)}"`, 'the ETag is not the MD5 of the content'],
  }
  for (const [name, [write, says]] of Object.entries(forms)) {
    const report = await checkTag(t, write)
    t.strictSame(brokenRules(report), [], name)
    t.equal(report.exit_code, 0, name)
    t.equal(saidBy(report, 'AUD-28'), `left-open ${says}`, name)
  }
})

await t.test('entity tags that are no MD5', async t => {
  for (const tag of [
    '"1-5f3"',
    `"${'a'.repeat(40)}"`,
    `"${'a'.repeat(64)}"`,
    '"66a1f2c0-1d4"',
    'W/"v7"',
    '""',
  ]) {
    const report = await checkTag(t, () => tag)
    t.strictSame(brokenRules(report), ['AUD-20'], tag)
  }
  const bare = await checkTag(t, md5 => md5.toString('hex'))
  t.strictSame(brokenRules(bare), ['AUD-19'], 'HTTP has no tag without quotes')
})

await t.test('a draw with replacement', async t => {
  const record = withDraws((draw, index) => ({
    ...draw,
    total_entries: 142,
    winner_entry_id: index === 1 ? '10233' : '10602',
  }))
  const { url, raffle } = await startService(t, { enforced: false, record })
  const report = await check(url, { raffles: [raffle] })
  t.strictSame(brokenRules(report), ['AUD-15'], 'the pool of the reference falls: a finding')
  t.equal(report.exit_code, 0)
  t.match(claimOf(report, 'record.consistent'), { status: 'proven', code: 'record-consistent' })
  const findings = report.subjects.flatMap(subject => subject.findings)
  t.match(
    findings.filter(({ code }) => code === 'winner-repeated'),
    [{ message: 'entry 10602 won more than once, and the record does not show that winners leave the pool' }],
  )
})

await t.test('a winner twice where winners leave the pool', async t => {
  const record = withDraws(draw => ({ ...draw, winner_entry_id: '10602' }))
  const { url, raffle } = await startService(t, { enforced: false, record })
  const report = await check(url, { raffles: [raffle] })
  t.match(claimOf(report, 'record.consistent'), { status: 'refuted', code: 'record-winner-repeated' })
  t.equal(report.exit_code, 1)
})
