/**
 * The worker side of `Threads`.
 *
 * @packageDocumentation
 */
import { parentPort, type Transferable } from 'node:worker_threads'
import { DrawauditError } from '../errors.js'
import type { Reply } from './threads.js'

export interface Answering<Task, Answer> {
  readonly answer: (task: Task) => Answer | Promise<Answer>
  /** Objects of an answer to transfer instead of copying. */
  readonly transfer?: (answer: Answer) => readonly Transferable[]
}

/** Answers tasks one after the other. */
export function answerTasks<Task, Answer>({ answer, transfer }: Answering<Task, Answer>): void {
  let last = Promise.resolve()
  parentPort?.on('message', (task: Task) => {
    last = last.then(async () => {
      const reply = await attempt(() => answer(task))
      parentPort?.postMessage(reply, 'answer' in reply ? transfer?.(reply.answer) : [])
    })
  })
}

async function attempt<Answer>(answer: () => Answer | Promise<Answer>): Promise<Reply<Answer>> {
  try {
    return { answer: await answer() }
  } catch (error) {
    // A defect ends the thread and the run.
    if (!(error instanceof DrawauditError)) throw error
    const { code, message, where, hint } = error
    return { failed: { code, message, where, ...(hint !== undefined && { hint }) } }
  }
}
