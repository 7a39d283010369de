import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { loadMlDsa44 } from '../../src/core/ml-dsa.js'
import {
  deriveVerifierKey,
  formatSignatureLine,
  formatVerifierKey,
  signCosignature,
} from '../../src/core/note.js'
import type { CheckRequest, WorkerResponse } from '../../src/page/messages.js'
import type { PageClaim } from '../../src/page/model.js'
import { witnesses, type Evidence } from '../protocol/factory.js'
import { logged, times } from '../protocol/scenarios/logged.js'
import { built } from './browser.js'
import { firstWorker, wholeWorker } from './file-blocks.js'
import { requestOf } from './requests.js'

await loadMlDsa44()

const cosigners = witnesses.slice(0, 2)
const seedOf = (name: string): Uint8Array => new Uint8Array(32).fill(name.charCodeAt(0))

/** A raffle in a log that witnesses cosigned with ML-DSA-44 alone. */
const quantum = (edit = (text: string): string => text): Evidence =>
  logged(({ evidence, log, copy, test }) => {
    const lines = cosigners.map(({ name }) =>
      formatSignatureLine(
        signCosignature(edit(test.text()), name, times.now - 100, seedOf(name), 'subtree/v1'),
      ),
    )
    copy.checkpoint = log.checkpoint = test.note() + lines.join('')
    evidence.trust.witnesses = cosigners.map(({ name }) =>
      formatVerifierKey(deriveVerifierKey(name, 'subtree/v1', seedOf(name))),
    )
  })

/** What a worker has of a browser. */
const browser = `
  const { parentPort } = require('node:worker_threads')
  globalThis.isSecureContext = true
  globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer)
  parentPort.on('message', data => globalThis.onmessage({ data }));
`

/** Runs a program of the page as its worker, for one request. */
async function ask(program: string, request: CheckRequest): Promise<WorkerResponse> {
  const worker = new Worker(browser + program, { eval: true })
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.postMessage({ ...request, id: 1, kind: 'verify' })
    })
  } finally {
    await worker.terminate()
  }
}

async function witnessed(program: string, evidence: Evidence): Promise<PageClaim | undefined> {
  const response = await ask(program, requestOf(evidence))
  if (!('checked' in response)) throw new Error(JSON.stringify(response))
  return response.checked.model.claims.find(({ id }) => id === 'log.witnessed')
}

const read = (name: string): string => readFileSync(join(built, name), 'utf8')

await t.test(
  'the page in one file verifies cosignatures with ML-DSA-44, which it has no network to load',
  async t => {
    t.strictSame(await ask(firstWorker, requestOf(quantum())), { id: 1, isForMore: true })
    t.match(await witnessed(wholeWorker, quantum()), { word: 'proven', code: 'log-witnessed' })
    const other = quantum(text => text.replace(/\n\d+\n/, '\n1\n'))
    t.match(
      await witnessed(wholeWorker, other),
      { word: 'refuted', code: 'signature-invalid' },
      'of another size',
    )
  },
)

await t.test('the page that is served loads what verifies them where there are some', async t => {
  const request = requestOf(quantum())
  t.strictSame(await ask(read('worker.js'), request), { id: 1, isForMore: true })
  const both = `${read('worker-stamps.js')};${read('worker.js')}`
  t.match(await witnessed(both, quantum()), { word: 'proven', code: 'log-witnessed' })
})
