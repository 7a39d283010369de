/**
 * `operator/desk.ts` as `io-child.ts` has it: whatever a desk signs is recorded beside the store.
 *
 * @packageDocumentation
 */
import { createDesk as create, type Desk, type DeskOptions } from '../../../src/operator/desk.js'
import { recordDesk } from '../../operator/signed-record.js'

export * from '../../../src/operator/desk.js'

export const createDesk = (options: DeskOptions): Desk =>
  recordDesk(create(options), options.journal.replace(/\.signed$/, ''))
