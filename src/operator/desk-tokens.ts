/**
 * Tokens of the desk: access rights over HTTP.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeHex, encodeUtf8 } from '../core/encoding.js'
import { formatTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import { deskScopes, type DeskScope, type TokenOfDesk } from '../store/desk.js'
import type { Store } from '../store/store.js'
import type { RandomBytes } from './secrets.js'

/** Random bytes in a token. */
const tokenLength = 32

/** Identifies a token that turns up in a log or a repository. */
const prefix = 'drawaudit_desk_'

/** The stored hash of a token: 64 lower-case hex digits. No salt: 32 random bytes cannot be guessed. */
export const hashToken = (token: string): string => encodeHex(sha256(encodeUtf8(token)))

/**
 * Creates a token.
 *
 * @param scopes - at least one; duplicates count once.
 * @returns its text, which is not stored, and its stored form.
 * @throws DrawauditError `desk-token` for an invalid or existing name.
 */
export async function addToken(
  { store, random, now }: { readonly store: Store; readonly random: RandomBytes; readonly now: () => Date },
  name: string,
  scopes: readonly DeskScope[],
): Promise<{ readonly text: string; readonly token: TokenOfDesk }> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) {
    throw new DrawauditError('desk-token', `${JSON.stringify(name)} cannot be the name of a token`, {
      hint: 'up to 64 letters, digits, dots, dashes and underscores: the name of the system that gets it',
    })
  }
  const text = `${prefix}${Buffer.from(random(tokenLength)).toString('base64url')}`
  const token: TokenOfDesk = {
    name,
    digest: hashToken(text),
    scopes: deskScopes.filter(scope => scopes.includes(scope)),
    createdAt: formatTime(now()),
  }
  await store.transact(async ({ desk }) => {
    if ((await desk.listTokens()).some(one => one.name === name)) {
      throw new DrawauditError('desk-token', `there is a token ${name} already`, {
        hint: `give another name, or take that one away first: drawaudit desk token remove ${name}`,
      })
    }
    await desk.addToken(token)
  })
  return { text, token }
}

/**
 * Revokes a token.
 *
 * @throws DrawauditError `desk-token` if there is none of this name.
 */
export async function removeToken(store: Store, name: string): Promise<void> {
  if (await store.transact(({ desk }) => desk.removeToken(name))) return
  throw new DrawauditError('desk-token', `there is no token ${JSON.stringify(name)}`, {
    hint: 'drawaudit desk token list shows them',
  })
}
