// Whether a receiver wants events.
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { answersChallenge, formatChallenge } from '../../src/webhook/challenge.js'

const at = new Date('2026-11-20T16:15:00.500Z')

await t.test('a challenge is an event with 256 random bits', t => {
  const { challenge, body } = formatChallenge(length => new Uint8Array(length).fill(255), at)
  t.equal(challenge, '__________________________________________8')
  t.equal(
    Buffer.from(body).toString(),
    `{"type":"endpoint.challenge","timestamp":"2026-11-20T16:15:00+00:00","data":{"challenge":"${challenge}"}}`,
  )
  const two = [formatChallenge(randomBytes, at), formatChallenge(randomBytes, at)]
  t.match(two[0]?.challenge, /^[A-Za-z0-9_-]{43}$/)
  t.not(two[0]?.challenge, two[1]?.challenge)
  t.end()
})

await t.test('what gives it back, and what does not', t => {
  const { challenge, body } = formatChallenge(randomBytes, at)
  const answers = (answer: string | Uint8Array) => answersChallenge(Buffer.from(answer), challenge)
  for (const answer of [
    challenge,
    `${challenge}\n`,
    ` ${challenge} \r\n`,
    JSON.stringify(challenge),
    JSON.stringify({ challenge }),
    JSON.stringify({ ok: true, challenge }, undefined, 2),
  ]) {
    t.ok(answers(answer), answer)
  }
  for (const answer of [
    '',
    'ok',
    challenge.slice(0, -1),
    `${challenge}x`,
    `${challenge} ${challenge}`,
    challenge.toLowerCase() === challenge ? '' : challenge.toLowerCase(),
    // echoes: of the content, of the whole request, on a page of errors
    body,
    JSON.stringify({ data: { challenge } }),
    JSON.stringify({ json: JSON.parse(Buffer.from(body).toString()) as unknown }),
    `<p>No such page: ${Buffer.from(body).toString()}</p>`,
    JSON.stringify([challenge]),
    JSON.stringify({ challenge: [challenge] }),
    JSON.stringify({ Challenge: challenge }),
    `{"challenge":"x","challenge":"${challenge}"}`,
    `{"__proto__":{"challenge":"${challenge}"}}`,
    `{"challenge":"${challenge}"`,
    'null',
    '{}',
    '['.repeat(16_000),
    new Uint8Array([255, 254]),
  ]) {
    t.notOk(answers(answer), Buffer.from(answer).toString('latin1').slice(0, 80))
  }
  t.end()
})

await t.test('an answer that is no bytes is a defect, not a wrong answer', t => {
  const { challenge } = formatChallenge(randomBytes, at)
  t.throws(() => answersChallenge({ length: 1 } as Uint8Array, challenge), { name: 'TypeError' })
  t.end()
})
