/**
 * The driver of SQLite, an optional dependency.
 *
 * @packageDocumentation
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type Driver from 'better-sqlite3'
import { DrawauditError } from '../errors.js'

const beside = createRequire(import.meta.url)

/**
 * Two versions of one package: 13 needs Node-API 10, and crashes Node 20, which lacks it; 12 crashes Node 24
 * (24.19 and later).
 */
export const driver =
  Number(process.versions['napi']) >= 10
    ? {
        name: 'better-sqlite3 13',
        major: '13',
        install: 'npm install better-sqlite3@13.2.0',
        build: 'npm explore better-sqlite3 -- npm run build-release',
      }
    : {
        name: 'better-sqlite3 12',
        major: '12',
        install: 'use Node 22.14 or later, or: npm install better-sqlite3@12.11.1',
        build: 'use Node 22.14 or later, or: npm rebuild better-sqlite3 --ignore-scripts=false',
      }

/**
 * Locates the driver: beside this package, or, for version 12, in a folder of the clone
 * (scripts/install-sqlite.js). Checks the version first, since the wrong one would crash the process.
 *
 * @returns a file URL.
 * @throws Error if it is not installed.
 */
export function findDriver(): string {
  const places = [beside, ...(driver.major === '12' ? [inClone()] : [])]
  for (const require of places) {
    try {
      const { version } = require('better-sqlite3/package.json') as { readonly version: string }
      if (version.startsWith(`${driver.major}.`)) return pathToFileURL(require.resolve('better-sqlite3')).href
    } catch {
      // Not found: try the next place.
    }
  }
  throw new Error(`${driver.name} is not installed`)
}

/** Requires from the clone's folder for Node 20, which the published package lacks. */
function inClone(): NodeJS.Require {
  // The package resolves itself by name, wherever this module was compiled or bundled to.
  return createRequire(join(dirname(beside.resolve('drawaudit/package.json')), 'sqlite-node20/package.json'))
}

/** @throws DrawauditError `store-unavailable` if the optional dependency, or its binary, is missing. */
export async function loadSqlite(): Promise<typeof Driver> {
  const { name, install, build } = driver
  const tools = 'it is built here where no binary fits: python3, make and a C++ compiler'
  const fail = (message: string, hint: string, cause: unknown): DrawauditError =>
    new DrawauditError('store-unavailable', message, { hint: `${hint} (${tools})`, cause })
  let Sqlite: typeof Driver
  try {
    Sqlite = ((await import(findDriver())) as { readonly default: typeof Driver }).default
  } catch (cause) {
    throw fail(`the package ${name} is not installed`, install, cause)
  }
  try {
    // The import does not load the binary, which is missing after --ignore-scripts, or built for another
    // Node.
    new Sqlite(':memory:').close()
  } catch (cause) {
    throw fail(`the package ${name} has no binary that this Node can load`, build, cause)
  }
  return Sqlite
}
