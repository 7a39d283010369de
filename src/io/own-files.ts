/**
 * Files of this package. This module is as deep in the package as the built command line, so that paths are
 * right in both.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** The recipes, one file each. */
export const recipeFolder = new URL('recipes/', root)

/** Font for pictures: fonts/LICENSE. */
export const fontFolder = new URL('fonts/', root)

/** Built from fixtures by scripts/selftest.js: one scenario a line, compressed. */
export const selftestFile = new URL('dist/selftest.ndjson.gz', root)

/** The usage of every command, built by scripts/build-cli.js. */
export const usageFile = new URL('dist/bin/usage.json', root)

/** The meanings of claims, levels and codes, which scripts/build-cli.js takes from docs/CLAIMS.md. */
export const topicsFile = new URL('dist/bin/topics.json', root)

/** The offline page, built by scripts/build-page.js. */
export const pageFile = new URL('dist/page/verify.html', root)

/** The version of this package. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version
}
