import { existsSync } from 'node:fs'

/** A file of the vectors that live beside the project, or undefined where they are not: then a test skips. */
export function vectors(path: string): URL | undefined {
  const url = new URL(`../../shared/vectors/${path}`, import.meta.url)
  return existsSync(url) ? url : undefined
}
