import t from 'tap'
import { loadMlDsa44 } from '../../src/core/ml-dsa.js'
import { deriveVerifierKey, formatVerifierKey } from '../../src/core/note.js'
import { isSplittable } from '../../src/model/quorum.js'
import { parseTrust, findTrustProblems, type TrustJson } from '../../src/model/trust.js'
import { addWitness, setWitnessPolicy, setWitnessThreshold } from '../../src/model/trust-changes.js'
import { longestPolicy, parseWitnessList, parseWitnessPolicy } from '../../src/model/witness-policy.js'
import { createSigner, logKey, vkeyOf, witnessKey } from '../protocol/factory.js'
import { hex } from '../protocol/second-opinion.js'

const signer = (name: string) => createSigner(`${name}.example`)
const vkey = (name: string): string => vkeyOf(signer(name), witnessKey)
const keyOf = (name: string): string => hex(signer(name).publicKey)
const define = (...names: readonly string[]): string =>
  names.map(name => `witness ${name} ${vkey(name)}\n`).join('')
const voter = (name: string) => ({ key: keyOf(name), name })

/** The example of c2sp.org/tlog-policy (C2SP, 2026-07-22), without its log and with keys. */
const example = `${define('X1', 'X2', 'X3')}group X-witnesses 2 X1 X2 X3

${define('Y1', 'Y2', 'Y3')}group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`

await t.test('the example of the specification', t => {
  const { witnesses, quorum } = parseWitnessPolicy(example)
  t.strictSame(
    witnesses.map(({ name }) => name),
    ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'],
  )
  t.strictSame(quorum, {
    name: 'X-and-Y',
    threshold: 2,
    members: [
      { name: 'X-witnesses', threshold: 2, members: ['X1', 'X2', 'X3'].map(voter) },
      { name: 'Y-witnesses', threshold: 1, members: ['Y1', 'Y2', 'Y3'].map(voter) },
    ],
  })
  t.strictSame(
    parseTrust({ trust: 'drawaudit/v1', witness_policy: example }).witnesses.map(({ name }) => name),
    ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'].map(name => `${name}.example`),
  )
  t.end()
})

await t.test('two keys of one witness have one vote', async t => {
  await loadMlDsa44()
  const quantum = (name: string): string =>
    formatVerifierKey(deriveVerifierKey(`${name}.example`, 'subtree/v1', new Uint8Array(32).fill(1)))
  const both = `${define('a')}witness a-pq ${quantum('a')}\n${define('b', 'c')}`
  const { quorum, witnesses } = parseWitnessPolicy(`${both}group w any a a-pq\ngroup q 2 w b c\nquorum q\n`)
  t.equal(witnesses.length, 4)
  t.strictSame(quorum, {
    name: 'q',
    threshold: 2,
    members: [{ key: keyOf('a'), name: 'w' }, voter('b'), voter('c')],
  })
  t.notOk(isSplittable(quorum))
  t.strictSame(
    parseWitnessPolicy(`${both}quorum a-pq\n`).quorum,
    { key: keyOf('a'), name: 'a-pq' },
    'whichever is named',
  )
  const twice = /^line \d+: "a-pq" and "a" are keys of one witness, and have a vote each$/
  for (const text of [
    `${both}group q 2 a a-pq b\nquorum q\n`,
    `${both}group q all a a-pq\nquorum q\n`,
    `${both}group w any a b\ngroup q all w a-pq c\nquorum q\n`,
    `${both}group v all a b\ngroup w all a-pq c\ngroup q any v w\nquorum q\n`,
  ]) {
    t.throws(() => parseWitnessPolicy(text), { code: 'policy-invalid', message: twice }, text.slice(-60))
  }
  t.ok(parseWitnessPolicy(`${both}group q 2 a b c\nquorum q\n`), 'a key without a vote')
  const listed = `witness a ${vkey('a')} https://a.example\nwitness a-pq ${quantum('a')} https://a.example\n`
  t.equal(parseWitnessList(listed).length, 2, 'a list is no quorum')
})

await t.test('what a policy may look like', t => {
  const quorumOf = (text: string): unknown => parseWitnessPolicy(text).quorum
  t.strictSame(quorumOf(`${define('a')}quorum a\n`), voter('a'))
  t.strictSame(quorumOf(`# a comment\n\n \t\n\t# and\u0085 é\n${define('a')}  quorum\t a \n`), voter('a'))
  t.strictSame(quorumOf(`${define('a')}quorum a\n${define('b')}`), voter('a'), 'lines after the quorum')
  t.strictSame(quorumOf(`${define('ä')}quorum ä\n`), voter('ä'))
  t.strictSame(quorumOf(`${define('all')}group any all all\nquorum any\n`), {
    name: 'any',
    threshold: 1,
    members: [voter('all')],
  })
  const url = parseWitnessPolicy(`witness a ${vkey('a')} https://a.example/w\nquorum a\n`)
  t.equal(url.witnesses[0]?.url, 'https://a.example/w')
  const many = Array.from({ length: 40 }, (_, at) => `w${at}`)
  const groups = many.map(name => `group g-${name} 1 ${name}\n`).join('')
  const whole = `${define(...many)}${groups}group q all ${many.map(name => `g-${name}`).join(' ')}\nquorum q\n`
  t.equal(parseWitnessPolicy(whole).witnesses.length, 40)
  t.equal(parseWitnessPolicy(`${'#\n'.repeat(10_000)}${define('a')}quorum a\n`).witnesses.length, 1)
  t.end()
})

await t.test('what is no policy, and on which line', t => {
  const why = (text: string): string => {
    try {
      parseWitnessPolicy(text)
    } catch (error) {
      const { code, message } = error as { code: string; message: string }
      t.equal(code, 'policy-invalid')
      return message
    }
    return 'taken'
  }
  const a = define('a')
  const ab = define('a', 'b')
  const control = (shown: string): string => `line 1: there is a control character: ${shown}`
  const cases: readonly (readonly [text: string, message: string | RegExp])[] = [
    ['', 'the policy has no quorum line'],
    [a, 'the policy has no quorum line'],
    [`${a}quorum none\n`, 'line 2: "quorum none" asks for no witness at all: name a group or a witness'],
    [`${a}quorum a`, 'line 2: the last line has no end: the policy may be cut off'],
    [`${a}quorum a\nquorum a\n`, 'line 3: line 2 says the quorum already'],
    [`${a}quorum a\nquorum none\n`, 'line 3: line 2 says the quorum already'],
    [`quorum a\n${a}`, 'line 1: no line above defines "a"'],
    [`${a}quorum\n`, 'line 2: expected quorum NAME'],
    [`${a}quorum a a\n`, 'line 2: expected quorum NAME'],
    [`${a}quorum a # here\n`, 'line 2: expected quorum NAME'],
    [`log ${vkeyOf(signer('l'), logKey)}\n${a}quorum a\n`, /^line 1: a policy in a trust file has no logs/],
    [`log\n${a}quorum a\n`, 'line 1: expected log VKEY [URL]'],
    [`group g 1 g\nquorum g\n`, 'line 1: no line above defines "g"'],
    [`group g 1 h\ngroup h 1 g\nquorum g\n`, 'line 1: no line above defines "h"'],
    [`${a}group g 0 a\nquorum g\n`, 'line 2: expected all, any, or a number from 1 to 1, found "0"'],
    [`${ab}group g 3 a b\nquorum g\n`, 'line 3: expected all, any, or a number from 1 to 2, found "3"'],
    ...['-1', '01', '+1', '1.0', 'ALL', 'most', '99999999999999999999', '１'].map(
      count =>
        [
          `${ab}group g ${count} a b\nquorum g\n`,
          `line 3: expected all, any, or a number from 1 to 2, found "${count}"`,
        ] as const,
    ),
    [`${a}group g all\nquorum g\n`, 'line 2: expected group NAME all|any|K MEMBER…'],
    [`${a}group g 1 none\nquorum g\n`, 'line 2: no line above defines "none"'],
    [`${ab}group g 1 a a\nquorum g\n`, 'line 3: "a" is a member of a group already'],
    [`${ab}group g 1 a\ngroup h 1 a\nquorum g\n`, 'line 4: "a" is a member of a group already'],
    [`${ab}group a 1 b\nquorum a\n`, 'line 3: the name "a" is a duplicate'],
    [`${a}witness a ${vkey('b')}\nquorum a\n`, 'line 2: the name "a" is a duplicate'],
    [`witness none ${vkey('a')}\nquorum none\n`, 'line 1: "none" is no name: it stands for nobody'],
    [`${a}group none 1 a\nquorum none\n`, 'line 2: "none" is no name: it stands for nobody'],
    [`${a}witness b ${vkey('a')}\nquorum a\n`, 'line 2: "b" has the key of "a": one key is one witness'],
    [
      `${a}witness b ${vkeyOf({ ...signer('a'), name: 'other.example' }, witnessKey)}\nquorum a\n`,
      'line 2: "b" has the key of "a": one key is one witness',
    ],
    [
      `witness a ${vkeyOf(signer('a'), logKey)}\nquorum a\n`,
      /^line 1: the key of "a": it is not a witness key/,
    ],
    [`witness a abc\nquorum a\n`, /^line 1: the key of "a": not a verifier key: "abc"/],
    [`witness a ${'ab'.repeat(32)}\nquorum a\n`, /^line 1: the key of "a": not a verifier key/],
    [
      `witness a a+12345678+${Buffer.alloc(1313, 5).toString('base64')}\nquorum a\n`,
      'line 1: the key of "a": signatures of type 0x05 (RFC 6962 tree heads) are not verified',
    ],
    [`witness a\nquorum a\n`, 'line 1: expected witness NAME VKEY [URL]'],
    [`witness a ${vkey('a')} https://a.example/ x\nquorum a\n`, 'line 1: expected witness NAME VKEY [URL]'],
    [`${a}Quorum a\n`, 'line 2: unknown keyword "Quorum"'],
    [`${a}quorum\u00a0a\n`, 'line 2: unknown keyword "quorum\u00a0a"'],
    [`quorum none\r\n`, control('"\\r"')],
    [`quorum\u0000 a\n`, control('"\\u0000"')],
    [`quorum\u000b a\n`, control('"\\u000b"')],
    [`quorum\u007f a\n`, control('"\u007f"')],
    ['# \ud800\n', 'the policy has a lone surrogate'],
    [`\ufeff${a}quorum a\n`, /^line 1: unknown keyword/],
    ['#\n'.repeat(longestPolicy), `a policy has at most ${longestPolicy} characters`],
    [
      `${a}${Array.from({ length: 1001 }, (_, at) => `group g${at} 1 ${at === 0 ? 'a' : `g${at - 1}`}\n`).join('')}`,
      'line 1002: more than 1000 groups',
    ],
  ]
  for (const [text, message] of cases) {
    if (typeof message === 'string') t.equal(why(text), message)
    else t.match(why(text), message)
  }
  const deep = Array.from({ length: 1000 }, (_, at) => `group g${at} 1 ${at === 0 ? 'a' : `g${at - 1}`}\n`)
  t.equal(why(`${a}${deep.join('')}quorum g999\n`), 'taken')
  t.end()
})

await t.test('a trust file has a policy or a list', t => {
  const trust = (more: Partial<TrustJson>) => ({ trust: 'drawaudit/v1' as const, ...more })
  const policy = `${define('a', 'b')}group g all a b\nquorum g\n`
  const problems = (more: Partial<TrustJson>) => findTrustProblems(trust({ witness_policy: policy, ...more }))
  t.strictSame(problems({}), [])
  const beside = 'witness_policy sets it too: remove one of the two'
  t.strictSame(problems({ witnesses: [vkey('c')] }), [{ pointer: '/witnesses', message: beside }])
  t.strictSame(problems({ witnesses: [] }), [{ pointer: '/witnesses', message: beside }])
  t.strictSame(problems({ witness_threshold: 1 }), [{ pointer: '/witness_threshold', message: beside }])
  t.strictSame(problems({ witness_policy: `${define('a')}quorum none\n` }), [
    {
      pointer: '/witness_policy',
      message: 'line 2: "quorum none" asks for no witness at all: name a group or a witness',
    },
  ])
  t.strictSame(problems({ observers: [{ name: 'o', public_key: keyOf('b') }] }), [
    {
      pointer: '/witness_policy',
      message: 'is also the key of the observer "o": nobody can be their own witness',
    },
  ])
  t.match(problems({ witness_policy: 'x'.repeat(longestPolicy + 1) }), [{ pointer: '/witness_policy' }])

  const { trust: changed, changes } = setWitnessPolicy(trust({}), policy)
  t.strictSame(changed.witness_policy, policy)
  t.match(changes, [{ outcome: 'added', what: 'policy', name: 'g', notes: ['2 witnesses'] }])
  t.match(setWitnessPolicy(changed, policy).changes, [{ outcome: 'unchanged' }])
  const splits = setWitnessPolicy(trust({}), policy.replace('all', 'any')).changes
  t.match(splits[0]?.notes[1], /quorum-splits/)
  const refused = 'trust-invalid'
  t.throws(() => setWitnessPolicy(changed, policy.replace('all', '2')), { code: refused })
  t.throws(() => setWitnessPolicy(trust({ witnesses: [vkey('c')] }), policy), { code: refused })
  t.throws(() => setWitnessPolicy(trust({ witness_threshold: 1 }), policy), { code: refused })
  t.throws(() => addWitness(changed, vkey('c')), { code: refused })
  t.throws(() => setWitnessThreshold(changed, 1), { code: refused })
  t.throws(() => setWitnessPolicy(trust({}), 'quorum none\n'), { code: 'policy-invalid' })
  t.end()
})

await t.test('the witnesses that a network publishes', t => {
  const list = `log ${vkeyOf(signer('l'), logKey)}\n# staging\nwitness a ${vkey('a')} https://a.example/\n${define('b')}witness c ${vkey('c')} https://c.example/\ngroup g any a b\nquorum none\n`
  t.strictSame(
    parseWitnessList(list).map(({ name, url }) => [name, url]),
    [
      ['a', 'https://a.example/'],
      ['c', 'https://c.example/'],
    ],
  )
  t.throws(() => parseWitnessList('# x\nlogs/v0\n\nvkey a\n'), {
    message: /list of logs, which witnesses read/,
  })
  t.throws(() => parseWitnessList(define('a')), { message: 'no line has a witness with its URL' })
  t.throws(() => parseWitnessList('<!doctype html>\n'), { message: 'line 1: unknown keyword "<!doctype"' })
  t.end()
})
