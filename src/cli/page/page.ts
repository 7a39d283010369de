/**
 * `drawaudit page`
 *
 * @packageDocumentation
 */
import { encodeBase64 } from '../../core/encoding.js'
import { decodeJson, parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isAuditRecord } from '../../model/audit-record.js'
import { isBundle } from '../../model/bundle.js'
import { parseObservations } from '../../model/observation.js'
import { isPublishedDraw } from '../../model/published-draw.js'
import { parseReceiptFile } from '../../model/receipt.js'
import { parseTrust } from '../../model/trust.js'
import { escapeText } from '../../render/escape.js'
import { findSource, refuseSecondInput } from '../../io/files.js'
import { valueOption } from '../shared/options.js'
import { fillPage, type PageDocuments } from '../shared/fill-page.js'
import { encodeModules } from '../shared/qr-code.js'
import { readTokens } from '../shared/stamps.js'
import { talkOfFile } from '../shared/terminal.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { defineCommand } from '../shared/command.js'

export const pageCommand = defineCommand({
  name: 'page',
  describe: 'Write a page that verifies draws in a browser, from a file and without a network',
  options: {
    out: { ...valueOption, alias: 'o', demandOption: true, describe: 'The file to write' },
    embed: { ...valueOption, describe: 'A bundle, an audit record or a published draw to put into it' },
    trust: { ...valueOption, describe: 'A trust file to put into it' },
    record: { ...valueOption, describe: 'The audit record that goes with the bundle' },
    receipt: { ...valueOption, describe: 'A receipt whose ticket the page looks up' },
    observation: {
      ...valueOption,
      array: true,
      describe: 'An observation (drawaudit observe); may be repeated',
    },
    timestamp: {
      ...valueOption,
      array: true,
      describe: 'A time-stamp token (RFC 3161); may be repeated',
    },
    address: {
      ...valueOption,
      describe: 'Where the page will be published: printed on it, as a QR code too',
    },
    force: forceOption,
  },
  examples: [
    ['$0 page -o verify.html', 'A page that verifies what is dropped on it, without a network'],
    ['$0 page -o draw.html --embed bundle.json --trust trust.json', 'The certificate of one draw'],
    [
      '$0 page -o draw.html --embed bundle.json --trust trust.json --observation seen.json --address https://raffles.example/draw.html',
      'With what an observer saw, and a QR code of its address',
    ],
  ],
  async print({ out, embed, trust, record, receipt, observation = [], timestamp = [], address, force }) {
    const single = [embed, trust, record, receipt].filter(path => path !== undefined)
    refuseSecondInput([...single, ...observation, ...timestamp])
    const beside = { receipt, observation: observation[0], timestamp: timestamp[0], address }
    for (const [name, value] of Object.entries(beside)) {
      if (value === undefined || embed !== undefined) continue
      throw new DrawauditError('usage', `--${name} goes with a bundle`, {
        hint: 'give the bundle with --embed',
      })
    }
    const page = fillPage({
      ...(embed !== undefined && { bundle: readDocument(embed, record !== undefined) }),
      ...(record !== undefined && { record: readRecord(record, embed) }),
      ...(trust !== undefined && { trust: read(trust, parseTrust) }),
      ...(receipt !== undefined && { receipt: read(receipt, parseReceiptFile) }),
      observations: observation.map(path => read(path, parseObservations)),
      timestamps: (await readTokens(timestamp)).map(encodeBase64),
      ...(address !== undefined && { address: await describeAddress(address) }),
    })
    const { written } = await saveFile(out, [page], force)
    const about = embed === undefined ? 'drop a draw on it' : 'it holds the draw and verifies it'
    if (written) talkOfFile(out, `made ${escapeText(out)}: open it in a browser; ${about}\n`)
    return 0
  },
})

/** @throws DrawauditError `usage` for text that is not an address, or is too long for a QR code. */
async function describeAddress(text: string): Promise<NonNullable<PageDocuments['address']>> {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new DrawauditError(
      'usage',
      `--address: expected an address like https://raffles.example/draw.html`,
      {
        hint: 'give the address at which the page will be',
      },
    )
  }
  const url = new URL(text).href
  return { url, modules: await encodeModules(url) }
}

/** @throws DrawauditError `document-unknown`; as reading a JSON file does. */
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

/** @throws DrawauditError `usage` without a bundle; `document-unknown`; as reading a JSON file does. */
function readRecord(path: string, embed: string | undefined): string {
  if (embed === undefined) {
    throw new DrawauditError('usage', '--record goes with a bundle', { hint: 'give the bundle with --embed' })
  }
  return read(path, value => {
    if (typeof value === 'object' && value !== null && isAuditRecord(value)) return
    throw new DrawauditError('document-unknown', 'not an audit record')
  })
}

/** The verbatim text of a JSON file that passes `check`. */
function read(path: string, check: (value: unknown) => void): string {
  const source = findSource(path)
  return DrawauditError.within({ file: path }, () => {
    const bytes = source.read()
    check(parseJson(bytes))
    return decodeJson(bytes)
  })
}
