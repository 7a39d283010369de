/**
 * Files of this package. This module stands as deep in the package as what the build makes of the command line, so
 * that the paths are right in both.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** The recipes, one file each. */
export const recipeFolder = new URL('recipes/', root)

/** The font of pictures: fonts/LICENSE. */
export const fontFolder = new URL('fonts/', root)

/** Made of fixtures by scripts/selftest.js: one scenario a line, compressed. */
export const selftestFile = new URL('dist/selftest.ndjson.gz', root)

/** How every command is called, as scripts/build-cli.js made it. */
export const usageFile = new URL('dist/bin/usage.json', root)

/** What claims, levels and codes mean, as scripts/build-cli.js took it from docs/CLAIMS.md. */
export const topicsFile = new URL('dist/bin/topics.json', root)

/** The page that works from disk, as scripts/build-page.js made it. */
export const pageFile = new URL('dist/page/verify.html', root)

/** The version of this package. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version
}
