/**
 * Prerequisites of a run: operator, store and passphrase. Missing ones are asked for at a terminal, before anything
 * is created.
 *
 * @packageDocumentation
 */
import { existsSync, rmSync } from 'node:fs'
import { DrawauditError } from '../../errors.js'
import type { Desk } from '../../operator/desk.js'
import { journalOf } from '../../operator/journal.js'
import { checkOperatorName } from '../../operator/keys.js'
import { refuseWeakPassphrase } from '../../operator/passphrase.js'
import type { Unlock } from '../../operator/secrets.js'
import { escapeText } from '../../render/escape.js'
import { isPostgresUrl, openStore } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { atDesk, findUnlock, type DeskArguments } from '../shared/desk.js'
import { askText, isAtTerminal, openQuestions } from '../shared/questions.js'
import { prepareStore } from '../shared/prepare-store.js'
import { findSetting, usualStore, type WitnessSetting } from '../shared/settings.js'
import { talk } from '../shared/terminal.js'

export interface RunPrerequisites {
  readonly store: string
  readonly operator: string
  readonly unlock: Unlock
  /** Whether the store is new. */
  readonly isNew: boolean
}

/** Hint for scripts, where no question can be asked. */
const inScript =
  'in a script, give --operator NAME --passphrase-file FILE, and --store FILE for another store'

/**
 * Finds the prerequisites, or asks for them.
 *
 * @throws DrawauditError `usage`, `secret-locked`, `signing-key`; as opening a store does.
 */
export async function findPrerequisites(
  args: DeskArguments & { readonly operator?: string | undefined },
): Promise<RunPrerequisites> {
  const store = findSetting('store', args.store) ?? usualStore
  const isNew = !isPostgresUrl(store) && !existsSync(store)
  const known = isNew ? [] : await withStore(store, listOperators)
  const operator = findSetting('operator', args.operator) ?? (await findName(known))
  checkOperatorName(operator)
  if (known.length > 0 && !known.includes(operator)) {
    throw new DrawauditError('signing-key', `there is no key of operator ${JSON.stringify(operator)}`, {
      hint: `the store has that of ${known.map(name => JSON.stringify(name)).join(', ')}; make one: drawaudit key generate --operator NAME`,
    })
  }
  const isFirst = known.length === 0
  if (isFirst) talk('the passphrase encrypts your signing key: keep it, it cannot be recovered\n')
  const unlock = await findUnlock(args, isFirst ? 'make' : 'open').catch(explain)
  if (isFirst && 'passphrase' in unlock) refuseWeakPassphrase(unlock.passphrase)
  return { store, operator, unlock, isNew }
}

async function findName(known: readonly string[]): Promise<string> {
  const [only, other] = known
  if (only !== undefined && other === undefined) return only
  if (other !== undefined) {
    throw new DrawauditError('signing-key', `the store has keys of ${known.length} operators`, {
      hint: 'say who runs the raffle: --operator NAME',
    })
  }
  if (!isAtTerminal()) throw new DrawauditError('usage', 'no operator is given', { hint: inScript })
  const questions = openQuestions(inScript)
  try {
    return await askText(questions, 'who runs the draw? everybody sees this name: ')
  } finally {
    questions.close()
  }
}

function explain(error: unknown): never {
  const isMissing = error instanceof DrawauditError && error.message.startsWith('no passphrase is given')
  if (!isMissing) throw error
  throw new DrawauditError('secret-locked', error.message, { hint: inScript, cause: error })
}

/** Operators whose keys sign statements. */
async function listOperators({ ceremonies }: Store): Promise<readonly string[]> {
  const keys = (await ceremonies.readSigningKeys()).filter(({ use }) => use === 'statements')
  return [...new Set(keys.map(({ operator }) => operator))]
}

async function withStore<T>(name: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(name, { access: 'write', create: true })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/**
 * Opens the desk for `work`, after creating a missing store, key, log and witnesses by the settings. If the work
 * fails before anything is signed, a new store is removed.
 */
export async function atOwnDesk<T>(
  args: DeskArguments,
  { store, operator, unlock, isNew }: RunPrerequisites,
  work: (desk: Desk) => Promise<T>,
): Promise<T> {
  try {
    return await atDesk(
      { ...args, store, unlock },
      async desk => {
        const witnesses = findSetting('witnesses')
        const { key } = await prepareStore(desk, {
          operator,
          log: findSetting('log'),
          // A published list is read only by drawaudit init.
          ...(Array.isArray(witnesses) && { witnesses: witnesses as readonly WitnessSetting[] }),
        })
        if (key !== undefined) {
          talk(
            `made a key of ${escapeText(operator)} in ${escapeText(store)}\nfingerprint: ${key.keyId}\n` +
              `keep ${escapeText(store)}, ${escapeText(journalOf(store))} and the passphrase: the next draw is signed with them\n`,
          )
        }
        return work(desk)
      },
      true,
    )
  } catch (error) {
    if (isNew && existsSync(store) && !(await withStore(store, isUsed).catch(() => true))) {
      for (const end of ['', '-wal', '-shm', '.signed']) rmSync(store + end, { force: true })
    }
    throw error
  }
}

/** Whether the store has any ceremony or log. */
async function isUsed({ ceremonies, log }: Store): Promise<boolean> {
  return (await ceremonies.listCeremonies('', 1)).length > 0 || (await log.readLog()) !== undefined
}
