/**
 * Tools that have something to say about the whole project, as tests.
 *
 * @packageDocumentation
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What holds when the tool ends with 0, the tool, and its arguments. */
export type Check = readonly [what: string, tool: string, ...args: readonly string[]]

export async function runTool(test: Pick<Test, 'test'>, [what, tool, ...args]: Check): Promise<void> {
  await test.test(what, { timeout: 580_000 }, t => {
    const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${tool}`, args, {
      cwd: root,
      encoding: 'utf8',
    })
    t.equal(status, 0, stdout + stderr)
    t.end()
  })
}
