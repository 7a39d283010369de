import {
  createLog,
  createQuantumSigner,
  createRaffle,
  createSigner,
  entryOf,
  logKey,
  quantumCosigned,
  quantumKey,
  signed,
  TestLog,
  vkeyOf,
  witnesses,
  witnessKey,
  type Evidence,
} from '../factory.js'
import { bundled, envelopes, late, logged, operator, read, times, type Logged } from './logged.js'
import { altered, base, flipBase64, flipHex, scenariosOf, type Scenario } from './scenario.js'

const stranger = createSigner('Stranger')
const [one, two, three] = witnesses

/** Flips a bit of the signature in the n-th line below a note. */
function breakLine(note: string, at: number): string {
  const end = note.lastIndexOf('\n\n') + 2
  const lines = note.slice(end).split('\n')
  const [dash = '', name = '', signature = ''] = lines[at]!.split(' ')
  lines[at] = `${dash} ${name} ${flipBase64(signature, 40)}`
  return note.slice(0, end) + lines.join('\n')
}

/** A log of the same origin and key that shows another history. */
function fork({ entries }: TestLog, at = 0): TestLog {
  const other = createLog(operator.name)
  other.entries.push(...entries.with(at, 'another entry'))
  return other
}

/** What ends both claims alike. */
const both = (claim: 'log.included' | 'log.witnessed'): readonly Scenario[] =>
  scenariosOf(claim, add => {
    const absent = ['not-provable', 'evidence-missing'] as const
    add(
      'no-log',
      'there is no log in the bundle',
      [...absent, 'proven'],
      altered(() => undefined),
    )
    const unknown = ['not-provable', 'log-unknown'] as const
    add(
      'log-of-the-operator-unknown',
      'the trust file does not say which log is the operator’s',
      unknown,
      logged(({ evidence }) => {
        delete evidence.trust.operators[0]!.log_origin
      }),
    )
    add(
      'log-key-unknown',
      'the trust file does not have the key of the log',
      unknown,
      logged(({ evidence }) => {
        evidence.trust.logs = []
      }),
    )
    add(
      'log-of-another-operator-known',
      'the trust file has the key of another log',
      unknown,
      logged(({ evidence }) => {
        const other = createLog('Another')
        evidence.trust.logs = [{ origin: other.origin, vkey: vkeyOf(other.signer, logKey) }]
      }),
    )
    const invalid = ['not-provable', 'note-invalid'] as const
    const note = (change: (note: string) => string): Evidence =>
      bundled(({ log }) => {
        log.checkpoint = change(log.checkpoint)
      })
    add(
      'note-without-signatures',
      'the checkpoint has no signature',
      invalid,
      note(it => it.replace(/\n\n.*$/s, '\n')),
    )
    add(
      'note-cut-off',
      'the last line of the checkpoint is cut off',
      invalid,
      note(it => it.slice(0, -1)),
    )
    add(
      'note-with-tabs',
      'there is a tab in the checkpoint',
      invalid,
      note(it => it.replace(/\n/, '\t\n')),
    )
    add(
      'note-in-another-alphabet',
      'a signature is in url-safe base64',
      invalid,
      note(it => it.replace(/(\S{4})=*\n$/, '-_-_\n')),
    )
    add(
      'earlier-note-invalid',
      'an earlier checkpoint is no note',
      invalid,
      bundled(({ log }) => {
        log.cosigned![0]!.checkpoint = 'seen'
      }),
    )
    const noCheckpoint = ['not-provable', 'checkpoint-invalid'] as const
    const text = (change: (text: string) => string): Evidence =>
      bundled(({ log, test }) => {
        log.checkpoint = test.note(late, change(test.text()))
      })
    add(
      'size-with-a-zero',
      'the size begins with a zero',
      noCheckpoint,
      text(it => it.replace(/\n/, '\n0')),
    )
    add(
      'size-not-a-number',
      'the size is no number',
      noCheckpoint,
      text(it => it.replace(/\n\d+/, '\nmany')),
    )
    add(
      'root-too-short',
      'the root has 31 bytes',
      noCheckpoint,
      text(it => it.replace(/\n\S{44}\n/, `\n${'A'.repeat(40)}AA==\n`)),
    )
    add(
      'no-root',
      'the checkpoint has no root',
      noCheckpoint,
      text(it => it.replace(/\n[^\n]+\n$/, '\n')),
    )

    const other = 'log-other'
    add(
      'another-log',
      'the checkpoint is of a log of another name, with the same key',
      other,
      bundled(({ log, test }) => {
        const it = new TestLog('elsewhere.example/log', test.signer)
        it.entries.push(...test.entries)
        log.checkpoint = it.note(late)
      }),
    )
    add(
      'another-log-and-its-key',
      'the checkpoint is of another log that the auditor knows',
      other,
      bundled(({ log, test, evidence }) => {
        const it = createLog('Another')
        it.entries.push(...test.entries)
        log.checkpoint = it.note(late)
        evidence.trust.logs!.push({ origin: it.origin, vkey: vkeyOf(it.signer, logKey) })
      }),
    )
    add(
      'earlier-checkpoint-of-another-log',
      'an earlier checkpoint is of another log',
      other,
      bundled(({ log, test }) => {
        const it = createLog('Another')
        it.entries.push(...test.entries.slice(0, 2))
        log.cosigned![0] = { checkpoint: it.note(late), ...it.place(0, 1) }
      }),
    )

    const unsigned = 'signature-invalid'
    add(
      'log-signature-broken',
      'the log’s signature does not verify',
      unsigned,
      bundled(({ log }) => {
        log.checkpoint = breakLine(log.checkpoint, 0)
      }),
    )
    add(
      'signed-by-a-stranger',
      'somebody else signed in the name of the log',
      unsigned,
      bundled(({ log, test }) => {
        log.checkpoint = test.note(late, test.text(), { ...stranger, name: test.origin })
      }),
    )
    add(
      'signed-by-witnesses-alone',
      'only witnesses signed the checkpoint',
      unsigned,
      bundled(({ log }) => {
        log.checkpoint = log.checkpoint.replace(/\n\n[^\n]*\n/, '\n\n')
      }),
    )
    add(
      'another-text-with-the-same-root',
      'a line was added below the root after it was signed',
      unsigned,
      bundled(({ log, test }) => {
        log.checkpoint = log.checkpoint.replace(test.text(), `${test.text()}extension\n`)
      }),
    )
    add(
      'size-altered',
      'the size was altered after it was signed',
      unsigned,
      bundled(({ log, test }) => {
        log.checkpoint = log.checkpoint.replace(
          `\n${test.entries.length}\n`,
          `\n${test.entries.length + 1}\n`,
        )
      }),
    )
    add(
      'earlier-log-signature-broken',
      'the log’s signature below an earlier checkpoint does not verify',
      unsigned,
      bundled(({ log }) => {
        log.cosigned![1]!.checkpoint = breakLine(log.cosigned![1]!.checkpoint, 0)
      }),
    )
    add(
      'cosignature-as-the-logs',
      'the log cosigned where it had to sign',
      unsigned,
      bundled(({ log, test }) => {
        const lines = log.checkpoint.slice(log.checkpoint.indexOf('\n\n') + 2).split('\n')
        const cosigning = test
          .note([[test.signer, times.now - 100]])
          .split('\n')
          .at(-2)!
        log.checkpoint = `${test.text()}\n${[cosigning, ...lines.slice(1)].join('\n')}`
      }),
    )

    add(
      'statement-without-a-proof',
      'one statement has no proof',
      absent,
      bundled(({ log }) => log.proofs.pop()),
    )
    add(
      'statement-not-in-the-entries',
      'the log that was given ends before the last statement',
      absent,
      read(({ copy, test }) => {
        const size = test.entries.indexOf(entryOf(envelopes[3]!))
        Object.assign(copy, {
          checkpoint: test.note(late, test.text(size)),
          entries: test.entries.slice(0, size),
        })
      }),
    )
    const damaged = ['not-provable', 'log-damaged'] as const
    const broken = (edit: (logged: Logged) => void): void => {
      add('entries-altered', 'an entry of the log is another one', damaged, read(edit))
    }
    broken(({ copy }) => {
      copy.entries[0] = `${copy.entries[0]!} `
    })
    add(
      'entries-missing',
      'the last entry of the log is missing',
      damaged,
      read(({ copy }) => copy.entries.pop()),
    )
    add(
      'entries-of-another-log',
      'the checkpoint beside the entries is of another log',
      damaged,
      read(({ copy, test }) => {
        const it = createLog('Another')
        it.entries.push(...test.entries)
        copy.checkpoint = it.note(late)
      }),
    )
    add(
      'checkpoint-of-the-entries-unsigned',
      'nobody signed the checkpoint beside the entries',
      damaged,
      read(({ copy, test }) => {
        copy.checkpoint = test.note(late, test.text(), stranger)
      }),
    )
    add(
      'checkpoint-of-the-entries-cosigned-badly',
      'a cosignature below the checkpoint beside the entries does not verify',
      damaged,
      read(({ copy }) => {
        copy.checkpoint = breakLine(copy.checkpoint, 1)
      }),
    )
  })

const included = scenariosOf('log.included', add => {
  const wrong = 'inclusion-invalid'
  const proof = (edit: (logged: Logged) => void): Evidence => bundled(edit)
  add(
    'proof-altered',
    'a bit of a proof is flipped',
    wrong,
    proof(({ log }) => {
      const { inclusion } = log.proofs[2]!
      inclusion[1] = flipHex(inclusion[1]!, 5)
    }),
  )
  add(
    'proof-cut-off',
    'a proof lacks its last hash',
    wrong,
    proof(({ log }) => log.proofs[0]!.inclusion.pop()),
  )
  add(
    'proof-too-long',
    'a proof has a hash too many',
    wrong,
    proof(({ log }) => log.proofs[1]!.inclusion.push('00'.repeat(32))),
  )
  add(
    'index-of-another-entry',
    'a proof names the place of another entry',
    wrong,
    proof(({ log }) => {
      log.proofs[1]!.index += 1
    }),
  )
  add(
    'index-beyond-the-log',
    'a proof names a place that the log does not have',
    wrong,
    proof(({ log, test }) => {
      log.proofs[3]!.index = test.entries.length
    }),
  )
  add(
    'proof-of-another-entry',
    'the proof is that of another entry',
    wrong,
    proof(({ log, test }) => {
      log.proofs[0] = test.place(0, 0)
    }),
  )
  add(
    'proof-of-another-statement',
    'the proof of a draw is that of the other one',
    wrong,
    proof(({ log }) => {
      log.proofs[3] = { ...log.proofs[2]!, sequence: 3 }
    }),
  )
  add(
    'proof-of-another-raffle',
    'the proof is that of another raffle’s statement in the same log',
    wrong,
    proof(({ log, test }) => {
      const other = createRaffle({ ...base, seed: 'another raffle' })
      const index = test.add(entryOf(other.bundle.statements[0]!))
      log.checkpoint = test.note(late)
      log.proofs = log.proofs.map(({ sequence, index: at }) =>
        test.place(sequence, sequence === 0 ? index : at),
      )
    }),
  )
  add(
    'proof-of-no-statement',
    'there is a proof of a statement that the bundle does not have',
    wrong,
    proof(({ log }) => {
      log.proofs[3]!.sequence = 4
    }),
  )
  add(
    'proof-under-another-checkpoint',
    'a proof leads to an earlier checkpoint than the one beside it',
    wrong,
    proof(({ log, test }) => {
      log.proofs[1] = test.place(1, log.proofs[1]!.index, test.entries.length - 1)
    }),
  )
  add(
    'earlier-proof-altered',
    'a proof under an earlier checkpoint does not lead to it',
    wrong,
    proof(({ log }) => {
      log.cosigned![1]!.index -= 1
    }),
  )
  add(
    'keyid-taken-out',
    'an envelope is not the one that was logged: it does not say which key signed it',
    wrong,
    proof(({ evidence }) => {
      delete evidence.bundle.statements[0]!.signatures[0]!.keyid
    }),
  )
})

const witnessed = scenariosOf('log.witnessed', add => {
  const short = ['not-provable', 'witnesses-short'] as const
  const choose = (log: Parameters<typeof createRaffle>[0]['log']): Evidence =>
    createRaffle({ ...base, log: log! })
  add('nobody-cosigned', 'no witness cosigned', short, choose({ cosign: 0 }))
  add('one-of-two-cosigned', 'one of two witnesses cosigned, and both have to', short, choose({ cosign: 1 }))
  add(
    'two-of-three-cosigned',
    'two of three cosigned, and no threshold is set',
    short,
    choose({ trusted: 3, cosign: 2 }),
  )
  add(
    'threshold-out-of-reach',
    'more witnesses are asked for than there are',
    short,
    choose({ threshold: 3 }),
  )
  const last = (edit: (logged: Logged) => string): Evidence =>
    bundled(it => {
      it.log.checkpoint = edit(it)
    })
  const at = times.now - 100
  add(
    'one-witness-twice',
    'one witness cosigned twice',
    short,
    last(({ test }) =>
      test.note([
        [one, at],
        [one, at - 1],
      ]),
    ),
  )
  add(
    'one-key-under-two-names',
    'one key cosigned under two names',
    short,
    last(({ test, evidence }) => {
      const alias = { ...one, name: 'alias.example' }
      evidence.trust.witnesses!.push(vkeyOf(alias, witnessKey))
      return test.note([
        [one, at],
        [alias, at],
      ])
    }),
  )
  add(
    'cosigned-by-a-stranger',
    'somebody cosigned whom nobody knows',
    short,
    last(({ test }) =>
      test.note([
        [one, at],
        [three, at],
      ]),
    ),
  )
  add(
    'cosigned-at-time-0',
    'a cosignature says no time',
    short,
    last(({ test }) =>
      test.note([
        [one, at],
        [two, 0],
      ]),
    ),
  )
  add(
    'cosigned-in-the-future',
    'a cosignature is dated after now',
    short,
    last(({ test }) =>
      test.note([
        [one, at],
        [two, times.now + 1],
      ]),
    ),
  )
  add(
    'signed-like-a-note',
    'a witness signed the checkpoint, and did not cosign it',
    short,
    last(({ test }) => test.note([[one, at]]) + signed(test.text(), two)),
  )
  add(
    'only-the-earlier-cosigned',
    'only the earlier checkpoints are cosigned, and they do not cover the draws',
    short,
    last(({ test }) => test.note([])),
  )
  // Another key of a witness that the auditor knows.
  const next = createQuantumSigner(one.name)
  const withNext = (edit: (logged: Logged) => string): Evidence =>
    last(it => {
      it.evidence.trust.witnesses!.push(vkeyOf(next, quantumKey))
      return edit(it)
    })
  add(
    'cosigned-with-ed25519-and-ml-dsa-44-of-one-witness',
    'one witness cosigned with its keys of two kinds, and no other one',
    short,
    withNext(({ test }) => test.note([[one, at]]) + quantumCosigned(test.text(), next, at)),
  )
  const organisations = 'group A any w1 w2\ngroup B all w3\ngroup both all A B\nquorum both\n'
  add(
    'one-of-two-organisations-cosigned',
    'both witnesses of one organisation cosigned, and nobody of the other',
    short,
    choose({ policy: organisations, cosign: 2 }),
  )
  add(
    'somebody-without-a-vote-cosigned',
    'a witness cosigned that the policy names and that has no part in its quorum',
    short,
    choose({ policy: 'quorum w3\n', cosign: 2 }),
  )
  const split = ['not-provable', 'quorum-splits'] as const
  add(
    'one-of-two-witnesses-is-enough',
    'one of two witnesses is enough, so that each may have seen another log; both cosigned this one',
    split,
    choose({ threshold: 1 }),
  )
  add(
    'one-of-two-organisations-is-enough',
    'one of two organisations is enough; both cosigned',
    split,
    choose({ policy: organisations.replace('both all', 'both any'), cosign: 3 }),
  )
  add(
    'organisations-that-can-be-split',
    'two of two have to cosign, and each may stand on two sides',
    split,
    choose({
      policy: 'group A any w1 w2\ngroup B any A\nquorum B\n',
      cosign: 2,
    }),
  )
  const none = ['not-provable', 'witness-unknown'] as const
  add(
    'no-witnesses',
    'the trust file has no witness',
    none,
    bundled(({ evidence }) => {
      delete evidence.trust.witnesses
    }),
  )
  add(
    'entries-added',
    'there is an entry more than in the checkpoint',
    ['not-provable', 'log-damaged'],
    read(({ copy }) => copy.entries.push('')),
  )
  const bad = 'signature-invalid'
  add(
    'cosignature-broken',
    'a cosignature does not verify',
    bad,
    last(({ log }) => breakLine(log.checkpoint, 1)),
  )
  add(
    'cosignature-of-another-text',
    'a witness cosigned another text with the same root',
    bad,
    last(({ test }) => {
      const other = test.note(late, `${test.text()}extension\n`)
      const [, ...lines] = other.slice(other.lastIndexOf('\n\n') + 2).split('\n')
      return test.note() + lines.join('\n')
    }),
  )
  add(
    'cosignature-at-another-time',
    'the time of a cosignature was altered',
    bad,
    last(({ log }) => {
      const lines = log.checkpoint.split('\n')
      const [dash = '', name = '', signature = ''] = lines.at(-2)!.split(' ')
      lines[lines.length - 2] = `${dash} ${name} ${flipBase64(signature, 11)}`
      return lines.join('\n')
    }),
  )
  add(
    'ml-dsa-44-cosignature-broken',
    'a cosignature with ML-DSA-44 does not verify',
    bad,
    withNext(({ test }) => {
      const note = test.note([[two, at]]) + quantumCosigned(test.text(), next, at)
      return breakLine(note, 2)
    }),
  )
  add(
    'ml-dsa-44-cosignature-of-another-size',
    'a cosignature with ML-DSA-44 is that of an earlier checkpoint',
    bad,
    withNext(({ test }) => {
      const earlier = test.text(test.entries.length - 1)
      return test.note([[two, at]]) + quantumCosigned(earlier, next, at)
    }),
  )
  add(
    'ml-dsa-44-cosignature-cut-off',
    'a cosignature with ML-DSA-44 has only 64 bytes of it, like one with Ed25519',
    bad,
    withNext(({ test }) => {
      const note = test.note([[two, at]])
      const [dash = '', name = '', signature = ''] = quantumCosigned(test.text(), next, at).split(' ')
      const cut = Buffer.from(signature, 'base64').subarray(0, 4 + 8 + 64)
      return `${note}${dash} ${name} ${cut.toString('base64')}\n`
    }),
  )
  add(
    'earlier-cosignature-broken',
    'a cosignature of an earlier checkpoint does not verify',
    bad,
    bundled(({ log }) => {
      log.cosigned![0]!.checkpoint = breakLine(log.cosigned![0]!.checkpoint, 2)
    }),
  )

  const forked = 'log-forked'
  add(
    'two-roots-of-one-size',
    'the entries of the log lead to another checkpoint of the same size that its key signed',
    forked,
    logged(({ copy, test }) => {
      const other = fork(test)
      Object.assign(copy, { checkpoint: other.note(late), entries: other.entries })
    }),
  )
  add(
    'checkpoint-of-another-history',
    'the entries of the log do not begin with those of the bundle’s checkpoint',
    forked,
    logged(({ copy, test }) => {
      const other = fork(test)
      other.add('and one more')
      Object.assign(copy, { checkpoint: other.note(late), entries: other.entries })
    }),
  )
  add(
    'earlier-checkpoint-of-another-history',
    'an earlier checkpoint is not the beginning of the log',
    forked,
    logged(({ log, test }) => {
      const other = fork(test)
      const { index } = log.cosigned![0]!
      const size = index + 1
      log.cosigned![0] = { checkpoint: other.note(late, other.text(size)), ...other.place(0, index, size) }
    }),
  )
  add(
    'two-histories-in-the-bundle',
    'the bundle itself has two checkpoints of one size with different roots',
    forked,
    bundled(({ log, test }) => {
      const other = fork(test)
      log.cosigned![0] = { checkpoint: other.note(late), ...other.place(0, log.proofs[0]!.index) }
    }),
  )
})

export const logClaims: readonly Scenario[] = [
  ...both('log.included'),
  ...included,
  ...both('log.witnessed'),
  ...witnessed,
]
