import {
  createCeremony,
  createSigner,
  envelop,
  observe,
  receiptType,
  type Ceremony,
  type Choices,
  type EnvelopeJson,
  type Evidence,
} from '../factory.js'
import { hex, jcs, sha256, unbase64, unhex, utc, utf8, type Members } from '../second-opinion.js'
import { base, ceremony, flipBase64, scenariosOf } from './scenario.js'

export const desk = createSigner('Example Raffles', 'the desk of Example Raffles')
const stranger = createSigner('Stranger')
const { observer, times, picks, entries } = ceremony()

/** An entry that did not win, and one that did. */
export const loser = entries.findIndex((_, at) => !picks.some(({ index }) => index === at))
const winner = picks[0]!.index

export const nonce = '00112233445566778899aabbccddeeff'
export const nonceHash = hex(sha256(unhex(nonce)))

/** A receipt for a ticket that the list does not have. */
export const absent: Members = { entry_id: '99999', kind: 'paid', nonce_hash: nonceHash }

/** What is asked, and what is given. */
interface Held {
  readonly evidence: Evidence
  readonly receipt: EnvelopeJson
}

/**
 * A raffle with receipts, and one of them.
 *
 * @param steps - what happens before the seal; gives the receipt.
 */
export function held(
  steps: (it: Ceremony) => EnvelopeJson,
  choices: Partial<Choices> = {},
  edit: (evidence: Evidence, receipt: EnvelopeJson) => void = () => undefined,
): Held {
  const it = createCeremony({ ...base, desk, ...choices })
  it.commit()
  const receipt = steps(it)
  it.seal()
  it.prizes.forEach((_, at) => it.draw(at + 1))
  const evidence = it.finish()
  edit(evidence, receipt)
  return { evidence, receipt }
}

const deskKey = (evidence: Evidence) => evidence.trust.operators[0]!.keys.at(-1)!

export const receiptHonoured = scenariosOf('receipt.honoured', add => {
  type Ending = Parameters<typeof add>[2]
  const by = (
    name: string,
    description: string,
    ending: Ending,
    { evidence, receipt }: Held,
    beside: { readonly nonce?: string; readonly proof?: Members } = {},
  ): void => {
    add(name, description, ending, evidence, { receipt: { envelope: receipt, ...beside } })
  }
  const open = (code: string): Ending => ['not-provable', code]

  by(
    'entry-left-out',
    'the operator signed for a ticket and left it out of the list',
    'receipt-dishonoured',
    held(it => it.issue(loser, absent)),
  )
  by(
    'entry-left-out-of-a-file',
    'the same, and the list is in a file',
    'receipt-dishonoured',
    held(it => it.issue(loser, absent), { list: 'file' }),
  )
  by(
    'entry-of-another-kind',
    'the list has the ticket as one of the other kind',
    'receipt-dishonoured',
    held(it => it.issue(loser, { kind: entries[loser]![1] === 'paid' ? 'free' : 'paid' })),
  )
  by(
    'entry-without-the-nonce',
    'the list has the ticket without the nonce of its buyer: it may have been sold twice',
    'receipt-dishonoured',
    held(it => it.issue(loser, { nonce_hash: nonceHash })),
  )
  by(
    'issued-after-the-seal',
    'the receipt was made when the list was sealed, and its ticket was not drawn from',
    'receipt-dishonoured',
    held(it => it.issue(loser, { ...absent, issued_at_utc: utc(it.times.sealed + 1) })),
  )
  by(
    'another-was-withdrawn',
    'another receipt was withdrawn, and this one was not',
    'receipt-dishonoured',
    held(it => {
      it.withdraw(it.issue(loser, { ...absent, entry_id: '99998' }), nonce)
      return it.issue(loser, absent)
    }),
  )
  by(
    'withdrawn-afterwards',
    'the receipt stands among the withdrawn ones of the bundle, and not among those that were sealed',
    ['not-provable', 'evidence-missing', 'refuted'],
    held(
      it => {
        it.withdraw(it.issue(loser, { ...absent, entry_id: '99998' }), nonce)
        return it.issue(loser, absent)
      },
      {},
      ({ bundle }, receipt) => {
        bundle.withdrawn = [[hex(sha256(unbase64(receipt.payload))), nonce]]
      },
    ),
  )
  by(
    'withdrawn-though-none-sealed',
    'the bundle has the receipt as a withdrawn one, and the seal has none',
    'receipt-dishonoured',
    held(
      it => it.issue(loser, absent),
      {},
      ({ bundle }, receipt) => {
        bundle.withdrawn = [[hex(sha256(unbase64(receipt.payload))), nonce]]
      },
    ),
  )
  by(
    'keyid-absent',
    'the receipt does not say which key signed it, and its ticket is not in the list',
    'receipt-dishonoured',
    held(
      it => it.issue(loser, absent),
      {},
      (_, receipt) => {
        delete receipt.signatures[0]!.keyid
      },
    ),
  )
  by(
    'commitment-other',
    'the receipt names another commitment of the same raffle',
    'receipt-other',
    held(it => it.issue(loser, { commitment: `sha256:${'ab'.repeat(32)}` })),
  )

  const invalid = open('receipt-invalid')
  by(
    'receipt-signed-as-a-statement',
    'the receipt carries the payload type of statements',
    invalid,
    held(it => it.issue(loser, absent, { payloadType: 'application/vnd.drawaudit.statement.v1+json' })),
  )
  by(
    'receipt-with-a-member-more',
    'the receipt has a member that the protocol does not know',
    invalid,
    held(it => it.issue(loser, { ...absent, name: 'Ada' })),
  )
  by(
    'receipt-with-a-space',
    'the receipt is not in its RFC 8785 form',
    invalid,
    held(it => it.issue(loser, {}, { encode: value => utf8(jcs(value).replace(':', ': ')) })),
  )
  by(
    'receipt-with-a-nonce-itself',
    'the receipt has the nonce where its hash belongs',
    invalid,
    held(it => it.issue(loser, { ...absent, nonce_hash: nonce })),
  )
  by(
    'raffle-other',
    'the receipt is of another raffle',
    open('raffle-other'),
    held(it => it.issue(loser, { raffle_id: '3f1c0c1e-8f0e-4c7a-a5a5-000000000000' })),
  )
  by(
    'operator-other',
    'the receipt is of another operator',
    open('operator-other'),
    held(it => it.issue(loser, { ...absent, operator: 'Stranger' }, { signer: stranger })),
  )
  by(
    'operator-unknown',
    'the trust file does not have the operator',
    open('operator-unknown'),
    held(
      it => it.issue(loser, absent),
      {},
      ({ trust }) => {
        trust.operators[0]!.name = 'Somebody else'
      },
    ),
  )
  by(
    'signed-with-the-key-for-statements',
    'the receipt is signed with a key that makes no receipts',
    open('key-unknown'),
    held(it => it.issue(loser, absent, { signer: it.operator })),
  )
  by(
    'no-key-for-receipts',
    'the trust file has no key for receipts',
    open('key-unknown'),
    held(
      it => it.issue(loser, absent),
      {},
      evidence => {
        delete deskKey(evidence).use
      },
    ),
  )
  by(
    'signed-by-a-stranger',
    'somebody else signed the receipt and names the key of the desk',
    open('signature-invalid'),
    held(it => {
      const own = it.issue(loser, absent)
      const forged = envelop(receiptType, unbase64(own.payload), stranger)
      return { ...own, signatures: [{ ...own.signatures[0]!, sig: forged.signatures[0]!.sig }] }
    }),
  )
  by(
    'receipt-altered',
    'the receipt was changed after it was signed',
    open('signature-invalid'),
    held(it => {
      const own = it.issue(loser)
      const text = Buffer.from(unbase64(own.payload)).toString()
      const payload = Buffer.from(text.replace(entries[loser]![0], '99999')).toString('base64')
      return { ...own, payload }
    }),
  )
  by(
    'signature-altered',
    'a bit of the signature is flipped',
    open('signature-invalid'),
    held(it => {
      const own = it.issue(loser, absent)
      const [signature] = own.signatures
      return { ...own, signatures: [{ ...signature!, sig: flipBase64(signature!.sig, 40) }] }
    }),
  )
  by(
    'issued-before-its-key',
    'the receipt is dated before its key was valid',
    open('key-outside-period'),
    held(it => it.issue(loser, { ...absent, issued_at_utc: '2019-12-31T23:59:59+00:00' })),
  )
  by(
    'key-revoked',
    'the key of the desk was stolen: whoever has it makes receipts as it likes',
    open('key-revoked'),
    held(
      it => it.issue(loser, absent),
      {},
      evidence => {
        deskKey(evidence).revoked_at = utc(times.sealed)
      },
    ),
  )
  by(
    'key-past-its-end',
    'the key of the desk has ended, and nobody saw the receipt before',
    open('key-revoked'),
    held(
      it => it.issue(loser, absent),
      {},
      evidence => {
        deskKey(evidence).valid_until = utc(times.sealed)
      },
    ),
  )
  const seen = (at: number): Held =>
    held(
      it => it.issue(loser, absent),
      {},
      (evidence, receipt) => {
        deskKey(evidence).revoked_at = utc(times.sealed)
        evidence.observations.push([observe(observer, at, [receipt])])
      },
    )
  by(
    'key-revoked-and-seen-before',
    'the key of the desk was revoked after an observer had seen the receipt',
    'receipt-dishonoured',
    seen(times.sealed - 1),
  )
  by(
    'key-revoked-and-seen-then',
    'an observer saw the receipt in the second in which its key was revoked',
    open('key-revoked'),
    seen(times.sealed),
  )
  by(
    'nonce-of-another',
    'the nonce that is given is not that of the receipt',
    open('nonce-other'),
    held(it => it.issue(loser, absent)),
    { nonce: 'ff'.repeat(16) },
  )
  by(
    'nonce-though-none-named',
    'a nonce is given, and the receipt names none',
    open('nonce-other'),
    held(it => it.issue(loser)),
    { nonce },
  )

  const light = held(it => it.issue(loser), { list: 'light' })
  by('list-missing', 'neither the list nor a proof is there', open('evidence-missing'), light)
  const proof: Members = {
    raffle_id: ceremony().raffleId,
    entry_id: entries[loser]![0],
    kind: entries[loser]![1],
    index: loser,
    total_entries: 5,
    entries_root: `sha256:${'00'.repeat(32)}`,
    inclusion: [],
  }
  by(
    'proof-that-leads-nowhere',
    'the proof of the entry does not lead to the sealed root',
    open('inclusion-invalid'),
    light,
    { proof },
  )
  by(
    'list-other',
    'the list beside the bundle is another one',
    ['not-provable', 'evidence-missing', 'refuted'],
    {
      ...held(
        it => it.issue(loser, absent),
        { list: 'file' },
        evidence => {
          evidence.list = evidence.list!.replace(entries[loser]![0], '99998')
          evidence.bundle.entries_file!.digest = `sha256:${hex(sha256(utf8(evidence.list)))}`
        },
      ),
    },
  )
  by(
    'withdrawals-missing',
    'receipts were withdrawn before the seal, and the bundle does not say which',
    open('evidence-missing'),
    held(
      it => {
        it.withdraw(it.issue(loser, { ...absent, entry_id: '99998' }), nonce)
        return it.issue(loser, absent)
      },
      {},
      ({ bundle }) => {
        delete bundle.withdrawn
      },
    ),
  )
  const before = createCeremony({ ...base, desk })
  before.commit()
  const early = before.issue(loser)
  by('before-the-seal', 'the list is not sealed yet', open('evidence-missing'), {
    evidence: before.finish(),
    receipt: early,
  })
  by(
    'seal-of-a-stranger',
    'somebody made up a seal: the operator did not leave out anything',
    ['not-provable', 'evidence-missing', 'refuted'],
    held(
      it => it.issue(loser, absent),
      {},
      ({ bundle }) => {
        const seal = bundle.statements[1]!
        seal.signatures[0]!.sig = flipBase64(seal.signatures[0]!.sig, 3)
      },
    ),
  )
  by(
    'commitment-of-a-stranger',
    'somebody made up another commitment: the operator signed one alone',
    ['not-provable', 'evidence-missing', 'refuted'],
    held(
      it => it.issue(loser),
      {},
      ({ bundle }) => {
        const forged = createCeremony({ ...base, operator: { ...stranger, name: 'Example Raffles' } })
        forged.commit({ raffle_name: 'Winter raffle' })
        bundle.statements[0] = forged.envelopes[0]!
      },
    ),
  )
  const called = createCeremony({ ...base, desk })
  called.commit()
  const owed = called.issue(loser, absent)
  called.seal()
  called.cancel()
  by('raffle-cancelled', 'the raffle was cancelled', ['not-applicable', 'raffle-cancelled', 'not-provable'], {
    evidence: called.finish(),
    receipt: owed,
  })

  const back = (own?: string, change: Members = {}): Held =>
    held(it => {
      const receipt = it.issue(loser, { ...absent, ...change })
      it.withdraw(receipt, own)
      it.withdraw(it.issue(loser, { ...absent, entry_id: '99998' }), nonce)
      return receipt
    })
  by(
    'refunded-buyer',
    'a buyer who was refunded, and handed over the nonce for it, shows the receipt all the same',
    ['not-applicable', 'receipt-withdrawn', 'proven'],
    back(nonce),
  )
  by(
    'withdrawn-alone',
    'the operator withdrew the receipt before the seal, and nothing shows that its buyer agreed',
    open('receipt-withdrawn'),
    back(),
  )
  by(
    'withdrawn-with-a-nonce-made-up',
    'the operator withdrew the receipt with a nonce that is not that of its buyer',
    open('receipt-withdrawn'),
    back('ff'.repeat(16)),
  )
  by(
    'winner-of-another-kind',
    'the ticket won as one of the other kind than the receipt says, and the list is not there',
    open('evidence-missing'),
    held(it => it.issue(winner, { kind: entries[winner]![1] === 'paid' ? 'free' : 'paid' }), {
      list: 'light',
    }),
  )
})

/** Receipts that were kept. */
export const kept = {
  listed: held(it => it.issue(loser)),
  won: held(it => it.issue(winner), { list: 'light' }),
  late: held(it => it.issue(loser, { issued_at_utc: utc(it.times.sealed + 1) })),
  withdrawals: held(it => {
    it.withdraw(it.issue(loser, { ...absent, entry_id: '99998' }), nonce)
    it.withdraw(it.issue(loser, absent))
    return it.issue(loser)
  }),
}
