/**
 * A thread of `drawaudit verify`: verifies documents, batch by batch.
 *
 * @packageDocumentation
 */
import { workerData } from 'node:worker_threads'
import { parseJson } from '../../core/json.js'
import { sourceOf } from '../../verify/read-document.js'
import { answerTasks } from '../../io/answer-tasks.js'
import { openList } from '../shared/beside-bundle.js'
import { readListHere } from '../shared/list-threads.js'
import type { Progress } from '../shared/terminal.js'
import type { Batch } from './all.js'
import { DocumentVerifier, type Rules, type Verified } from './one.js'

const rules = workerData as Rules
const verifier = new DocumentVerifier(rules)
const unseen: Progress = { show: () => undefined, clear: () => undefined }

answerTasks({
  answer: ({ documents, bytes }: Batch): readonly Verified[] =>
    documents.flatMap(({ name, file, end }, index) => {
      const start = documents[index - 1]?.end ?? 0
      const read = verifier.read(name, () => parseJson(bytes.subarray(start, end)))
      if ('subject' in read) return [read]
      return verifier.split(read.value).map(({ document, place }) => {
        const list = document.kind === 'bundle' ? openList(document.bundle, file, unseen) : undefined
        return verifier.verify(document, sourceOf(name, place), list && { list: readListHere(list, rules) })
      })
    }),
})
