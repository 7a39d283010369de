import { createRaffle, type Evidence, type LogJson } from '../factory.js'
import type { Members } from '../second-opinion.js'
import { altered, base, scenariosOf, without } from './scenario.js'

/** The bundle of the raffle as other JSON. */
const bundle = (change: (bundle: Evidence['bundle'] & Members) => unknown): Evidence =>
  altered(evidence => {
    evidence.bundle = (change(evidence.bundle as never) ?? evidence.bundle) as Evidence['bundle']
  })

const envelope = (change: (envelope: Evidence['bundle']['statements'][0] & Members) => void): Evidence =>
  bundle(({ statements }) => {
    change(statements[2] as never)
  })

/** Bundles that are none: nothing else is said about them. */
export const documentRead = scenariosOf('document.read', add => {
  const invalid = ['not-provable', 'bundle-invalid'] as const
  const none = (name: string, description: string, evidence: Evidence): void => {
    add(name, description, invalid, evidence)
  }
  add(
    'version-unknown',
    'the bundle is of a version to come',
    ['not-provable', 'document-unsupported'],
    bundle(it => ({ ...it, bundle: 'drawaudit/v2' })),
  )
  none(
    'member-unknown',
    'the bundle has a member that the protocol does not know',
    bundle(it => ({ ...it, verified: true })),
  )
  none(
    'statements-missing',
    'the bundle has no statements',
    bundle(it => without(it, 'statements')),
  )
  none(
    'statements-none',
    'the list of statements is empty',
    bundle(it => ({ ...it, statements: [] })),
  )
  none(
    'list-and-list-file',
    'the bundle has a list and names a list file',
    bundle(it => ({ ...it, entries_file: { name: 'entries.ndjson', digest: `sha256:${'0'.repeat(64)}` } })),
  )
  none(
    'list-file-elsewhere',
    'the list file is in another folder',
    bundle(it => ({
      ...it,
      entries_file: { name: '../entries.ndjson', digest: `sha256:${'0'.repeat(64)}` },
    })),
  )
  none(
    'two-signatures',
    'an envelope has two signatures',
    envelope(it => it.signatures.push(it.signatures[0]!)),
  )
  none(
    'no-signature',
    'an envelope has no signature',
    envelope(it => it.signatures.splice(0)),
  )
  none(
    'payload-url-safe',
    'a payload is in the url-safe base64',
    envelope(it => {
      it.payload = `${it.payload.slice(0, -4)}-_-_`
    }),
  )
  none(
    'payload-unpadded',
    'a payload lacks its padding',
    envelope(it => {
      it.payload = it.payload.replace(/=*$/, '').slice(0, -1)
    }),
  )
  none(
    'payload-with-line-feeds',
    'a payload is broken into lines',
    envelope(it => {
      it.payload = `${it.payload.slice(0, 76)}\n${it.payload.slice(76)}`
    }),
  )
  none(
    'payload-with-stray-bits',
    'the last digit of a signature has bits that mean nothing',
    envelope(it => {
      it.signatures[0]!.sig = it.signatures[0]!.sig.replace(
        /.==$/,
        last => `${last === 'A==' ? 'B' : String.fromCharCode(last.charCodeAt(0) + 1)}==`,
      )
    }),
  )
  none(
    'keyid-not-hex',
    'a keyid is a name',
    envelope(it => {
      it.signatures[0]!.keyid = 'operator'
    }),
  )
  none(
    'beacon-in-upper-case',
    'the signature of the beacon is in upper case',
    bundle(it => {
      it.beacon!.signature = it.beacon!.signature.toUpperCase()
    }),
  )
  none(
    'beacon-with-randomness',
    'the beacon states its randomness',
    bundle(it => {
      Object.assign(it.beacon!, { randomness: '00'.repeat(32) })
    }),
  )
  none(
    'beacon-round-as-text',
    'the round is text',
    bundle(it => {
      Object.assign(it.beacon!, { round: '1000' })
    }),
  )
  none(
    'inclusion-with-a-short-hash',
    'a hash of a proof has 31 bytes',
    bundle(it => {
      it.winners![0]!.inclusion[0] = '00'.repeat(31)
    }),
  )
  none(
    'index-not-whole',
    'the place of a winner is 0.5',
    bundle(it => {
      it.winners![0]!.index = 0.5
    }),
  )
  none(
    'kind-unknown',
    'an entry is neither paid nor free',
    bundle(it => {
      it.entries![0]![1] = 'given'
    }),
  )
  none(
    'entry-with-a-control',
    'an entry id has a line feed',
    bundle(it => {
      it.entries![0]![0] = '1\n2'
    }),
  )
  none(
    'entry-too-long',
    'an entry id has 130 bytes',
    bundle(it => {
      it.entries![0]![0] = 'é'.repeat(65)
    }),
  )
  none(
    'entry-without-a-kind',
    'an entry has only an id',
    bundle(it => {
      it.entries![0]!.pop()
    }),
  )
  none(
    'log-made-up',
    'there is something in the place of a log',
    bundle(it => {
      Object.assign(it, { log: { checkpoint: 'example/log\n1\nAAAA\n', verified: true } })
    }),
  )
  const log = (change: (log: LogJson) => void): Evidence => {
    const evidence = createRaffle({ ...base, log: {} })
    change(evidence.bundle.log!)
    return evidence
  }
  none(
    'log-with-a-proof-too-many',
    'there are more proofs of the log than statements',
    log(({ proofs }) => proofs.push({ ...proofs[0]!, sequence: 9 })),
  )
  none(
    'log-out-of-sequence',
    'the proofs of the log are not in sequence',
    log(({ proofs }) => proofs.reverse()),
  )
  none(
    'log-with-a-checkpoint-twice',
    'an earlier checkpoint stands twice for one statement',
    log(({ cosigned }) => cosigned!.splice(0, 0, cosigned![0]!)),
  )
  none(
    'log-with-three-checkpoints-of-a-statement',
    'there are three earlier checkpoints for one statement, though few for all',
    log(({ cosigned }) => {
      const [first] = cosigned!
      cosigned!.splice(1, 1, ...['one', 'two'].map(checkpoint => ({ ...first!, checkpoint })))
    }),
  )
  none(
    'log-with-very-many-checkpoints',
    'there are more than two earlier checkpoints for each statement',
    log(it => {
      it.cosigned = Array.from({ length: 9 }, (_, at) => ({ ...it.cosigned![0]!, checkpoint: `${at}` }))
    }),
  )
  add(
    'another-raffle-asked-for',
    'the bundle is of another raffle than the one on the ticket',
    ['not-provable', 'raffle-other'],
    altered(() => undefined),
    {
      raffle: '3f1c0c1e-8f0e-4c7a-a5a5-000000000000',
    },
  )
  add(
    'list-of-bundles',
    'the document is a list',
    invalid,
    bundle(it => [it]),
  )
})
