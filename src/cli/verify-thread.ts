/**
 * A thread of `drawaudit verify`: verifies documents, batch by batch.
 *
 * @packageDocumentation
 */
import { workerData } from 'node:worker_threads'
import { parseJson } from '../core/json.js'
import { answerTasks } from './answer-tasks.js'
import { findList } from './beside-bundle.js'
import type { Progress } from './terminal.js'
import type { Batch } from './verify-all.js'
import { DocumentVerifier, type Rules, type Verified } from './verify-one.js'

const verifier = new DocumentVerifier(workerData as Rules)
const unseen: Progress = { show: () => undefined, clear: () => undefined }

answerTasks({
  answer: ({ documents, bytes }: Batch): readonly Verified[] =>
    documents.map(({ name, file, end }, index) => {
      const start = documents[index - 1]?.end ?? 0
      const read = verifier.read(name, () => parseJson(bytes.subarray(start, end)))
      if ('subject' in read) return read
      const list = findList(read.value, file, verifier.options.engine, undefined, unseen)
      return verifier.verify(read.value, name, list && { beside: { list } })
    }),
})
