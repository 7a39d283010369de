import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { encodeHex } from '../../../../src/core/encoding.js'
import { addLog, addWitness, setLogOrigin, setWitnessThreshold } from '../../../../src/model/trust-changes.js'
import { findTrustProblems, parseTrust, type TrustJson } from '../../../../src/model/trust.js'
import { createSigner, createTrust } from '../../../protocol/evidence.js'
import { logKey, vkeyOf, witnessKey } from '../../../protocol/log.js'
import { run, type Ended } from '../../../cli/resident.js'

const empty: TrustJson = { trust: 'drawaudit/v1' }
const log = createSigner('raffles.example/log')
const logVkey = vkeyOf(log, logKey)
const [one, two, three] = ['one.example', 'two.example', 'three.example'].map(name => createSigner(name)) as [
  typeof log,
  typeof log,
  typeof log,
]
const vkey = vkeyOf(one, witnessKey)
const operator = createSigner('Example Raffles')
const known = createTrust([operator], [], []) as unknown as TrustJson

interface Place {
  readonly folder: string
  readonly read: () => TrustJson
  readonly trust: (...args: readonly string[]) => Promise<Ended>
}

function place(test: Pick<typeof t, 'testdir'>, trust: object = known): Place {
  const folder = test.testdir()
  writeFileSync(`${folder}/trust.json`, JSON.stringify(trust))
  return {
    folder,
    read: () => JSON.parse(readFileSync(`${folder}/trust.json`, 'utf8')) as TrustJson,
    trust: async (...args) => run(['trust', ...args], { cwd: folder }),
  }
}

await t.test('logs and witnesses are added one by one', async t => {
  const { read, trust } = place(t)
  t.match(await trust('add', '--log', logVkey), {
    code: 0,
    stdout: /^added: log raffles\.example\/log {2}([0-9a-f]{8} ){7}[0-9a-f]{8}\n$/,
  })
  t.match(await trust('add', '--log', logVkey), { code: 0, stdout: /^unchanged: log/ })
  t.match(await trust('add', '--log', logVkey, '--origin', 'other.example'), {
    code: 0,
    stdout: /^added: log other/,
  })
  t.match(await trust('add', '--operator', operator.name, '--log-origin', log.name), {
    code: 0,
    stdout: 'updated: operator Example Raffles\n  log_origin is raffles.example/log; it was not set\n',
  })
  t.match(await trust('add', '--operator', operator.name, '--log-origin', log.name), {
    code: 0,
    stdout: 'unchanged: operator Example Raffles\n  log_origin is raffles.example/log already\n',
  })
  t.match(await trust('add', '--witness', vkey, '--witness-threshold', '2'), {
    code: 0,
    stdout: /^added: witness one\.example .*\nadded: witness threshold 2\n$/,
  })
  t.match(await trust('add', '--witness-threshold', '1'), {
    code: 0,
    stdout: 'updated: witness threshold 1\n  it was 2\n',
  })
  t.same(read(), {
    ...known,
    operators: known.operators?.map(one => ({ ...one, log_origin: log.name })),
    logs: [
      { origin: log.name, vkey: logVkey },
      { origin: 'other.example', vkey: logVkey },
    ],
    witnesses: [vkey],
    witness_threshold: 1,
  })
  const json = await trust('add', '--witness', vkey, '--format', 'json')
  t.match(JSON.parse(json.stdout), {
    changes: [{ outcome: 'unchanged', what: 'witness', name: 'one.example' }],
  })
})

await t.test('what is none is refused', async t => {
  const { read, trust } = place(t)
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--log', 'raffles.example'], /--log takes a vkey: .*\nhint: /],
    [['--witness', vkey.replace('+', '-')], /--witness takes a vkey/],
    [['--log', vkey], /this is the key of a witness, not of a log\nhint: give it as a witness/],
    [['--witness', vkeyOf(one, logKey)], /this is the key of a log, not of a witness\nhint: ask the witness/],
    [['--log', logVkey, '--witness', vkey], /expected one of --from, .*--log, --witness/],
    [['--log', logVkey, '--log', logVkey], /--log is given more than once/],
    [['--origin', 'o', '--witness', vkey], /--origin does not go with --witness/],
    [['--log-origin', 'o', '--witness', vkey], /--log-origin does not go with --witness/],
    [['--operator', 'Nobody', '--log-origin', 'o'], /there is no operator "Nobody"/],
    [['--witness-threshold', '0'], /takes a number from 1 to 1000, found "0"/],
    [['--witness-threshold', '1.5'], /takes a number/],
    [['--witness-threshold', '2', '--fingerprint', 'a'.repeat(16)], /does not apply to a threshold/],
    [['--witness', vkey, '--fingerprint', 'a'.repeat(16)], /fingerprint/],
  ]
  for (const [args, message] of cases) {
    const ended = await trust('add', ...args)
    t.equal(ended.code, 2, args.join(' '))
    t.match(ended.stderr, message)
  }
  t.same(read(), known)
})

await t.test('nothing but the option adds one: not a trust file, not a service', async t => {
  const { read, trust, folder } = place(t, empty)
  const all = {
    ...known,
    operators: known.operators?.map(one => ({ ...one, log_origin: log.name })),
    logs: [{ origin: log.name, vkey: logVkey }],
    witnesses: [vkey],
    witness_threshold: 1,
  }
  writeFileSync(`${folder}/all.json`, JSON.stringify(all))
  const [key] = parseTrust(all).operators[0]!.keys
  t.match(await trust('add', '--from', `${folder}/all.json`, '--fingerprint', key!.keyId), {
    code: 0,
    stderr: /left out: logs.*\nleft out: witnesses/,
  })
  const { logs, witnesses, witness_threshold: threshold } = read()
  t.same([logs, witnesses, threshold], [undefined, undefined, undefined])
})

await t.test('a policy is taken from a file, once, and not beside a list', async t => {
  const { read, trust, folder } = place(t, empty)
  const lines = [one, two, three].map((witness, at) => `witness w${at} ${vkeyOf(witness, witnessKey)}\n`)
  const write = (rest: string): string => {
    writeFileSync(`${folder}/policy.txt`, `${lines.join('')}${rest}`)
    return `${folder}/policy.txt`
  }
  const whole = 'group A any w0 w1\ngroup both all A w2\nquorum both\n'
  const add = ['add', '--witness-policy', write(whole)] as const
  t.match(await trust(...add), { code: 0, stdout: 'added: witness policy, quorum both\n  3 witnesses\n' })
  t.match(await trust(...add), { code: 0, stdout: /^unchanged: witness policy/ })
  t.equal(read().witness_policy, `${lines.join('')}${whole}`)
  t.match(await trust('add', '--witness', vkey), {
    code: 2,
    stderr: /a policy already defines the witnesses/,
  })
  t.match(await trust('add', '--witness-threshold', '1'), { code: 2, stderr: /a policy already defines/ })
  t.match(await trust(...add, '--fingerprint', '00'), { code: 2, stderr: /does not apply to a policy/ })
  const shown = await trust('show')
  t.match(shown.stdout, /witnesses, both must cosign\n {2}w0\n/)
  t.match(shown.stdout, /groups of witnesses\n {2}both: 2 of A, w2\n {2}A: 1 of w0, w1\n/)
  t.match(JSON.parse((await trust('show', '--format', 'json')).stdout), {
    witness_quorum: 'both',
    witness_groups: [
      { name: 'both', threshold: 2, members: ['A', 'w2'] },
      { name: 'A', threshold: 1, members: ['w0', 'w1'] },
    ],
  })
  t.match(await trust('add', '--witness-policy', write('quorum w0\n')), {
    code: 2,
    stderr: /another witness policy already/,
  })
  t.notMatch((await trust('check')).stdout, /witness/)
  const used = { ...known, witness_policy: read().witness_policy ?? '' }
  const [key] = parseTrust(used).operators[0]!.keys
  const fresh = place(t, empty)
  writeFileSync(`${folder}/used.json`, JSON.stringify(used))
  t.match(await fresh.trust('add', '--from', `${folder}/used.json`, '--fingerprint', key!.keyId), {
    code: 0,
    stderr: /left out: witness policy/,
  })

  const listed = place(t, { ...empty, witnesses: [vkey] })
  write(whole)
  t.match(await listed.trust(...add), { code: 2, stderr: /witnesses or a threshold already/ })
  const odd = place(t, empty)
  for (const [rest, stderr] of [
    ['quorum none\n', /policy\.txt.*line 4: "quorum none" asks for no witness/],
    ['quorum w0', /line 4: the last line has no end/],
    ['quorum w0\r\n', /line 4: there is a control character/],
  ] as const) {
    t.match(await odd.trust('add', '--witness-policy', write(rest)), { code: 2, stderr })
  }
  writeFileSync(`${folder}/latin.txt`, Buffer.from('# \xe9\n', 'latin1'))
  t.match(await odd.trust('add', '--witness-policy', `${folder}/latin.txt`), {
    code: 2,
    stderr: /not valid UTF-8/,
  })
  const split = await odd.trust('add', '--witness-policy', write('group g any w0 w1\nquorum g\n'))
  t.match(split, { code: 0, stdout: /two halves can each reach the quorum/ })
  const checked = (await odd.trust('check')).stdout
  t.match(checked, /witness_policy: two halves can each reach the quorum/)
  t.match(checked, /witness_policy: it does not count: it is not part of the quorum/)
})

await t.test('show and check say who counts', async t => {
  const alias = { ...one, name: 'alias.example' }
  const witnesses = [one, alias, two, three].map(witness => vkeyOf(witness, witnessKey))
  const trust: TrustJson = {
    ...known,
    operators: known.operators!.map(one => ({ ...one, log_origin: 'missing.example' })),
    logs: [{ origin: log.name, vkey: logVkey }],
    witnesses,
    witness_threshold: 4,
  }
  const { trust: call } = place(t, trust)
  const shown = await call('show')
  t.match(shown.stdout, /logs\n {2}raffles\.example\/log\n {4}[0-9a-f ]{71}\n/)
  t.match(shown.stdout, /witnesses, at least 4 must cosign\n {2}one\.example\n/)
  t.match(shown.stdout, /alias\.example: it does not count again/)
  const checked = await call('check')
  t.equal(checked.code, 0)
  for (const warning of [
    /operators\/0\/log_origin: the key of the log of "Example Raffles" is missing/,
    /witnesses\/1: it does not count again/,
    /witness_threshold: it cannot be reached: only 3 witnesses count/,
  ]) {
    t.match(checked.stdout, warning)
  }
  const half = place(t, { ...trust, witnesses: [vkey, vkeyOf(two, witnessKey)], witness_threshold: 1 })
  t.match((await half.trust('check')).stdout, /1 of 2 are not a majority/)
  const whole = place(t, { ...trust, witnesses: [vkey, vkeyOf(two, witnessKey)], witness_threshold: 2 })
  t.notMatch((await whole.trust('check')).stdout, /witness/)
  t.equal(parseTrust(trust).witnesses.length, 4, 'both names of one key are known')
})

await t.test('a witness whose key is the operator’s or the log’s makes the file no trust file', async t => {
  const own = vkeyOf({ ...operator, name: 'own.example' }, witnessKey)
  const third = vkeyOf({ ...log, name: 'third.example' }, witnessKey)
  const { trust: call } = place(t, {
    ...known,
    logs: [{ origin: log.name, vkey: logVkey }],
    witnesses: [vkey, own, third],
  })
  const checked = await call('check')
  t.equal(checked.code, 2)
  t.equal(
    checked.stdout,
    [
      'error: /witnesses/1: is also the key of the operator "Example Raffles": nobody can be their own witness',
      'error: /witnesses/2: is also the key of the log "raffles.example/log": nobody can be their own witness',
      'trust.json is not a valid trust file',
      '',
    ].join('\n'),
  )
  const shown = await call('show')
  t.match(shown, {
    code: 2,
    stdout: '',
    stderr: /not a trust file: \/witnesses\/1 is also the key of the operator/,
  })
})

await t.test('a key that is wrong in one way is wrong once', t => {
  const [{ keys } = { keys: [] }] = known.operators ?? []
  const [{ public_key } = { public_key: '' }] = keys
  const problems = (observers: TrustJson['observers'], more: Partial<TrustJson> = {}) =>
    findTrustProblems({ ...known, observers, ...more })
  t.strictSame(problems([{ name: 'Ada', public_key }]), [
    {
      pointer: '/observers/0/public_key',
      message: 'is also the key of the operator "Example Raffles": nobody can be their own witness',
    },
  ])
  const [ada, bob] = ['Ada', 'Bob'].map(name => ({ name, public_key: encodeHex(three.publicKey) }))
  t.strictSame(problems([ada!, bob!]), [
    { pointer: '/observers/1/public_key', message: 'the key is a duplicate' },
  ])
  const another = { ...known.operators![0]!, name: 'Another' }
  t.strictSame(problems([], { operators: [...known.operators!, another] }), [
    { pointer: '/operators/1/keys/0/public_key', message: 'the key is a duplicate' },
  ])
  t.end()
})

await t.test('a trust file with a key of the wrong type is none', t => {
  const problems = (more: Partial<TrustJson>) => findTrustProblems({ ...empty, ...more })
  const typed = vkeyOf(one, logKey)
  t.match(problems({ witnesses: [typed] }), [
    { pointer: '/witnesses/0', message: /the same key as one is one\.example\+/ },
  ])
  t.match(problems({ logs: [{ origin: 'o', vkey }] }), [{ pointer: '/logs/0/vkey', message: /of a witness/ }])
  t.match(problems({ logs: [{ origin: 'o', vkey: 'o+1+2' }] }), [{ pointer: '/logs/0/vkey' }])
  t.match(problems({ witnesses: [vkey, vkey] }), [
    { pointer: '/witnesses/1', message: 'the witness is a duplicate' },
  ])
  const twice = [
    { origin: 'o', vkey: logVkey },
    { origin: 'o', vkey: vkeyOf(one, logKey) },
  ]
  t.match(problems({ logs: twice }), [{ pointer: '/logs/1/origin', message: 'the log is a duplicate' }])
  t.match(problems({ witness_threshold: 0 }), [{ pointer: '/witness_threshold' }])
  t.same(parseTrust({ ...empty, witnesses: [vkey, vkeyOf(two, witnessKey)] }).quorum, {
    threshold: 2,
    members: [one, two].map(({ publicKey }) => ({ key: Buffer.from(publicKey).toString('hex') })),
  })
  t.same(parseTrust(empty).quorum, { threshold: 1, members: [] })
  t.end()
})

await t.test('what the library adds is a trust file, or refused', t => {
  t.throws(() => addWitness(empty, vkeyOf(one, logKey)), { code: 'trust-invalid' })
  t.throws(() => setWitnessThreshold(empty, 0), { code: 'trust-invalid' })
  t.throws(() => setLogOrigin(empty, 'Nobody', 'o'), { code: 'trust-invalid' })
  t.throws(() => addLog(addLog(empty, 'o', logVkey).trust, 'o', vkeyOf(one, logKey)), {
    code: 'trust-invalid',
  })
  t.equal(setWitnessThreshold(setWitnessThreshold(empty, 2).trust, 2).changes[0]?.outcome, 'unchanged')
  t.end()
})
