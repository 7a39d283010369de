/**
 * Exports a log, and is killed at one of the moments at which it writes. The test beside it compiles and runs it.
 *
 * @packageDocumentation
 */
import { exportLog } from '../../../src/log/export/export-log.js'
import { native } from '../../../src/native/engine.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { watchWrites } from './export-faults.js'

const [, , file = '', folder = '', dieAt = '0'] = process.argv
const store = await openSqliteStore(file, { access: 'read' })
let calls = 0
watchWrites((_, act) => {
  calls += 1
  if (calls === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
  return act()
})
await exportLog(store.log, folder, native)
