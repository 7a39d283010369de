import t from 'tap'
import {
  isDecimalFraction,
  isTimeText,
  isWholeNumber,
  readBase64Text,
  readHexText,
} from '../../../src/find/values/looks.js'

const digits = '0a1b2c3d4e5f6071'

await t.test('hex is eight whole bytes or more, in any letter case, after 0x or sha256: or nothing', t => {
  const lower = { digits, hasLower: true, hasUpper: false }
  t.strictSame(readHexText(digits), { prefix: '', ...lower })
  t.strictSame(readHexText(`0x${digits}`), { prefix: '0x', ...lower })
  t.strictSame(readHexText(`SHA256:${digits}`), { prefix: 'SHA256:', ...lower })
  t.match(readHexText(digits.toUpperCase()), { hasLower: false, hasUpper: true })
  t.match(readHexText(`${digits}AB`), { hasLower: true, hasUpper: true })
  t.match(readHexText('0123456789012345'), { hasLower: false, hasUpper: false })
  for (const text of [
    '',
    digits.slice(2),
    `${digits}a`,
    `${digits} `,
    `md5:${digits}`,
    `${digits}\n`,
    'x'.repeat(16),
  ]) {
    t.equal(readHexText(text), undefined, JSON.stringify(text))
  }
  t.end()
})

await t.test('base64 is canonical and of both letter cases', t => {
  t.strictSame(readBase64Text('AQIDqg=='), Uint8Array.of(1, 2, 3, 170))
  for (const text of ['AQIDqg', 'AQIDqh==', 'AQIDQQ==', 'aaaa', 'AQ ID', '']) {
    t.equal(readBase64Text(text), undefined, text)
  }
  t.end()
})

await t.test('numbers and times', t => {
  for (const text of ['0', '-7', '1780338306174', '9'.repeat(1200)])
    t.ok(isWholeNumber(text), text.slice(0, 20))
  for (const text of ['', '007', '-0', '+1', '1.0', '1e3', ' 1', '9'.repeat(1201)])
    t.notOk(isWholeNumber(text), text.slice(0, 20))
  for (const text of ['0.25', '-10.5']) t.ok(isDecimalFraction(text), text)
  for (const text of ['.5', '1.', '1', '1.2.3']) t.notOk(isDecimalFraction(text), text)
  t.ok(isTimeText('2026-11-20T16:15:00Z'))
  for (const text of ['2026-11-20', '2026-11-31T16:15:00Z', '']) t.notOk(isTimeText(text), text)
  t.end()
})
