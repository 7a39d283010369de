/**
 * Worker thread: reads blocks of a list of entries.
 *
 * @packageDocumentation
 */
import { workerData } from 'node:worker_threads'
import { mostBlockBytes, readBlock, type EntryBlock } from '../../verify/bundle/entry-block.js'
import { answerTasks } from '../../io/answer-tasks.js'
import type { ListTask, ListThreadData } from './list-threads.js'
import { findEngine } from './options.js'

const { rules, slots } = workerData as ListThreadData
const engine = findEngine(rules.engine)
// Private copy of a block: text must not be decoded from memory that another thread may write.
const own = new Uint8Array(mostBlockBytes)

answerTasks({
  answer({ slot, length }: ListTask): EntryBlock {
    const shared = slots[slot]
    if (shared === undefined) throw new RangeError(`there is no slot ${slot}`)
    own.set(new Uint8Array(shared.bytes, 0, length))
    return readBlock(own.subarray(0, length), engine, new Uint8Array(shared.prints), rules.find)
  },
})
