/**
 * Handles the page's requests in the worker.
 *
 * @packageDocumentation
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { encodeHex } from '../../core/encoding.js'
import { portable } from '../../core/portable.js'
import { hashOnWeb } from '../../web/hash.js'
import { hasTimestamps, openDocument, type CheckOptions, type CheckedDocument } from '../check-document.js'
import type { CheckRequest } from '../messages.js'
import type { PageModel } from '../model.js'
import { NeedsMore, type WorkerScope } from './worker-scope.js'

/** Responds to every request of the page. */
export function serveChecks(own: Omit<CheckOptions, 'stamper'>): void {
  // A larger table costs more time than it saves for a draw's few signatures.
  ed25519.Point.BASE.precompute(2)
  const scope = globalThis as unknown as WorkerScope
  const { stamper, more } = scope
  const options: CheckOptions = {
    ...(more === undefined && { checkDraw: askForMore }),
    ...own,
    ...(stamper && { stamper }),
  }
  let lookUp: CheckedDocument['lookUp']
  let at = 0
  let digest = ''
  scope.onmessage = ({ data }) => {
    const began = performance.now()
    const answer = ({ steps, ...model }: PageModel): void => {
      const { id } = data
      const took = performance.now() - began
      scope.postMessage({ id, checked: { model, took, at, digest }, hasSteps: steps !== undefined })
      if (steps === undefined) return
      const { buffer } = new TextEncoder().encode(JSON.stringify(steps()))
      scope.postMessage({ id, steps: buffer }, [buffer])
    }
    if (data.kind === 'look up') {
      if (lookUp === undefined) scope.postMessage({ id: data.id, isGone: true })
      else answer(lookUp(data.ticket))
      return
    }
    lookUp = undefined
    at = data.now
    const hashed = hashDocument(data)
    ask(data, options).then(
      async opened => {
        lookUp = opened?.lookUp
        digest = await hashed
        if (opened) answer(opened.model)
        else scope.postMessage({ id: data.id, isForMore: true })
      },
      (error: unknown) => {
        // No document can cause this error, so it is a defect.
        const message = error instanceof Error ? error.message : String(error)
        scope.postMessage({ id: data.id, error: { message } })
      },
    )
  }
}

/** SHA-256 in hex, computed in parallel with the check if the browser can. */
async function hashDocument({ document }: CheckRequest): Promise<string> {
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : new Uint8Array(document)
  return encodeHex(await hashOnWeb(bytes).catch(() => portable.hash('sha256', bytes)))
}

/** Draws of other platforms need the program that contains recipes. */
function askForMore(): never {
  throw new NeedsMore()
}

/** Runs a check; undefined if it needs the larger program, which the page has to start first. */
async function ask(request: CheckRequest, options: CheckOptions): Promise<CheckedDocument | undefined> {
  const isAlone = (globalThis as unknown as WorkerScope).more === undefined
  try {
    return isAlone && hasTimestamps(request) ? undefined : await openDocument(request, options)
  } catch (error) {
    if (isAlone && error instanceof NeedsMore) return undefined
    throw error
  }
}
