/**
 * The points at which something goes wrong in the tests of the log, in the order in which they are passed.
 *
 * @packageDocumentation
 */
import type { PlayName } from './log-play.js'

const journal = ['open', 'ftruncate', 'write', 'fsync', 'close']
/** A journal that is made is there for good only once its folder is synced. */
const folder = ['open folder', 'fsync folder', 'close folder']

const at = (step: string, ...points: readonly string[]): readonly string[] =>
  points.map(point => `${step}: ${point}`)

export const table: Readonly<Record<PlayName, readonly string[]>> = {
  begin: [
    // What is to be signed is noted,
    ...at('commit', 'begin', 'insert ceremony', 'insert statement', 'commit'),
    // goes into the journal, which is made for it, is signed and published,
    ...at('commit', 'begin 2', ...journal, ...folder, 'update statement', 'insert view 5', 'commit 2'),
    // and is found signed.
    ...at('commit', 'begin 3', 'commit 3'),
    // The log is made, with what was signed before,
    ...at('log', 'begin', 'delete log', 'insert log', 'insert log_entry', 'commit'),
    // and gets its first head.
    ...at('log', 'begin 2', ...journal, 'insert log_tile', 'insert log_head', 'insert view 2', 'commit 2'),
  ],
  empty: [
    ...at('log', 'insert log', 'commit', 'begin 2', ...journal, ...folder, 'insert log_head', 'commit 2'),
  ],
  draw: [
    ...at('draw', 'begin', 'insert statement 2', 'commit', 'begin 2', ...journal),
    ...at('draw', 'update statement', 'update statement 2', 'insert log_entry', 'insert log_entry 2'),
    ...at('draw', 'insert view 2', 'insert audit_version', 'commit 2', 'begin 3', 'commit 3'),
    ...at('head', 'begin', ...journal, 'insert log_tile', 'insert log_head', 'insert view 2', 'commit'),
    ...at('cosign', 'begin', 'insert log_cosignature', 'insert view 2', 'commit'),
  ],
}

/** How many statements each play ends with. */
export const totals: Readonly<Record<PlayName, number>> = { begin: 1, empty: 1, draw: 4 }

/** It is a call of the file system, for the journal or its folder. */
export const isJournal = (point: string): boolean => / (?:open|ftruncate|write|fsync|close)\b/.test(point)

/** Transactions in which something grows. */
export const transactions: readonly (readonly [PlayName, string])[] = [
  ['begin', 'commit: begin'],
  ['begin', 'commit: begin 2'],
  ['begin', 'log: begin'],
  ['draw', 'draw: begin'],
  ['draw', 'draw: begin 2'],
  ['draw', 'head: begin'],
  ['draw', 'cosign: begin'],
]
