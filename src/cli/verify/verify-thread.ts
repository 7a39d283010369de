/**
 * Worker thread of `drawaudit verify`: verifies batches of documents.
 *
 * @packageDocumentation
 */
import { workerData } from 'node:worker_threads'
import { sourceOf } from '../../verify/read-document.js'
import { answerTasks } from '../../io/answer-tasks.js'
import { openListFile } from '../shared/beside-bundle.js'
import { readListHere } from '../shared/list-threads.js'
import type { Progress } from '../shared/terminal.js'
import type { DocumentBatch } from './all.js'
import { checkStamps } from '../shared/stamps.js'
import { DocumentVerifier, type DocumentRules, type VerifiedDocument } from './one.js'

const rules = workerData as DocumentRules
const verifier = new DocumentVerifier(rules)
const unseen: Progress = { show: () => undefined, clear: () => undefined }

answerTasks({
  async answer({ documents, bytes }: DocumentBatch): Promise<readonly VerifiedDocument[]> {
    const verified: VerifiedDocument[] = []
    for (const [index, { name, file, end }] of documents.entries()) {
      const start = documents[index - 1]?.end ?? 0
      const read = verifier.read(name, () => verifier.parse(bytes.subarray(start, end)))
      if ('subject' in read) {
        verified.push(read)
        continue
      }
      for (const { document, place } of verifier.split(read.value)) {
        const list = document.kind === 'bundle' ? openListFile(document.bundle, file, unseen) : undefined
        const timestamps = await checkStamps(document, { files: [] }, verifier.options.trust, rules.now)
        const extras = {
          ...(list && { list: readListHere(list, rules) }),
          ...(timestamps && { timestamps }),
        }
        verified.push(verifier.verify(document, sourceOf(name, place), extras))
      }
    }
    return verified
  },
})
