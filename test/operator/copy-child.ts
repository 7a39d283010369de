/**
 * A process that copies a store, and says each time that it has come further.
 *
 * @packageDocumentation
 */
import { native } from '../../src/native/engine.js'
import { copyStore } from '../../src/store/copy/copy-store.js'

export interface Orders {
  readonly from: string
  readonly to: string
}

process.stdin.once('data', (line: Buffer) => {
  const { from, to } = JSON.parse(line.toString()) as Orders
  const onProgress = (): void => void process.stdout.write('.')
  copyStore({ from, to, engine: native, batchRows: 100, onProgress }).then(
    ({ wasDone }) => {
      process.stdout.write(wasDone ? 'there' : 'done')
      process.exit(0)
    },
    (error: unknown) => {
      process.stderr.write(`${String((error as Error).stack)}\n`)
      process.exit(1)
    },
  )
})
