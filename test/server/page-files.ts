/**
 * Files such as a build has of the page, for tests from the sources, which have none.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const files = [
  ['page.js', 'page-0a1b2c3d.js', 'text/javascript', `const page = '${'page '.repeat(100)}'\n`],
  ['worker.js', 'worker-4e5f6a7b.js', 'text/javascript', `const worker = 'é'\n`],
  ['style.css', 'style-8c9d0e1f.css', 'text/css', 'body { margin: 0 }\n'],
  ['list.css', 'list-5c6d7e8f.css', 'text/css', 'body { margin: 1px }\n'],
  ['worker-stamps.js', 'worker-stamps-2d3e4f5a.js', 'text/javascript', 'const stamps = 1\n'],
  ['later.js', 'later-6a7b8c9d.js', 'text/javascript', 'const later = 1\n'],
  ['verify.html', 'verify-3f4a5b6c.html', 'text/html', '<!doctype html>\n'],
  ['icon.svg', 'icon-7d8e9f0a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>\n'],
  ['favicon.ico', 'favicon-1b2c3d4e.ico', 'image/x-icon', 'an icon\n'],
] as const

/** The names under which the files are served. */
export const assetNames = files.map(([, name]) => name)

/** What is in a file. */
export const textOf = (asset: string): string => files.find(([, name]) => name === asset)?.[3] ?? ''

/** Writes them, and their list, into a folder of the test. The style has no compressed twins. @returns the folder. */
export function writeAssets(test: { teardown(action: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'drawaudit-page-'))
  test.teardown(() => {
    rmSync(folder, { recursive: true })
  })
  const list: Record<string, object> = {}
  for (const [key, name, type, text] of files) {
    const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`
    list[key] = { name, integrity, type }
    writeFileSync(join(folder, name), text)
    if (key === 'style.css') continue
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
  }
  writeFileSync(join(folder, 'assets.json'), JSON.stringify(list))
  return folder
}
