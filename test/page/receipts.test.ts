import t from 'tap'
import type { PageVerdict } from '../../src/page/model.js'
import { answers, openings, receipts } from '../../src/page/catalogue/en/answers.js'
import {
  absent,
  desk,
  held,
  kept,
  loser,
  nonce,
  nonceHash,
  receiptHonoured,
} from '../protocol/scenarios/receipts.js'
import { hex, sha256, unhex, type Entry } from '../protocol/second-opinion.js'
import { ceremony, told } from '../protocol/scenarios/scenario.js'
import { answerOf, checkEvidence } from './requests.js'

const words: Readonly<Record<string, PageVerdict>> = {
  refuted: 'refuted',
  'not-provable': 'not-provable',
  'not-applicable': 'not-checked',
}

await t.test('every way in which a receipt is not honoured is said in plain words', async t => {
  const said = new Set<string>()
  for (const { name, status, code, evidence, options } of receiptHonoured) {
    const { envelope, proof, nonce: drawn } = options!.receipt!
    const receipt = {
      envelope: JSON.stringify(envelope),
      ...(drawn !== undefined && { nonce: drawn }),
      ...(proof && { proof: JSON.stringify(proof) }),
    }
    const model = await checkEvidence(evidence, { receipt })
    const without = await checkEvidence(evidence)
    const { word, text, claims } = answerOf(model, 'ticket')
    t.strictSame(claims, ['receipt.honoured'], name)
    const claim = model.claims.find(({ id }) => id === 'receipt.honoured')
    if (evidence.list !== undefined) {
      // The list of these is in a file, which the page does not take.
      t.match([word, ...text], ['not-checked', answers.notLookedUp, receipts.signed], name)
      continue
    }
    t.equal(claim?.code, code, name)
    const dated = model.timeline?.points.find(({ id }) => id === 'receipt')
    const isSigned = /^receipt-(?:dishonoured|other|withdrawn)$/.test(code)
    t.equal(dated?.word, isSigned ? 'not-provable' : undefined, `${name}: its date is the operator’s word`)
    t.notMatch(claim?.message, / --[a-z]/, 'the page has no options')
    said.add(`${status} ${code}`)
    const isLight =
      code === 'evidence-missing' && evidence.bundle.entries === undefined && model.state !== 'open'
    const own = name === 'issued-after-the-seal' ? 'not-provable' : words[status]
    t.equal(word, isLight ? 'not-checked' : own, name)
    if (code !== 'evidence-missing' && code !== 'raffle-cancelled') {
      const isLate = name === 'issued-after-the-seal'
      const agreed =
        status === 'not-applicable' ? receipts.takenBack : isLate ? receipts.late : receipts.openings[code]
      t.equal(text[0], agreed, name)
      // The headline says what the operator did.
      if (code === 'receipt-dishonoured') {
        t.match(text.at(-1), isLate ? /^The receipt is dated \d/ : /^Your receipt is dated \d/, name)
        t.equal(text.at(-1)?.includes(', after the list was sealed.'), isLate, name)
        t.equal(model.isReceiptLate, isLate || undefined, name)
      } else t.match(text[1], status === 'refuted' ? /^The operator signed/ : /^\p{Lu}.+\.$/u, name)
    } else t.notMatch(text.join(' '), /Yes|No\./, name)
    t.equal(model.verdict, status === 'refuted' ? 'refuted' : without.verdict, `${name}: of the draw`)
    if (status === 'refuted') {
      t.notOk(
        model.answers.some(answer => answer.word === 'proven'),
        `${name}: nothing is green`,
      )
      t.equal(model.level?.reached, 0, name)
    }
  }
  // `inclusion-invalid` and `evidence-missing` have several scenarios each.
  t.equal(said.size, 16, [...said].join(', '))
})

await t.test('a receipt that was kept', async t => {
  const [id] = ceremony().entries[loser]!
  const ask = async ({ evidence, receipt }: (typeof kept)['listed'], changes = {}) =>
    checkEvidence(evidence, { receipt: { envelope: JSON.stringify(receipt), ...changes } })
  const listed = await ask(kept.listed)
  t.match(answerOf(listed, 'ticket'), {
    word: 'proven',
    text: [
      `Ticket ${id} did not win. It was in the draw.`,
      receipts.openings['receipt-honoured'],
      /^It is the \d(?:st|nd|rd|th) of the 5 tickets in the sealed list, entered as a paid ticket\. This receipt cannot show that the ticket was sold only once\. If somebody else/,
      /^Your receipt is dated \d.* UTC, as it says itself\.$/,
    ],
  })
  t.match(listed, { verdict: 'proven', ticketId: id })
  t.match(listed.paths[0], { entryId: id, holds: true }, 'and the path is shown')
  const won = await ask(kept.won)
  t.match(
    answerOf(won, 'ticket').text.join(' '),
    /^Ticket \S+ won prize \d/,
    'its proof comes with the winners',
  )
  const late = await ask(kept.late)
  t.match(answerOf(late, 'ticket').text.join(' '), /and the list was sealed on/)
  const entries = ceremony().entries.map(([one, kind], at): Entry =>
    at === loser ? [one, kind, nonceHash] : [one, kind],
  )
  const mine = held(it => it.issue(loser, { nonce_hash: nonceHash }), { entries })
  const own = await ask(mine, { nonce })
  t.match(answerOf(own, 'ticket').text.join(' '), /The nonce given is the one/)
  t.equal(own.asksNonce, undefined)
  const without = await ask(mine)
  t.match(answerOf(without, 'ticket').text.join(' '), /names a nonce, .* which was not given/)
  t.equal(without.asksNonce, true)
  t.equal((await ask(mine, { nonce: 'ff'.repeat(16) })).asksNonce, true, 'it was another one')
  t.equal(listed.asksNonce, undefined, 'it names none')
})

await t.test('the key of receipts is to be compared by whoever has one', async t => {
  const { evidence, receipt } = kept.listed
  const keys = evidence.trust.operators[0]!.keys
  t.strictSame(
    keys.map(({ use }) => use),
    [undefined, 'receipts'],
  )
  const fingerprints = keys.map(({ public_key: key }) => hex(sha256(unhex(key))))
  const ask = async (changes: Parameters<typeof checkEvidence>[1] = {}): Promise<readonly string[]> => {
    const { believing = [] } = await checkEvidence(evidence, { trustFrom: 'service', ...changes })
    return believing
      .filter(({ role }) => role === 'operator' || role === 'receipts')
      .map(({ fingerprint }) => fingerprint)
  }
  t.strictSame(await ask(), fingerprints.slice(0, 1), 'the draw does not rest on it')
  t.strictSame(await ask({ ticket: { id: '99999' } }), fingerprints.slice(0, 1))
  t.strictSame(await ask({ receipt: { envelope: JSON.stringify(receipt) } }), fingerprints)
})

await t.test('a slip is none of the operator’s', async t => {
  const { evidence, receipt } = kept.listed
  const before = await checkEvidence(evidence)
  for (const [envelope, drawn] of [
    ['', undefined],
    ['{}', undefined],
    ['[1]', undefined],
    [JSON.stringify(receipt), 'not hex'],
  ] as const) {
    const changes = { receipt: { envelope, ...(drawn !== undefined && { nonce: drawn }) } }
    const model = await checkEvidence(evidence, changes)
    t.match(answerOf(model, 'ticket'), { word: 'not-provable', text: [/^The receipt cannot be read: /] })
    t.equal(model.verdict, before.verdict, envelope)
  }
  const model = await checkEvidence(evidence, {
    receipt: { envelope: JSON.stringify(receipt) },
    ticket: { id: '99999' },
  })
  t.equal(
    answerOf(model, 'ticket').text[0],
    '99999 is not one of the 5 tickets in the list.',
    'one at a time',
  )
})

await t.test('a receipt before the list is sealed', async t => {
  let receipt = {}
  const open = told(
    it => {
      it.commit()
      receipt = it.issue(loser, absent)
    },
    { desk },
  )
  const now = 1000 * ceremony().times.committed + 2000
  const model = await checkEvidence(open, { now, receipt: { envelope: JSON.stringify(receipt) } })
  t.strictSame(answerOf(model, 'ticket').text, [openings.ticket.pending, receipts.signed])
  const served = await checkEvidence(open, {
    ...{ now, trustFrom: 'service' },
    receipt: { envelope: JSON.stringify(receipt) },
  })
  t.equal(answerOf(served, 'ticket').text.at(-1), answers.serviceKeys)
})
