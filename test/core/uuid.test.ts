import t from 'tap'
import { parseUuid } from '../../src/core/uuid.js'

await t.test('a UUID in either letter case, and nothing else', t => {
  const uuid = '0198c2a4-7e5f-7abc-9def-0123456789ab'
  t.equal(parseUuid(uuid), uuid)
  t.equal(parseUuid(uuid.toUpperCase()), uuid)
  const others = [
    '',
    `${uuid}0`,
    `0${uuid}`,
    `${uuid}\n`,
    ` ${uuid}`,
    `{${uuid}}`,
    uuid.slice(1),
    uuid.slice(0, -1),
    uuid.replaceAll('-', ''),
    '0198c2a47-e5f-7abc-9def-0123456789ab',
    '0198c2a4-7e5f7-abc-9def-0123456789ab',
    '0198c2a4-7e5f-7abc9-def-0123456789ab',
    '0198c2a4-7e5f-7abc-9def0-123456789ab',
  ]
  for (const other of others) t.equal(parseUuid(other), undefined, other)
  // Every place has to be a digit.
  for (let at = 0; at < uuid.length; at++) {
    const wrong = `${uuid.slice(0, at)}${uuid[at] === '-' ? '0' : 'g'}${uuid.slice(at + 1)}`
    t.equal(parseUuid(wrong), undefined, wrong)
  }
  t.end()
})
