/**
 * Requests time-stamps of signed statements from authorities (RFC 3161). They are optional evidence: nothing
 * depends on them.
 *
 * @packageDocumentation
 */
import { decodeEnvelope } from '../core/dsse.js'
import type { DrawauditError } from '../errors.js'
import { parseStatement } from '../model/statement.js'
import { listEnvelopes } from '../store/public-ceremony.js'
import type { TokenRow } from '../store/ceremonies.js'
import { askAuthorities, listAuthorities, nameAuthority, type StampOptions } from './ask-authorities.js'
import type { Desk } from './desk.js'
import { publishBundle } from './publish-ceremony.js'
import { missingRaffle } from './refusals.js'

/** The result of one request to an authority. */
export interface StampResult {
  /** The authority. */
  readonly url: string
  /** Place of the statement in its chain, from 0. */
  readonly sequence: number
  /** Why there is no token. */
  readonly fault?: DrawauditError
  /** Another run was faster: its token was kept. */
  readonly isKeptBefore?: true
}

/** Statement types whose time matters; a draw's time is that of its round. */
const stampedTypes: readonly string[] = ['commitment', 'seal', 'cancellation']

/**
 * Requests the missing time-stamps of a raffle's signed statements: all at once, within a time limit. Stores
 * the tokens, and rebuilds the bundle.
 *
 * @param urls - of the authorities, `http` and `https`: their answers are signed. A trailing slash makes no
 * difference.
 * @returns the requests, in statement order. Empty if no token was missing.
 * @throws DrawauditError `raffle-missing`, and as the store does; but not for a failing authority.
 */
export async function stampStatements(
  desk: Pick<Desk, 'store' | 'random'>,
  raffleId: string,
  urls: readonly string[],
  options: StampOptions,
): Promise<readonly StampResult[]> {
  if (urls.length === 0) return []
  const { store, random } = desk
  const ceremony = await store.ceremonies.readCeremony(raffleId)
  if (ceremony === undefined) throw missingRaffle(raffleId)
  const kept = await store.ceremonies.readTokens(raffleId)
  const isAmong = (kept: readonly TokenRow[], sequence: number, url: string): boolean =>
    kept.some(row => row.sequence === sequence && nameAuthority(row.authority) === nameAuthority(url))
  const wanted = listEnvelopes(ceremony.statements).flatMap((json, sequence) => {
    const envelope = decodeEnvelope(json)
    if (!stampedTypes.includes(parseStatement(envelope.payload).type)) return []
    return listAuthorities(urls).flatMap(url =>
      isAmong(kept, sequence, url) ? [] : [{ url, sequence, envelope }],
    )
  })
  const answers = await askAuthorities(random, wanted, options)
  const rows = answers.flatMap(answer =>
    'token' in answer
      ? [{ sequence: answer.sequence, authority: nameAuthority(answer.url), token: answer.token }]
      : [],
  )
  // Tokens stored by another run meanwhile.
  let before: readonly TokenRow[] = []
  if (rows.length > 0) {
    await store.transact(async transaction => {
      before = await transaction.ceremonies.readTokens(raffleId)
      const added = rows.filter(({ sequence, authority }) => !isAmong(before, sequence, authority))
      if (added.length === 0) return
      for (const row of added) await transaction.ceremonies.writeToken(raffleId, row)
      await publishBundle(transaction, raffleId)
    })
  }
  return answers.map(answer => ({
    ...{ url: answer.url, sequence: answer.sequence },
    ...('fault' in answer
      ? { fault: answer.fault }
      : isAmong(before, answer.sequence, answer.url) && { isKeptBefore: true as const }),
  }))
}
