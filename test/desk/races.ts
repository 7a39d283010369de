/**
 * Shops and offices that ask at once, of one desk or of two on one store: one of each wins, and the answers agree.
 *
 * @packageDocumentation
 */
import type { Test } from 'tap'
import { decodeEnvelope, type EnvelopeJson } from '../../src/core/dsse.js'
import { parseStatement } from '../../src/model/statement.js'
import { readReceipt } from '../../src/model/receipt.js'
import type { Store } from '../../src/store/store.js'
import { close, drawAt, noon } from '../operator/stage.js'
import type { Answered, Ask, Asked } from './open-desk.js'

export interface Race {
  /** Two desks of one store, or one desk twice. */
  readonly desks: readonly [Ask, Ask]
  readonly store: Store
  /** Tokens: two of shops and one of an office. */
  readonly shop: string
  readonly rival: string
  readonly office: string
  /** Of both desks. */
  readonly setClock: (seconds: number) => void
  readonly raffleId: string
  /** Whether the office asks first, or amid the others. */
  readonly isOfficeFirst: boolean
}

type Assert = Pick<Test, 'equal' | 'match' | 'ok' | 'strictSame' | 'comment'>

/** Runs a raffle in which everything comes at once. */
export async function race(t: Assert, given: Race): Promise<void> {
  const { desks, shop, rival, office, setClock, raffleId } = given
  const [one, two] = desks.map(patient) as [Ask, Ask]
  const path = `/v1/raffles/${raffleId}`
  const sell = (ask: Ask, key: string, entries: readonly object[], token = shop) =>
    ask(`POST ${path}/entries`, { token, body: { entries }, headers: { 'idempotency-key': key } })
  const refund = (ask: Ask, id: string) =>
    ask(`DELETE ${path}/entries/${id}`, { token: shop, body: { reason: 'refund' } })
  const both = (work: (ask: Ask) => Promise<Answered>) => Promise.all([work(one), work(two)])
  const isListed = async (id: string) => (await given.store.ceremonies.findEntry(raffleId, id)) !== undefined

  setClock(noon)
  const body = {
    ...{
      raffle_id: raffleId,
      raffle_name: 'Summer raffle',
      prizes: [{ prize_name: 'Mug' }],
      max_entries: 999,
    },
    entries_close_at_utc: new Date(1000 * close).toISOString(),
  }
  const created = await both(ask => ask('POST /v1/raffles', { token: office, body }))
  t.strictSame(statuses(created), [200, 201], 'it is created once')
  t.strictSame(created[0].body['commitment'], created[1].body['commitment'])

  for (let at = 0; at < 4; at += 1) {
    const same = await both(ask => sell(ask, `same-${at}`, [paid(`s${at}`), paid(`t${at}`)]))
    t.strictSame(statuses(same), [200, 200])
    t.equal(same[0].text, same[1].text, 'the same sale twice has one answer, to the byte')
    t.equal(same.filter(({ headers }) => headers.has('idempotent-replayed')).length, 1)

    const ids = [`a${at}`, `b${at}`] as const
    const other = await Promise.all([
      sell(one, `key-${at}`, [paid(ids[0])]),
      sell(two, `key-${at}`, [paid(ids[1])]),
    ])
    t.strictSame(statuses(other), [200, 422], 'two sales under one key: one of them')
    for (const [index, { status }] of other.entries()) {
      t.equal(await isListed(ids[index] ?? ''), status === 200)
    }

    const shops = await Promise.all([
      sell(one, `e-${at}`, [paid(`e${at}`)]),
      sell(two, `e-${at}`, [paid(`e${at}`)], rival),
    ])
    t.strictSame(statuses(shops), [200, 422], 'one id from two shops is one entry')
    const own = { ...paid(`n${at}`), nonce_hash: 'ab'.repeat(32) }
    const buyers = await Promise.all([sell(one, `n-${at}`, [own]), sell(two, `n-${at}`, [own], rival)])
    t.strictSame(statuses(buyers), [200, 200], 'of one buyer, as the nonce shows')
    t.equal(Number(buyers[0].body['added']) + Number(buyers[1].body['added']), 1)
    t.strictSame(buyers[0].body['receipts'], buyers[1].body['receipts'], 'with one receipt')
    const kinds = await Promise.all([
      sell(one, `f-${at}`, [paid(`f${at}`), paid(`g${at}`)]),
      sell(two, `f-${at}`, [paid(`h${at}`), { id: `f${at}`, kind: 'free' }], rival),
    ])
    t.strictSame(statuses(kinds), [200, 422], 'and of one kind')
    t.strictSame(
      await Promise.all([isListed(`g${at}`), isListed(`h${at}`)]),
      kinds.map(({ status }) => status === 200),
      'all of a request or nothing',
    )
  }
  const twice = await both(ask => refund(ask, 's0'))
  t.strictSame(statuses(twice), [200, 200])
  t.equal(twice.filter(answer => answer.body['changed']).length, 1, 'refunded once')

  await raceSeal()
  await raceDraw()

  async function raceSeal(): Promise<void> {
    setClock(close)
    const refunds = ['s1', 's2', 's3', 't0', 't1', 't2', 't3', 'e0', 'e1', 'e2']
    const sales = Array.from({ length: 10 }, (_, at) => `late-${at}`)
    const ask = (at: number) => (at % 2 === 0 ? one : two)
    const seal = () => both(desk => desk(`POST ${path}/seal`, { token: office, body: {} }))
    const trade = (from: number, to: number) =>
      refunds.slice(from, to).map((id, at) => ({
        refunding: refund(ask(at), id),
        selling: sell(ask(at), `late-${from + at}`, [paid(`late-${from + at}`)]),
      }))
    const half = given.isOfficeFirst ? 0 : refunds.length / 2
    const early = trade(0, half)
    const sealing = seal()
    const asked = [...early, ...trade(half, refunds.length)]
    const sealed = await sealing
    t.strictSame(statuses(sealed), [200, 200])
    t.equal(sealed.filter(answer => answer.body['signed']).length, 1, 'sealed once')
    t.strictSame(sealed[0].body['seal'], sealed[1].body['seal'])
    const { total_entries: total } = sealed[0].body['seal'] as { total_entries: number }
    const list = await given.store.ceremonies.readEntries(raffleId, 0, 1000)
    t.equal(list.length, total, 'the seal has what is in the list')
    const proven = async (id: string) => (await given.store.readEntryProof(raffleId, id)) !== undefined

    const refunded = await Promise.all(asked.map(({ refunding }) => refunding))
    for (const [at, answer] of refunded.entries()) {
      const id = refunds[at] ?? ''
      const row = await given.store.ceremonies.readWithdrawal(raffleId, id)
      t.ok([200, 409].includes(answer.status), answer.text)
      t.strictSame([row !== undefined, await proven(id)], [answer.status === 200, answer.status === 409], id)
      const again = await refund(one, id)
      t.equal(again.status, answer.status, `${id}: whoever asks again hears the same`)
      if (answer.status !== 200) continue
      t.match(again.body, { changed: false, withdrawn_at: answer.body['withdrawn_at'] })
    }
    const taken = refunded.filter(({ status }) => status === 200).length
    const { withdrawn } = sealed[0].body['seal'] as { withdrawn: { count: number } }
    t.equal(withdrawn.count, taken + 1, 'each is in the seal')
    const sold = await Promise.all(asked.map(({ selling }) => selling))
    for (const [at, answer] of sold.entries()) {
      t.ok([200, 409].includes(answer.status), answer.text)
      t.equal(
        await proven(sales[at] ?? ''),
        answer.status === 200,
        `${sales[at] ?? ''} is sold and in the list`,
      )
      if (answer.status !== 200) continue
      const [receipt] = answer.body['receipts'] as [EnvelopeJson]
      t.match(readReceipt(decodeEnvelope(receipt)), { entry_id: sales[at] })
    }
    const before = sold.filter(({ status }) => status === 200).length
    t.comment(`before the seal: ${taken} of ${refunds.length} refunds, ${before} of ${sales.length} sales`)
  }

  async function raceDraw(): Promise<void> {
    setClock(drawAt + 3)
    const draw = () => both(ask => ask(`POST ${path}/draw`, { token: office }))
    const cancel = () => both(ask => ask(`POST ${path}/cancel`, { token: office, body: { reason: 'no' } }))
    const [drawn, cancelled] = given.isOfficeFirst
      ? await Promise.all([draw(), cancel()])
      : (await Promise.all([cancel(), draw()])).toReversed()
    const rows = (await given.store.ceremonies.readCeremony(raffleId))?.statements ?? []
    const types = rows.map(({ payload }) => parseStatement(payload).type)
    const isDrawn = types.includes('draw')
    t.strictSame(types, ['commitment', 'seal', isDrawn ? 'draw' : 'cancellation'], 'drawn or cancelled')
    t.strictSame(statuses(drawn ?? []), isDrawn ? [200, 200] : [409, 409])
    t.strictSame(statuses(cancelled ?? []), isDrawn ? [409, 409] : [200, 200])
  }
}

const paid = (id: string) => ({ id, kind: 'paid' })

const statuses = (answers: readonly Answered[]): readonly number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** Asks again for as long as another is at work, as docs/DESK.md says. */
function patient(ask: Ask): Ask {
  return async (call: string, asked?: Asked) => {
    for (let left = 100; ; left -= 1) {
      const answer = await ask(call, asked)
      if (answer.status !== 503 || left === 0) return answer
    }
  }
}
