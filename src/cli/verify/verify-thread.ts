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
import {
  DocumentVerifier,
  findTranslation,
  type DocumentRules,
  type NamedDocument,
  type VerifiedDocument,
} from './one.js'

const rules = workerData as DocumentRules
const verifier = new DocumentVerifier(rules, await findTranslation(rules))
const unseen: Progress = { show: () => undefined, clear: () => undefined }

answerTasks({
  async answer({ documents, bytes }: DocumentBatch): Promise<readonly VerifiedDocument[]> {
    const read: (VerifiedDocument | NamedDocument)[] = []
    for (const [index, { name, file, end }] of documents.entries()) {
      const start = documents[index - 1]?.end ?? 0
      const parsed = verifier.read(name, () => verifier.parse(bytes.subarray(start, end)))
      if ('subject' in parsed) {
        read.push(parsed)
        continue
      }
      for (const { document, place } of verifier.split(parsed.value)) {
        const list = document.kind === 'bundle' ? openListFile(document.bundle, file, unseen) : undefined
        const timestamps = await checkStamps(document, { files: [] }, verifier.options.trust, rules.now)
        const extras = {
          ...(list && { list: readListHere(list, rules) }),
          ...(timestamps && { timestamps }),
        }
        read.push({ document, name: sourceOf(name, place), extras })
      }
    }
    return verifier.verifyTogether(read)
  },
})
