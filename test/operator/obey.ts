/**
 * A program of the tests that waits for one line of orders, so that loading it takes nothing of its time.
 *
 * @packageDocumentation
 */

/** Runs what one line of JSON on standard input orders; what goes wrong is on standard error, with exit code 1. */
export function obey(run: (orders: never) => Promise<void>): void {
  process.stdin.once('data', (line: Buffer) => {
    run(JSON.parse(line.toString()) as never).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String((error as Error).stack)}\n`)
        process.exit(1)
      },
    )
  })
}
