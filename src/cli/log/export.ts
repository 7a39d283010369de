/**
 * `drawaudit log export`
 *
 * @packageDocumentation
 */
import { exportLog, type LogExported } from '../../log/export/export-log.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { atStore } from '../shared/at-store.js'
import { requiredArgument, storeOption } from '../shared/options.js'
import { defineCommand } from '../shared/command.js'

export const logExportCommand = defineCommand({
  name: 'export <folder>',
  describe: 'Write the log as static files for any web server or object store',
  arguments: {
    folder: {
      ...requiredArgument,
      describe: 'The folder to write into; created if absent',
    },
  },
  options: { store: storeOption },
  examples: [['$0 log export public/log --store raffles.db', 'Then let any web server serve the folder']],
  epilogue:
    'Writes what the folder lacks: run it by cron or after every statement. Readers always find a checkpoint with all its files. Without the file checkpoint, everything is written again.',
  run: ({ folder, store }) => atStore(store, 'read', ({ log }) => exportLog(log, folder, native)),
  text: (done, { folder }) => renderExported(done, folder),
})

function renderExported(done: LogExported, folder: string): string {
  const { origin, size, before, tiles, bundles, bytes, removed, checkpoint } = done
  const entries = `${size} ${size === 1 ? 'entry' : 'entries'}`
  const about = `log ${escapeText(origin)}: ${entries} in ${escapeText(folder)}`
  if (checkpoint === 'unchanged') return `${about}, as before\n`
  const went = removed === 0 ? '' : `, ${removed} partial ones removed`
  const count = (of: number, what: string): string => `${of} ${what}${of === 1 ? '' : 's'}`
  return `${about}, ${before} before\nwrote the checkpoint, ${count(bundles, 'bundle')} and ${count(tiles, 'tile')} (${bytes} bytes)${went}\n`
}
