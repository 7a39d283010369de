import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { formatCheckpoint, parseCheckpoint } from '../../src/core/checkpoint.js'
import { decodeBase64, encodeBase64 } from '../../src/core/encoding.js'
import { MerkleTree } from '../../src/core/merkle.js'
import { vectors } from '../vectors.js'
import { refusal } from './refusal.js'

const numRuns = process.env['SLOW'] === '1' ? 20_000 : 167

// The example of C2SP's tlog-checkpoint.
const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
const rootLine = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I='
const emptyRootLine = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

await t.test('a checkpoint', t => {
  const root = decodeBase64(rootLine)
  const checkpoint = { origin: 'example.com/behind-the-sofa', size: 20_852_163, root, extensions: [] }
  t.strictSame(parseCheckpoint(text), checkpoint)
  t.equal(formatCheckpoint(checkpoint), text)
  t.strictSame(parseCheckpoint(`${text}one\n two \n`), { ...checkpoint, extensions: ['one', ' two '] })
  // An origin is any line: some logs in the wild have spaces in it.
  for (const origin of [
    'go.sum database tree',
    'rekor.sigstore.dev - 2605736670972794746',
    'a+b',
    '—',
    '\ufeff',
    ' ',
  ]) {
    t.equal(parseCheckpoint(formatCheckpoint({ ...checkpoint, origin })).origin, origin)
  }
  for (const size of [1, 10, 2 ** 32, 2 ** 53 - 1]) {
    t.equal(parseCheckpoint(formatCheckpoint({ ...checkpoint, size })).size, size)
  }
  t.end()
})

await t.test('an empty log has the root of the empty tree', t => {
  const empty = { origin: 'a', size: 0, root: new MerkleTree().root(), extensions: [] }
  t.equal(formatCheckpoint(empty), `a\n0\n${emptyRootLine}\n`)
  t.strictSame(parseCheckpoint(`a\n0\n${emptyRootLine}\n`), empty)
  t.equal(
    refusal(() => parseCheckpoint(`a\n0\n${rootLine}\n`)),
    'checkpoint-invalid',
  )
  t.equal(
    refusal(() => formatCheckpoint({ ...empty, root: new Uint8Array(32) })),
    'checkpoint-invalid',
  )
  t.end()
})

await t.test('what is no checkpoint', t => {
  const bad: Record<string, string> = {
    nothing: '',
    'a newline': '\n',
    'two lines': 'a\n5\n',
    'no final newline': text.slice(0, -1),
    'a blank line at the end': `${text}\n`,
    'a blank line before the extensions': `${text}\nextension\n`,
    'no final newline after an extension': `${text}extension`,
    'an empty origin': text.replace(/^.*/, ''),
    'an empty size': text.replace('20852163', ''),
    'an empty root': text.replace(rootLine, ''),
    CRLF: text.replaceAll('\n', '\r\n'),
    'a tab in the origin': text.replace('/', '\t'),
    'a lone surrogate': text.replace('/', '\ud800'),
    'base64 without padding': text.replace('2I=', '2I'),
    'base64 with bits to spare': text.replace('2I=', '2J='),
    'base64 of the other alphabet': text.replace('m/X', 'm_X'),
    'a space after the root': text.replace('=\n', '= \n'),
    'a root of 31 bytes': text.replace(rootLine, encodeBase64(new Uint8Array(31))),
    'a root of 33 bytes': text.replace(rootLine, encodeBase64(new Uint8Array(33))),
    'a root in hex': text.replace(rootLine, '00'.repeat(32)),
  }
  for (const size of [
    '-1',
    '+5',
    '05',
    '00',
    '5.0',
    '5e3',
    '0x5',
    ' 5',
    '5 ',
    '1_000',
    '1,000',
    '٥',
    'five',
    'NaN',
    'Infinity',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775807',
    '18446744073709551615',
    '18446744073709551616',
    '3438945738945739845734895735',
    '1'.repeat(1000),
  ]) {
    bad[`a size of ${size.slice(0, 30)}`] = text.replace('20852163', size)
  }
  for (const [name, text] of Object.entries(bad)) {
    t.equal(
      refusal(() => parseCheckpoint(text)),
      'checkpoint-invalid',
      name,
    )
  }
  t.end()
})

await t.test('what would be read as another checkpoint is not written', t => {
  const good = { origin: 'a', size: 5, root: new Uint8Array(32) }
  t.equal(
    refusal(() => formatCheckpoint(good)),
    'accepted',
  )
  for (const change of [
    { origin: '' },
    { origin: 'a\n' },
    { origin: `a\n0\n${emptyRootLine}` },
    { origin: 'a\rb' },
    { origin: '\udc00' },
    { size: -1 },
    { size: 0.5 },
    { size: NaN },
    { size: 2 ** 53 },
    { size: 1e21 },
    { root: new Uint8Array(31) },
    { root: new Uint8Array() },
  ]) {
    t.equal(
      refusal(() => formatCheckpoint({ ...good, ...change })),
      'checkpoint-invalid',
      JSON.stringify(change),
    )
  }
  t.end()
})

await t.test('property: what is written is read again, and what is read is written the same', t => {
  const origins = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter(origin => !/[^\u{20}-\u{10FFFF}]/u.test(origin))
  const roots = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(
      origins,
      fc.oneof(
        fc.integer({ min: 1, max: 1000 }),
        fc.maxSafeNat().map(size => size || 1),
      ),
      roots,
      (origin, size, root) => {
        t.strictSame(parseCheckpoint(formatCheckpoint({ origin, size, root })), {
          origin,
          size,
          root,
          extensions: [],
        })
      },
    ),
    { numRuns },
  )
  const edits = fc.tuple(
    fc.nat(text.length),
    fc.nat(2),
    fc.constantFrom('', '0', '1', '\n', '=', 'A', ' ', '-', '\r', '\u0000'),
  )
  let read = 0
  fc.assert(
    fc.property(edits, ([at, drop, piece]) => {
      const changed = text.slice(0, at) + piece + text.slice(at + drop)
      if (refusal(() => parseCheckpoint(changed)) === 'checkpoint-invalid') return true
      read += 1
      const checkpoint = parseCheckpoint(changed)
      return (
        formatCheckpoint(checkpoint) + checkpoint.extensions.map(line => `${line}\n`).join('') === changed
      )
    }),
    { numRuns: 10 * numRuns },
  )
  t.ok(read > 0)
  t.end()
})

const given = vectors('tlog-cosignature/vectors.json')
await t.test(
  'the checkpoints of tlog-cosignature',
  given ? {} : { skip: 'shared vectors are not here: tlog-cosignature/vectors.json' },
  t => {
    if (given === undefined) return void t.end()
    const { checkpoint_parse: probes } = JSON.parse(readFileSync(given, 'utf8')) as {
      readonly checkpoint_parse: {
        readonly valid: readonly {
          readonly m: string
          readonly origin: string
          readonly size: number
          readonly rest?: string
        }[]
        readonly invalid: readonly string[]
      }
    }
    t.ok(probes.valid.length >= 2 && probes.invalid.length >= 7)
    for (const text of probes.invalid)
      t.equal(
        refusal(() => parseCheckpoint(text)),
        'checkpoint-invalid',
        text,
      )
    for (const { m, origin, size, rest = '' } of probes.valid) {
      // Their roots are no hashes, which a log must refuse; with one in its place they are checkpoints.
      t.equal(
        refusal(() => parseCheckpoint(m)),
        'checkpoint-invalid',
        m,
      )
      const lines = m.split('\n').with(2, rootLine)
      t.strictSame(parseCheckpoint(lines.join('\n')), {
        origin,
        size,
        root: decodeBase64(rootLine),
        extensions: rest.split('\n').slice(0, -1),
      })
    }
    t.end()
  },
)
