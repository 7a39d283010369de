/**
 * `drawaudit log export`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { exportLog, type LogExported } from '../../log/export/export-log.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { openStore } from '../../store/open-store.js'
import { colourOption, findStore, formatOption, storeOption } from '../shared/options.js'
import { writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

function build(yargs: Argv) {
  return yargs
    .positional('folder', {
      type: 'string',
      demandOption: true,
      describe: 'The folder to write into; it is made where there is none',
    })
    .option('store', storeOption)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 log export public/log --store raffles.db', 'Then let any web server serve the folder')
    .epilogue(
      'Writes what the folder lacks: run it again, by cron or after every statement. Whoever reads meanwhile finds a checkpoint all of whose files are there. Without the file checkpoint all is written anew.',
    )
}

export const logExportCommand: Command<typeof build> = {
  name: 'export <folder>',
  describe: 'Write the log as static files for any web server or object store',
  build,
  async run({ folder, store: given, format }) {
    const store = await openStore(findStore(given), { access: 'read' })
    try {
      const done = await exportLog(store.log, folder, native)
      await writeResult(format === 'json' ? renderJson(done) : renderExported(done, folder))
      return 0
    } finally {
      await store.close()
    }
  },
}

function renderExported(done: LogExported, folder: string): string {
  const { origin, size, before, tiles, bundles, bytes, removed, checkpoint } = done
  const entries = `${size} ${size === 1 ? 'entry' : 'entries'}`
  const about = `log ${escapeText(origin)}: ${entries} in ${escapeText(folder)}`
  if (checkpoint === 'unchanged') return `${about}, as before\n`
  const went = removed === 0 ? '' : `, ${removed} partial ones removed`
  const count = (of: number, what: string): string => `${of} ${what}${of === 1 ? '' : 's'}`
  return `${about}, ${before} before\nwrote the checkpoint, ${count(bundles, 'bundle')} and ${count(tiles, 'tile')} (${bytes} bytes)${went}\n`
}
