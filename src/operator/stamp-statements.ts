/**
 * Time-stamps of what was signed, asked of authorities (RFC 3161). They are evidence beside the statements: without
 * one everything goes on.
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
import { missing } from './refusals.js'

/** What came of asking one authority for one statement. */
export interface Stamped {
  /** The authority. */
  readonly url: string
  /** Place of the statement in its chain, from 0. */
  readonly sequence: number
  /** Why there is no token. */
  readonly fault?: DrawauditError
  /** Another run was faster: its token is kept, and not the one that came. */
  readonly isKeptBefore?: true
}

/** Statements whose time counts for something: that of a draw is the round’s. */
const stampedTypes: readonly string[] = ['commitment', 'seal', 'cancellation']

/**
 * Asks authorities for time-stamps of the signed statements of a raffle that have none of theirs: all at once, and
 * bounded in time. What comes is kept, and the bundle made anew.
 *
 * @param urls - of the authorities, `http` and `https`: what they answer is signed. Those that differ by a slash at the
 * end alone are one.
 * @returns what was asked, in the order of statements. Empty where every token was there.
 * @throws DrawauditError `raffle-missing`, and as the store does; that an authority fails is no reason to.
 */
export async function stampStatements(
  desk: Pick<Desk, 'store' | 'random'>,
  raffleId: string,
  urls: readonly string[],
  options: StampOptions,
): Promise<readonly Stamped[]> {
  if (urls.length === 0) return []
  const { store, random } = desk
  const ceremony = await store.ceremonies.readCeremony(raffleId)
  if (ceremony === undefined) throw missing(raffleId)
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
  // What another run has kept since this one asked.
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
