import t from 'tap'
import type { LogSummary } from '../../../src/verify/bundle/log-entries.js'
import { findNames } from '../../../src/model/quorum.js'
import type { LogEvidence } from '../../../src/verify/bundle/log-evidence.js'
import {
  cosigned,
  createCeremony,
  createLog,
  createRaffle,
  createSigner,
  createTrust,
  entryOf,
  logKey,
  vkeyOf,
  witnesses,
  type Cosigners,
  type Evidence,
  type TestLog,
} from '../../protocol/factory.js'
import { bundled, late, logged, operator, read, times, type Logged } from '../../protocol/scenarios/logged.js'
import { base } from '../../protocol/scenarios/scenario.js'
import { utc } from '../../protocol/second-opinion.js'
import { gather } from './gather.js'

const [one, two] = witnesses
const both = ['one.witness.example', 'two.witness.example']
const nano = (seconds: number): bigint => BigInt(seconds) * 1_000_000_000n
const unchanged = (): void => undefined

const logOf = (evidence: Evidence, change?: Partial<LogSummary>): LogEvidence => gather(evidence, change).log

/** Checkpoints by their sizes, which statements stand under them, and when that was witnessed. */
const headsOf = ({ heads }: LogEvidence) =>
  heads.map(({ size, holds, isBacked, witnessed }) => ({
    size,
    holds: [...holds].sort(),
    isBacked,
    ...(witnessed && { names: findNames(witnessed), at: witnessed.at }),
  }))

const sizesOf = ({ heads }: LogEvidence): readonly number[] => heads.map(({ size }) => size)
const indexesOf = ({ others }: LogEvidence): readonly number[] => others.map(({ index }) => index)

/** Another commitment of the same raffle. */
function otherCommitment(): string {
  const it = createCeremony(base)
  it.commit({ raffle_name: 'Winter raffle' })
  return entryOf(it.envelopes[0]!)
}

/** Nothing in the bundle says whose it is. */
function makeUnreadable({ bundle }: Evidence): void {
  for (const statement of bundle.statements) statement.payloadType = 'text/plain'
}

await t.test('all that a log shows of a bundle', t => {
  const found = logOf(logged(unchanged))
  const seen = (at: number) => ({
    who: 'witnesses one.witness.example and two.witness.example',
    by: 'witnesses',
    at: nano(at),
    atUtc: utc(at),
  })
  const last = times.now - 100
  const whole = { size: 7, holds: [0, 1, 2, 3], isBacked: true, names: both, at: nano(last) }
  t.strictSame(headsOf(found), [
    whole,
    { size: 2, holds: [0], isBacked: true, names: both, at: nano(times.commitmentSeen) },
    { size: 4, holds: [0, 1], isBacked: true, names: both, at: nano(times.sealSeen) },
    whole,
  ])
  const { heads, ...rest } = found
  t.equal(heads.length, 4)
  t.strictSame(rest, {
    isMissing: false,
    hasEntries: true,
    sightings: [times.commitmentSeen, times.sealSeen, last, last].map(seen),
    others: [],
    outdated: [],
    findings: [],
  })
  t.end()
})

await t.test('what proofs alone show, and what entries alone do', t => {
  const proofs = logOf(bundled(unchanged))
  t.strictSame(
    headsOf(proofs).map(({ size, holds, isBacked }) => [size, holds, isBacked]),
    [
      [7, [0, 1, 2, 3], false],
      [2, [0], false],
      [4, [1], false],
    ],
  )
  t.strictSame([proofs.isMissing, proofs.hasEntries], [false, false])
  const entries = logOf(read(unchanged))
  t.strictSame(
    headsOf(entries).map(({ size, holds, isBacked }) => [size, holds, isBacked]),
    [[7, [0, 1, 2, 3], true]],
  )
  t.strictSame([entries.isMissing, entries.hasEntries], [false, true])
  t.end()
})

await t.test('where there is nothing of a log, nothing is said of it', t => {
  const { trust } = logged(unchanged)
  t.strictSame(logOf({ ...createRaffle(base), trust }), {
    isMissing: true,
    hasEntries: false,
    heads: [],
    sightings: [],
    others: [],
    outdated: [],
    findings: [],
  })
  t.end()
})

await t.test('a log that the auditor does not know', t => {
  const unknown = (edit: (evidence: Evidence) => void): unknown => {
    const { fault, ...rest } = logOf(logged(({ evidence }) => { edit(evidence) })) // prettier-ignore
    t.strictSame(rest, {
      isMissing: false,
      hasEntries: true,
      heads: [],
      sightings: [],
      others: [],
      outdated: [],
      findings: [],
    })
    return fault
  }
  const fault = (why: string) => ({ status: 'not-provable', code: 'log-unknown', why })
  t.strictSame(
    unknown(({ trust }) => {
      delete trust.operators[0]!.log_origin
    }),
    fault('the trust file does not say which log is that of "Example Raffles"'),
  )
  t.strictSame(
    unknown(({ trust }) => {
      trust.operators[0]!.name = 'Another'
    }),
    fault('the trust file does not say which log is that of "Example Raffles"'),
  )
  t.strictSame(
    unknown(makeUnreadable),
    fault('no statement can be read, so nobody knows which log is the operator’s'),
    'no statement says whose it is',
  )
  t.strictSame(
    unknown(({ trust }) => {
      trust.logs = []
    }),
    fault('the trust file does not have the key of the log "exampleraffles.example/log"'),
  )
  t.end()
})

await t.test('the log is that of the operator, whichever others the auditor knows', t => {
  const found = logOf(
    logged(({ evidence: { trust } }) => {
      const other = createLog('Another')
      const [stranger] = createTrust([createSigner('Another')], [], []).operators
      trust.operators.unshift({ ...stranger!, log_origin: other.origin })
      trust.logs!.unshift({ origin: other.origin, vkey: vkeyOf(other.signer, logKey) })
    }),
  )
  t.equal(found.fault, undefined)
  t.strictSame(sizesOf(found), [7, 2, 4, 7])
  t.end()
})

await t.test('of several faults one that refutes comes first, and then the first', t => {
  const faultOf = (...notes: readonly ((it: Logged) => string)[]): unknown =>
    logOf(
      bundled(it => {
        for (const [at, note] of notes.entries()) it.log.cosigned![at]!.checkpoint = note(it)
      }),
    ).fault
  const noNote = () => 'seen'
  const noCheckpoint = ({ test }: Logged) => test.note([], 'seen\n')
  const foreign = ({ test }: Logged) => test.note(late, test.text().replace('.example', '.sample'))
  const other = {
    status: 'refuted',
    code: 'log-other',
    why: 'a checkpoint is of "exampleraffles.sample/log", and the operator’s log is "exampleraffles.example/log"',
  }
  t.strictSame(faultOf(noNote, foreign), other)
  t.strictSame(faultOf(foreign, noNote), other)
  t.strictSame(faultOf(noCheckpoint, noNote), {
    status: 'not-provable',
    code: 'checkpoint-invalid',
    why: 'not a checkpoint: expected lines of origin, size and root, found 1',
  })
  t.end()
})

await t.test(
  'what the operator signed besides counts whatever becomes of the log, unless its key was revoked',
  t => {
    const found = (edit: (it: Logged) => void): readonly number[] => {
      const evidence = logOf(
        logged(it => {
          it.copy.entries.push(otherCommitment())
          edit(it)
        }),
      )
      t.notSame(evidence.fault, undefined)
      return indexesOf(evidence)
    }
    const forget = ({ evidence }: Logged): void => {
      evidence.trust.logs = []
    }
    const spoil = ({ log }: Logged): void => {
      log.checkpoint = 'seen'
    }
    for (const edit of [forget, spoil]) {
      t.strictSame(found(edit), [7])
      // Long after all that is known of, but no time counts any more.
      const revoked = (it: Logged): void => {
        edit(it)
        it.evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.now)
      }
      t.strictSame(found(revoked), [])
    }
    t.end()
  },
)

const cosignedBy = (...moments: readonly number[]): Cosigners =>
  moments.map((time, which) => [witnesses[which]!, time])

/**
 * Where another commitment is found that counts, if any. Its key was revoked at a moment; the last checkpoint, and that
 * beside the entries, are cosigned later than earlier ones of any size.
 */
const countedWith = (
  revoked: number,
  earlier: readonly (readonly [size: number, cosigners: Cosigners])[],
): readonly number[] =>
  indexesOf(
    logOf(
      logged(({ evidence, log, copy, test }) => {
        test.add(otherCommitment())
        copy.entries = [...test.entries]
        copy.checkpoint = test.note(late)
        log.checkpoint = copy.checkpoint
        log.cosigned = earlier.map(([size, cosigners], sequence) => ({
          checkpoint: test.note(cosigners, test.text(size)),
          ...test.place(sequence, log.proofs[sequence]!.index, size),
        }))
        log.proofs = []
        evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(revoked)
      }),
    ),
  )

await t.test('what a key signed counts where the log had it before the key was revoked', t => {
  const at = times.now - 1000
  t.strictSame(countedWith(at + 1, [[8, cosignedBy(at, at)]]), [7])
  t.strictSame(countedWith(at, [[8, cosignedBy(at, at)]]), [], 'in the very second')
  t.strictSame(countedWith(times.now - 99, []), [7])
  t.end()
})

await t.test('the earliest time of a log counts', t => {
  const at = times.now - 1000
  const earlier = [[8, cosignedBy(at, at)] as const, [8, cosignedBy(at + 5, at + 5)] as const]
  t.strictSame(countedWith(at + 1, earlier), [7])
  t.end()
})

await t.test('a time counts for what the log had then, and once enough witnesses say so', t => {
  const at = times.now - 1000
  t.strictSame(countedWith(at + 1, [[7, cosignedBy(at, at)]]), [], 'one entry less')
  t.strictSame(countedWith(at + 1, [[8, cosignedBy(at)]]), [], 'one of two witnesses')
  t.end()
})

await t.test('so many witnesses as are asked for, the earliest of them', t => {
  const last = times.now - 100
  // The first one cosigned a second after the second one, and that a second after the third one.
  const expected: readonly (readonly [names: readonly string[], at: number] | undefined)[] = [
    [['three.witness.example'], last - 2],
    [['three.witness.example', 'two.witness.example'], last - 1],
    [['one.witness.example', 'three.witness.example', 'two.witness.example'], last],
    undefined,
  ]
  for (const [order, one] of expected.entries()) {
    const [head] = headsOf(logOf(bundled(unchanged, { log: { trusted: 3, threshold: order + 1 } })))
    const witnessed = one && { names: one[0], at: nano(one[1]) }
    t.strictSame(
      head && 'names' in head ? { names: head.names, at: head.at } : undefined,
      witnessed,
      `${order + 1} witnesses`,
    )
  }
  t.end()
})

await t.test('a statement was seen when the first log with it was cosigned', t => {
  const at = times.now - 1000
  const whoSaw = (...notes: readonly Cosigners[]): readonly (string | undefined)[] => {
    const { sightings } = logOf(
      bundled(
        ({ log, test }) => {
          log.checkpoint = test.note(notes[0])
          log.cosigned = notes.slice(1).map(cosigners => ({
            ...log.proofs[0]!,
            checkpoint: test.note(cosigners),
          }))
        },
        { log: { trusted: 2, threshold: 1 } },
      ),
    )
    return sightings.map(sighting => sighting && `${sighting.who} ${sighting.atUtc}`)
  }
  const [first, second] = [[[one, at]] as const, [[two, at]] as const]
  const saw = (name: string, when = at): string => `witness ${name}.witness.example ${utc(when)}`
  t.strictSame(whoSaw(first), Array<string>(4).fill(saw('one')))
  t.strictSame(whoSaw(first, [[two, at - 1]])[0], saw('two', at - 1))
  t.strictSame(whoSaw(first, [[two, at + 1]])[0], saw('one'))
  t.strictSame(whoSaw(first, second)[0], saw('one'), 'of two at one time the first')
  t.strictSame(whoSaw(second, first)[0], saw('two'), 'of two at one time the first')
  t.strictSame(whoSaw([]), Array<undefined>(4).fill(undefined))
  t.end()
})

await t.test('under a checkpoint stand the entries before its size', t => {
  const { heads } = logOf(
    logged(({ log, test }) => {
      // The seal is the fourth entry.
      log.cosigned = [{ checkpoint: test.note(late, test.text(3)), ...test.place(0, 1, 3) }]
    }),
  )
  t.strictSame([heads[1]?.size, [...(heads[1]?.holds ?? [])]], [3, [0]])
  t.end()
})

await t.test('a proof that fails, in words', t => {
  const found = (edit: (it: Logged) => void): string | undefined => logOf(bundled(edit)).badProof
  t.equal(
    found(({ log }) => {
      log.proofs[2]!.index += 1
    }),
    'the proof of statement 2 (draw) does not lead to the checkpoint of a log of 7 entries',
  )
  t.equal(
    found(({ log }) => {
      log.cosigned![1]!.index -= 1
    }),
    'the proof of statement 1 (seal) does not lead to the checkpoint of a log of 4 entries',
  )
  t.equal(
    found(({ log }) => {
      log.proofs[3]!.sequence = 4
    }),
    'there is a proof of statement 4, and no such statement',
  )
  t.equal(
    found(({ evidence }) => {
      evidence.bundle.statements[3]!.payloadType = 'text/plain'
    }),
    'the proof of statement 3 does not lead to the checkpoint of a log of 7 entries',
  )
  t.equal(
    found(({ log }) => {
      for (const place of log.proofs) place.index += 1
    }),
    'the proof of statement 0 (commitment) does not lead to the checkpoint of a log of 7 entries',
    'the first one',
  )
  t.end()
})

await t.test('a cosignature that fails, in words, below whichever checkpoint', t => {
  const broken = ({ test }: Logged, size: number): string =>
    test.note([], test.text(size)) + cosigned('another text\n', two, times.now - 100)
  const words = 'the cosignature of witness two.witness.example does not verify'
  const last = logOf(
    bundled(it => {
      it.log.checkpoint = broken(it, 7)
    }),
  )
  t.equal(last.badCosignature, words)
  const earlier = logOf(
    bundled(it => {
      it.log.cosigned![1]!.checkpoint = broken(it, 4)
    }),
  )
  t.equal(earlier.badCosignature, words)
  const beside = logOf(
    logged(it => {
      it.copy.checkpoint = broken(it, 7)
    }),
  )
  t.notOk('badCosignature' in beside, 'the note beside the entries is no part of the bundle')
  t.equal(beside.damage, words)
  t.strictSame(sizesOf(beside), [7, 2, 4])
  t.end()
})

await t.test('witnesses whose clocks are ahead', t => {
  const { findings, heads } = logOf(
    bundled(({ log, test }) => {
      log.checkpoint = test.note([
        [one, times.now],
        [two, times.now + 1],
      ])
    }),
  )
  const message = 'a cosignature of two.witness.example is dated after now'
  t.strictSame(findings, [{ code: 'time-in-future', message }])
  t.equal(heads[0]?.witnessed, undefined)
  t.end()
})

await t.test('why entries are not those of the log', t => {
  const unread = 'tile 7 cannot be read'
  const found = (edit: (it: Logged) => void, change: Partial<LogSummary> = {}): unknown => {
    const evidence = logOf(read(edit), change)
    return [evidence.damage, sizesOf(evidence)]
  }
  t.strictSame(found(unchanged), [undefined, [7]])
  t.strictSame(found(unchanged, { fault: unread }), [unread, [7]])
  t.strictSame(
    found(({ copy }) => copy.entries.pop()),
    ['there are 6 entries, and the checkpoint has 7', [7]],
  )
  t.strictSame(
    found(({ copy }) => copy.entries.push('')),
    ['there are 8 entries, and the checkpoint has 7', [7]],
  )
  t.strictSame(
    found(({ copy }) => {
      copy.entries[0] = 'nothing'
    }),
    ['the root of the 7 entries is not that of the checkpoint', [7]],
  )
  const unsigned = ({ copy, test }: Logged): void => {
    copy.checkpoint = test.note(late, test.text(), one)
  }
  t.strictSame(found(unsigned), ['the checkpoint of a log of 7 entries is not signed by the log’s key', []])
  t.strictSame(found(unsigned, { fault: unread }), [unread, []])
  t.end()
})

/** A log of the same origin and key with other entries. */
function createOther(): TestLog {
  const other = createLog(operator.name)
  other.entries.push('another entry', ...Array.from({ length: 6 }, (_, at) => `entry ${at}`))
  return other
}

await t.test('two roots of one size', t => {
  const other = createOther()
  const { fork } = logOf(
    bundled(({ log }) => {
      log.cosigned = [{ checkpoint: other.note(late), ...other.place(0, 1) }]
    }),
  )
  t.equal(fork, 'its key signed two checkpoints of a log of 7 entries with different roots')
  t.end()
})

await t.test('a checkpoint that is not the beginning of the entries', t => {
  const other = createOther()
  const { fork } = logOf(
    logged(({ log }) => {
      log.cosigned![1]!.checkpoint = other.note(late, other.text(4))
    }),
  )
  t.equal(fork, 'its key signed a checkpoint of 4 entries that are not the first of its 7 entries')
  t.end()
})

/** The entries end at a size, and there is a checkpoint of another history. */
const forkOf = (end: number, size: number): string | undefined =>
  logOf(
    logged(({ log, copy, test }) => {
      const other = createOther()
      copy.checkpoint = test.note(late, test.text(end))
      copy.entries.splice(end)
      log.cosigned![size === 2 ? 0 : 1]!.checkpoint = other.note(late, other.text(size))
    }),
  ).fork

await t.test('entries say nothing of what comes after them', t => {
  t.equal(forkOf(4, 2), 'its key signed a checkpoint of 2 entries that are not the first of its 4 entries')
  t.equal(forkOf(2, 4), undefined)
  t.end()
})

await t.test('entries that are those of no checkpoint show no second history', t => {
  const other = createOther()
  const { fork, damage } = logOf(
    logged(({ copy, log }) => {
      copy.entries[0] = 'nothing'
      log.cosigned![0]!.checkpoint = other.note(late, other.text(2))
    }),
  )
  t.equal(fork, undefined)
  t.equal(damage, 'the root of the 7 entries is not that of the checkpoint')
  t.end()
})
