/**
 * `drawaudit page`
 *
 * @packageDocumentation
 */
import { decodeJson, parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isAuditRecord } from '../../model/audit-record.js'
import { isBundle } from '../../model/bundle.js'
import { isPublishedDraw } from '../../model/published-draw.js'
import { parseTrust } from '../../model/trust.js'
import { escapeText } from '../../render/escape.js'
import { findSource, refuseSecondInput } from '../../io/files.js'
import { valueOption } from '../shared/options.js'
import { fillPage } from '../shared/fill-page.js'
import { talkOfFile } from '../shared/terminal.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { defineCommand } from '../shared/command.js'

export const pageCommand = defineCommand({
  name: 'page',
  describe: 'Write a page that verifies draws in a browser, from a file and without a network',
  options: {
    out: { ...valueOption, alias: 'o', demandOption: true, describe: 'The file to write' },
    embed: { ...valueOption, describe: 'A bundle, an audit record or a published draw to put into it' },
    trust: { ...valueOption, describe: 'A trust root to put into it' },
    record: { ...valueOption, describe: 'The audit record that goes with the bundle' },
    force: forceOption,
  },
  examples: [
    ['$0 page -o verify.html', 'A page that verifies what is dropped on it, without a network'],
    ['$0 page -o draw.html --embed bundle.json --trust trust.json', 'The certificate of one draw'],
  ],
  async print({ out, embed, trust, record, force }) {
    refuseSecondInput([embed, trust, record].filter(path => path !== undefined))
    const page = fillPage({
      ...(embed !== undefined && { bundle: readDocument(embed, record !== undefined) }),
      ...(record !== undefined && { record: readRecord(record, embed) }),
      ...(trust !== undefined && { trust: read(trust, parseTrust) }),
    })
    const { written } = await saveFile(out, [page], force)
    const about = embed === undefined ? 'drop a draw on it' : 'it holds the draw and verifies it'
    if (written) talkOfFile(out, `made ${escapeText(out)}: open it in a browser; ${about}\n`)
    return 0
  },
})

/** @throws DrawauditError `document-unknown`, or as reading a JSON file does. */
function readDocument(path: string, withRecord: boolean): string {
  return read(path, value => {
    const isObject = typeof value === 'object' && value !== null
    if (isObject && isBundle(value)) return
    if (!isObject || !(isAuditRecord(value) || isPublishedDraw(value))) {
      throw new DrawauditError(
        'document-unknown',
        'neither a bundle nor an audit record nor a published draw',
        {
          hint: 'drawaudit raffle bundle saves the evidence of a raffle',
        },
      )
    }
    if (withRecord) throw new DrawauditError('usage', '--record goes with a bundle', { hint: 'leave it out' })
  })
}

/** @throws DrawauditError `usage` without a bundle, `document-unknown`, or as reading a JSON file does. */
function readRecord(path: string, embed: string | undefined): string {
  if (embed === undefined) {
    throw new DrawauditError('usage', '--record goes with a bundle', { hint: 'give the bundle with --embed' })
  }
  return read(path, value => {
    if (typeof value === 'object' && value !== null && isAuditRecord(value)) return
    throw new DrawauditError('document-unknown', 'not an audit record')
  })
}

/** A JSON document as it stands in its file, after `check` has seen what is in it. */
function read(path: string, check: (value: unknown) => void): string {
  const source = findSource(path)
  return DrawauditError.within({ file: path }, () => {
    const bytes = source.read()
    check(parseJson(bytes))
    return decodeJson(bytes)
  })
}
