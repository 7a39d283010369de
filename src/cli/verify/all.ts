/**
 * Verifying many documents: on all processors where nothing but the documents is needed, in the order in which they
 * stand, and with a bounded part of them in memory.
 *
 * @packageDocumentation
 */
import { concatBytes } from '../../core/encoding.js'
import { sourceOf, type Document } from '../../verify/read-document.js'
import { nameDocument, streamDocuments, type JsonDocument } from '../shared/documents.js'
import type { DocumentSource } from '../../io/files.js'
import { readText } from '../shared/memory.js'
import type { Progress } from '../shared/terminal.js'
import type { Threads } from '../../io/threads.js'
import type { DocumentVerifier, Extras, DocumentRules, Verified } from './one.js'

/** Documents that a thread verifies at once. */
export interface DocumentBatch {
  /** In the order of their bytes; `end` is where those of each end. */
  readonly documents: readonly { readonly name: string; readonly file: string; readonly end: number }[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface VerifyAllOptions {
  readonly sources: readonly DocumentSource[]
  readonly rules: DocumentRules
  readonly verifier: DocumentVerifier
  /** Nothing is needed but the documents, and the lists beside them. */
  readonly isPlain: boolean
  /** Finds what belongs to one document alone. */
  readonly findExtras: (document: Document, from: JsonDocument, place: string) => Promise<Extras>
  readonly progress: Progress
}

/** Starting threads takes longer than so many documents. */
const alone = 32

/** What goes to a thread at once: many documents, or few bytes more than so many. */
const batchDocuments = 64
const batchBytes = 256 * 1024

/**
 * What came of the documents, in their order: those of a thread together, any other alone.
 *
 * @throws DrawauditError for what is no fault of a document.
 */
export async function* verifyAll(options: VerifyAllOptions): AsyncGenerator<readonly Verified[]> {
  const { sources, rules, verifier, isPlain, findExtras, progress } = options
  let threads: Threads<DocumentBatch, readonly Verified[]> | undefined
  const pending: Promise<readonly Verified[]>[] = []
  let batch: { readonly name: string; readonly file: string; readonly bytes: Uint8Array }[] = []
  let length = 0
  let count = 0

  const send = (): void => {
    if (threads === undefined || batch.length === 0) return
    const bytes = concatBytes(...batch.map(document => document.bytes))
    let end = 0
    const documents = batch.map(({ name, file, bytes: { length } }) => ({ name, file, end: (end += length) }))
    batch = []
    length = 0
    const answer = threads.ask({ documents, bytes }, [bytes.buffer])
    // Whoever takes it gets the error; until then nobody waits for it.
    answer.catch(() => undefined)
    pending.push(answer)
  }
  const take = async function* (most: number): AsyncGenerator<readonly Verified[]> {
    while (pending.length > most) yield (await pending.shift()) ?? []
  }

  try {
    for (const [index, source] of sources.entries()) {
      for (const document of streamDocuments(source)) {
        count += 1
        const name = nameDocument(document)
        const { size = 0 } = document.source
        if (isPlain && count === alone) threads = await startThreads(rules)
        if (threads === undefined || size > batchBytes) {
          const place = describePlace(document, source, index, sources.length)
          progress.show(place)
          send()
          yield* take(0)
          yield* verifyHere(document, name, place)
          continue
        }
        if (batch.length === 0) progress.show(describePlace(document, source, index, sources.length))
        const read = verifier.read(name, () => document.source.read())
        if ('subject' in read) {
          send()
          pending.push(Promise.resolve([read]))
        } else {
          batch.push({ name, file: source.name, bytes: read.value })
          length += read.value.length
          if (batch.length >= batchDocuments || length >= batchBytes) send()
        }
        if (pending.length > threads.width) yield* take(threads.width)
      }
    }
    send()
    yield* take(0)
  } finally {
    await threads?.close()
  }

  // A function of its own, which leaves nothing of one document while the next is read.
  async function* verifyHere(
    from: JsonDocument,
    name: string,
    where: string,
  ): AsyncGenerator<readonly Verified[]> {
    const read = verifier.read(name, () => verifier.split(verifier.parse(readText(from.source))))
    if ('subject' in read) yield [read]
    else {
      for (const { document, place } of read.value) {
        yield [verifier.verify(document, sourceOf(name, place), await findExtras(document, from, where))]
      }
    }
  }
}

/** Loaded when they are needed: few documents do without. On one processor there is nothing to gain. */
async function startThreads(
  rules: DocumentRules,
): Promise<Threads<DocumentBatch, readonly Verified[]> | undefined> {
  const { availableParallelism } = await import('node:os')
  if (availableParallelism() === 1) return undefined
  const { Threads } = await import('../../io/threads.js')
  return new Threads(new URL('./verify-thread.js', import.meta.url), rules)
}

function describePlace(
  { line, end = 0 }: JsonDocument,
  { name, size }: DocumentSource,
  index: number,
  of: number,
): string {
  if (line === undefined) return `verifying ${index + 1} of ${of}`
  const part = size === undefined ? '' : `, ${Math.floor((100 * end) / Math.max(size, 1))} %`
  return `verifying line ${line} of ${name}${part}`
}
