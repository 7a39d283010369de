/**
 * `drawaudit desk token add`, `list` and `remove`
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { addToken, removeToken } from '../../operator/desk-tokens.js'
import { deskScopes, type DeskScope, type TokenOfDesk } from '../../store/desk.js'
import { escapeText } from '../../render/escape.js'
import type { Store } from '../../store/store.js'
import { atStore } from '../shared/at-store.js'
import { defineCommand } from '../shared/command.js'
import { requiredArgument, storeOption } from '../shared/options.js'
import { random } from '../shared/random.js'

const actions = ['add', 'list', 'remove'] as const

type TokenAction = (typeof actions)[number]

/** The tokens after the action, with the new one or the name of the removed one. */
interface TokenResult {
  readonly tokens: readonly TokenOfDesk[]
  readonly made?: { readonly text: string; readonly token: TokenOfDesk }
  readonly removed?: string
}

export const deskTokenCommand = defineCommand({
  name: 'token <action> [name]',
  describe: 'Make, list and remove the tokens of the desk API',
  arguments: {
    action: { ...requiredArgument, choices: actions, describe: 'add, list or remove' },
    name: { type: 'string' as const, describe: 'Name of the token: the system that gets it' },
  },
  options: {
    scope: {
      choices: deskScopes,
      array: true as const,
      requiresArg: true as const,
      describe:
        'What the token allows: entries sells and refunds, ceremony creates, seals, draws and cancels; may be repeated',
    },
    store: storeOption,
  },
  examples: [
    ['$0 desk token add shop --scope entries --store raffles.db', 'Prints the token, once'],
    ['$0 desk token remove shop --store raffles.db', 'The token is no longer valid'],
  ],
  epilogue:
    'The store keeps the SHA-256 hash of a token, its name and its scopes. Either scope reads the state of raffles. A restored backup has the tokens of its time: check the list then.',
  run: ({ action, name, scope = [], store }) => {
    checkCall(action, name, scope)
    return atStore(store, action === 'list' ? 'read' : 'write', opened =>
      carryOut(opened, action, name ?? '', scope),
    )
  },
  json: ({ tokens, made, removed }) => ({
    ...(made && { ...describe(made.token), token: made.text }),
    ...(removed !== undefined && { removed }),
    ...(made === undefined && removed === undefined && { tokens: tokens.map(describe) }),
  }),
  text({ tokens, made, removed }) {
    if (made !== undefined) {
      return `token: ${made.text}\nit allows: ${made.token.scopes.join(', ')}; it is shown only once, and not stored\n`
    }
    if (removed !== undefined) return `removed ${escapeText(removed)}: it is no longer valid\n`
    if (tokens.length === 0)
      return 'there is no token; drawaudit desk token add NAME --scope entries makes one\n'
    return tokens
      .map(
        ({ name, scopes, createdAt }) =>
          `${escapeText(name)}  ${escapeText(scopes.join(', '))}  made at ${escapeText(createdAt)}\n`,
      )
      .join('')
  },
})

/** @throws DrawauditError `usage`. */
function checkCall(action: TokenAction, name: string | undefined, scopes: readonly DeskScope[]): void {
  if (action !== 'list' && name === undefined) {
    throw new DrawauditError('usage', `desk token ${action} needs the name of a token`, {
      hint: 'drawaudit desk token list shows the existing ones',
    })
  }
  if (action === 'list' && name !== undefined) {
    throw new DrawauditError('usage', 'desk token list does not take a name', {
      hint: 'it lists all of them',
    })
  }
  if (action === 'add' && scopes.length === 0) {
    throw new DrawauditError('usage', '--scope is missing: what the token allows', {
      hint: 'give --scope entries to a shop, --scope ceremony to the system that signs',
    })
  }
  if (action !== 'add' && scopes.length > 0) {
    throw new DrawauditError('usage', '--scope goes with desk token add', {
      hint: 'scopes do not change: remove the token, and add another',
    })
  }
}

async function carryOut(
  store: Store,
  action: TokenAction,
  name: string,
  scopes: readonly DeskScope[],
): Promise<TokenResult> {
  if (action === 'remove') await removeToken(store, name)
  const made =
    action === 'add' ? await addToken({ store, random, now: () => new Date() }, name, scopes) : undefined
  return {
    tokens: await store.desk.listTokens(),
    ...(made && { made }),
    ...(action === 'remove' && { removed: name }),
  }
}

const describe = ({ name, scopes, createdAt }: TokenOfDesk) => ({ name, scopes, created_at: createdAt })
