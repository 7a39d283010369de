/**
 * Verifies many documents: on all processors if only the documents are needed, in their order, and in bounded
 * memory.
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
import type {
  DocumentVerifier,
  DocumentEvidence,
  DocumentRules,
  NamedDocument,
  VerifiedDocument,
} from './one.js'

/** Documents for a thread. */
export interface DocumentBatch {
  /** `bytes` has the documents in this order; `end` is the offset at which each ends. */
  readonly documents: readonly { readonly name: string; readonly file: string; readonly end: number }[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface VerifyAllOptions {
  readonly sources: readonly DocumentSource[]
  readonly rules: DocumentRules
  readonly verifier: DocumentVerifier
  /** Whether only the documents and their list files are needed. */
  readonly isPlain: boolean
  /** Finds evidence for a single document. */
  readonly findExtras: (document: Document, from: JsonDocument, place: string) => Promise<DocumentEvidence>
  readonly progress: Progress
}

/** The document at which threads are started: starting takes longer than verifying those before it. */
const alone = 32

/** Maximum documents of a batch, and bytes at which it is sent. */
const batchDocuments = 64
const batchBytes = 256 * 1024

/**
 * Yields the verified documents in order, in batches: those of a thread together, bundles before them too, any other
 * alone.
 *
 * @throws DrawauditError for anything but a fault of a document.
 */
export async function* verifyAll(options: VerifyAllOptions): AsyncGenerator<readonly VerifiedDocument[]> {
  const { sources, rules, verifier, isPlain, findExtras, progress } = options
  let threads: Threads<DocumentBatch, readonly VerifiedDocument[]> | undefined
  const pending: Promise<readonly VerifiedDocument[]>[] = []
  let batch: { readonly name: string; readonly file: string; readonly bytes: Uint8Array }[] = []
  let length = 0
  let count = 0
  // Bundles share rounds, each of which takes longer than all the rest.
  let bundles: NamedDocument[] = []

  const send = (): void => {
    if (threads === undefined || batch.length === 0) return
    const bytes = concatBytes(...batch.map(document => document.bytes))
    let end = 0
    const documents = batch.map(({ name, file, bytes: { length } }) => ({ name, file, end: (end += length) }))
    batch = []
    length = 0
    const answer = threads.ask({ documents, bytes }, [bytes.buffer])
    // Handled when the answer is taken; without this, it would be an unhandled rejection.
    answer.catch(() => undefined)
    pending.push(answer)
  }
  const take = async function* (most: number): AsyncGenerator<readonly VerifiedDocument[]> {
    while (pending.length > most) yield (await pending.shift()) ?? []
  }

  try {
    for (const [index, source] of sources.entries()) {
      for (const document of streamDocuments(source)) {
        count += 1
        const name = nameDocument(document)
        const { size = 0 } = document.source
        if (isPlain && count === alone) {
          yield* finishBundles()
          threads = await startThreads(rules)
        }
        if (threads === undefined || size > batchBytes) {
          const place = describePlace(document, source, index, sources.length)
          progress.show(place)
          send()
          yield* take(0)
          yield* verifyHere(document, name, place)
          // Somebody may wait for each that comes in, and large ones are not kept.
          if (source.name === '-' || size > batchBytes) yield* finishBundles()
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
    yield* finishBundles()
  } catch (error) {
    yield* finishBundles()
    throw error
  } finally {
    await threads?.close()
  }

  // A function of its own, so that a document can be collected before the next is read.
  async function* verifyHere(
    from: JsonDocument,
    name: string,
    where: string,
  ): AsyncGenerator<readonly VerifiedDocument[]> {
    const read = verifier.read(name, () => verifier.split(verifier.parse(readText(from.source))))
    if ('subject' in read) {
      yield* finishBundles()
      yield [read]
      return
    }
    for (const { document, place } of read.value) {
      const named = sourceOf(name, place)
      const extras = await findExtras(document, from, where)
      if (document.kind === 'bundle') {
        bundles.push({ document, name: named, extras })
        if (bundles.length >= batchDocuments) yield* finishBundles()
      } else {
        yield* finishBundles()
        yield [verifier.verify(document, named, extras)]
      }
    }
  }

  function* finishBundles(): Generator<readonly VerifiedDocument[]> {
    const some = bundles
    bundles = []
    if (some.length > 0) yield verifier.verifyTogether(some)
  }
}

/** Loaded only when needed. On one processor there is nothing to gain. */
async function startThreads(
  rules: DocumentRules,
): Promise<Threads<DocumentBatch, readonly VerifiedDocument[]> | undefined> {
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
