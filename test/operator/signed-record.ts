/**
 * A record of everything that a desk signs, at the moment when it is signed, in a file that a kill does not harm.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { encodeHex } from '../../src/core/encoding.js'
import type { Desk } from '../../src/operator/desk.js'
import { readJournal } from '../../src/operator/journal.js'
import type { Store, Transaction } from '../../src/store/store.js'

/** What was signed: a statement of a raffle, or a head of a log. */
export interface Signed {
  readonly what: 'statement' | 'head'
  /** Of a statement its raffle and sequence, of a head the size: no two may have the same. */
  readonly place: string
  /** Digest of a statement's signature, root of a head. */
  readonly content: string
}

const { openSync, writeSync } = fs

/** The file beside a store in which it is recorded what was signed. */
export const recordOf = (store: string): string => `${store}.record`

export function readRecord(store: string): readonly Signed[] {
  if (!fs.existsSync(recordOf(store))) return []
  const lines = fs.readFileSync(recordOf(store), 'utf8').split('\n')
  // The last one is empty, or torn by a kill before its signature had left.
  return lines.slice(0, -1).map(line => JSON.parse(line) as Signed)
}

/**
 * A desk that records what it signs, and fails when it signs what its journal does not have.
 *
 * @param isSynced - whether what the journal has is on the disk.
 */
export function recordDesk(desk: Desk, file: string, isSynced: () => boolean = () => true): Desk {
  const descriptor = openSync(recordOf(file), 'a')
  const record = (signed: Signed): void => {
    writeSync(descriptor, `${JSON.stringify(signed)}\n`)
  }
  const require = (isTrue: boolean, what: string): void => {
    if (!isTrue) throw new Error(`signed without its line in the journal: ${what}`)
  }
  return {
    ...desk,
    store: watchStore(desk.store, {
      statement(raffleId, sequence, signature) {
        const { lines } = readJournal(desk.journal)
        require(lines.some(
          one => one.raffleId === raffleId && one.sequence === sequence,
        ), `${raffleId} ${sequence}`)
        record({
          what: 'statement',
          place: `${raffleId} ${sequence}`,
          content: createHash('sha256').update(signature).digest('hex'),
        })
      },
    }),
    async openSecrets() {
      const { encrypt, decrypt } = await desk.openSecrets()
      return {
        encrypt,
        decrypt(sealed, place) {
          if (/^(?:key|log) /.test(place)) require(isSynced(), `${place}, on the disk`)
          const [, origin] = /^log (.*)$/.exec(place) ?? []
          if (origin !== undefined) {
            // The next that is done with this key is to sign what the journal ends with.
            const head = readJournal(desk.journal).heads.get(origin)
            require(head !== undefined, place)
            if (head !== undefined) {
              record({ what: 'head', place: `${head.size}`, content: head.root.replace('sha256:', '') })
            }
          }
          return decrypt(sealed, place)
        },
      }
    },
  }

  function watchStore(
    store: Store,
    on: { statement: (raffleId: string, sequence: number, signature: Uint8Array) => void },
  ): Store {
    const watch = (transaction: Transaction): Transaction =>
      replace(transaction, {
        ceremonies: replace(transaction.ceremonies, {
          async writeSignature(raffleId, sequence, signature) {
            on.statement(raffleId, sequence, signature)
            await transaction.ceremonies.writeSignature(raffleId, sequence, signature)
          },
        }),
        log: replace(transaction.log, {
          async writeHead(head, tiles) {
            record({ what: 'head', place: `${head.size}`, content: encodeHex(head.root) })
            await transaction.log.writeHead(head, tiles)
          },
        }),
      })
    return replace(store, {
      transact: (work, options) => store.transact(transaction => work(watch(transaction)), options),
    })
  }
}

/** The same object, with other members. */
export function replace<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(Object.hasOwn(members, name) ? members : target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
