/**
 * Files that one may not read or write, also where the tests run as root, who may do anything.
 *
 * @packageDocumentation
 */
import { accessSync, chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bin } from './cli/run.js'

/** The user that has no rights but those of everybody. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** What `spawn` takes to start a program without rights, which asNobody leaves it by its real user. */
export const asOther = isRoot ? { uid: nobody, gid: nobody } : {}

/** Why nothing can be tried without rights: `{ skip: noNobody }`. */
export const noNobody: string | false = isRoot && !canRead() && 'nobody may not read this folder'

function canRead(): boolean {
  return asNobody(() => {
    try {
      accessSync(bin)
      return true
    } catch {
      return false
    }
  })
}

/** Gives a folder, and the files in it, to nobody, where this is root. */
export function give(folder: string): void {
  if (!isRoot) return
  for (const name of readdirSync(folder)) chownSync(join(folder, name), nobody, nobody)
  chownSync(folder, nobody, nobody)
}

/** Does something without the rights of root. */
export function asNobody<T>(work: () => T): T {
  if (isRoot) process.seteuid?.(nobody)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

/** {@link asNobody}, until a promise is settled: nothing else may go on meanwhile. */
export async function untilAsNobody<T>(work: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(nobody)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
