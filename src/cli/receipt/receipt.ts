/**
 * `drawaudit receipt`
 *
 * @packageDocumentation
 */
import { encodeEnvelope, type Envelope } from '../../core/dsse.js'
import { encodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { isEndless } from '../../io/written-files.js'
import type { Entry, EntryKind } from '../../model/entry.js'
import { parseReceipt, readReceipt } from '../../model/receipt.js'
import { native } from '../../native/engine.js'
import type { Desk } from '../../operator/desk.js'
import { EntriesRefusedError, importEntries } from '../../operator/import-entries.js'
import { describeWithdrawn, issueAll, issueOne, withdrawEntry } from '../../operator/receipts.js'
import { escapeText } from '../../render/escape.js'
import { describeHolder, verifyReceipt } from '../../verify/bundle/receipt.js'
import {
  nonceOption,
  observationOption,
  readNonceOption,
  readObservations,
  readReceiptFile,
  timestampOption,
  trustOption,
} from '../shared/beside-bundle.js'
import { checkTokens, readTokens } from '../shared/stamps.js'
import { defineCommand } from '../shared/command.js'
import { atDesk, secretOptions, signingOptions } from '../shared/desk.js'
import { findRaffle, raffleArgument } from '../shared/find-raffle.js'
import { requiredArgument, storeOption, switchOption, valueOption } from '../shared/options.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { talk, talkOfFile, writeResult } from '../shared/terminal.js'
import { readTrustFile } from '../shared/trust-file.js'
import { drawQrCode } from '../shared/qr-code.js'
import { findStamps, readStampFiles, saveStamps } from './stamps.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

export const receiptIssueCommand = defineCommand({
  name: 'issue <raffle>',
  describe: 'Sign a receipt for an entry: with it, the buyer can prove that the entry was left out',
  arguments: { raffle: raffleArgument },
  options: {
    entry: { ...valueOption, describe: 'The entry' },
    all: { ...switchOption, describe: 'For every entry without one: one receipt per line' },
    kind: {
      choices: ['paid', 'free'] as const,
      requiresArg: true,
      describe: 'Add the entry first, with this kind, if it is not in the raffle',
    },
    'nonce-hash': {
      ...valueOption,
      describe: 'With --kind: SHA-256 of the nonce that the buyer’s browser drew, 64 hex digits',
    },
    out: { ...valueOption, alias: 'o', describe: 'The file to save it in (default: print it)' },
    force: forceOption,
    link: {
      ...valueOption,
      describe: 'Print a link to this page of the raffle, with the receipt in it, instead',
    },
    qr: { ...valueOption, describe: 'With --link: save the link as a QR code in this file, in SVG' },
    timestamp: {
      ...valueOption,
      array: true,
      describe:
        'With --entry and --out: an authority (RFC 3161) to ask for a time-stamp of the receipt, saved as FILE.tsr; may be repeated',
    },
    ...signingOptions,
    store: storeOption,
  },
  examples: [
    [`$0 receipt issue ${exampleId} --entry 10042 -o receipt.json --store raffles.db`, 'For an entry'],
    [`$0 receipt issue ${exampleId} --entry 10042 --kind paid --store raffles.db`, 'Sold just now'],
    [`$0 receipt issue ${exampleId} --all -o receipts.ndjson --store raffles.db`, 'For all of a list'],
  ],
  exits: { 4: 'an authority has not answered: run it again to retry' },
  epilogue:
    'An id gets one receipt: issuing it again gives the same bytes. Receipts have their own key: drawaudit key generate --use receipts. A time-stamp keeps a receipt valid if its key is revoked later.',
  async print(args) {
    const { entry: id, all, out, force, link, qr } = args
    if (all === (id !== undefined)) {
      throw new DrawauditError('usage', 'give either --entry or --all', {
        hint: 'name the entry, or ask for the receipts of all of them',
      })
    }
    if (id === undefined) {
      if ([args.kind, args['nonce-hash'], link, qr, args.timestamp].some(given => given !== undefined)) {
        throw new DrawauditError(
          'usage',
          '--kind, --nonce-hash, --link, --qr and --timestamp go with --entry',
        )
      }
      return atDesk(args, async desk => printAll(desk, await findRaffle(desk.store, args.raffle), out, force))
    }
    if (args.timestamp !== undefined && (out === undefined || isEndless(out))) {
      throw new DrawauditError('usage', '--timestamp goes with --out FILE', {
        hint: 'the time-stamp is saved beside the receipt, as FILE.tsr',
      })
    }
    if (qr !== undefined && link === undefined) {
      throw new DrawauditError('usage', '--qr goes with --link', { hint: 'the code has the link in it' })
    }
    if (qr !== undefined && args.timestamp !== undefined) {
      throw new DrawauditError('usage', '--qr does not go with --timestamp', {
        hint: 'a link with a time-stamp is too long for a code: make the code without one',
      })
    }
    const expected = readExpected(args.kind, args['nonce-hash'])
    const page = link === undefined ? undefined : readPage(link)
    const { receipt, issued } = await atDesk(args, async desk => {
      const raffleId = await findRaffle(desk.store, args.raffle)
      if (expected !== undefined && !(await isIssued(desk, raffleId, id, expected))) {
        await addSold(desk, raffleId, { id, ...expected })
      }
      return issueOne(desk, raffleId, id, expected)
    })
    const json = format(receipt)
    const text = page === undefined ? json : `${page}#receipt=${encodeLink(encodeUtf8(json))}`
    const code = qr === undefined ? undefined : await drawQrCode(text)
    if (!issued) talk('it was issued before: these are the same bytes\n')
    if (qr !== undefined && code !== undefined) {
      if ((await saveFile(qr, [code], force)).written) talkOfFile(qr, `QR code saved in ${escapeText(qr)}\n`)
    }
    if (out === undefined) {
      await writeResult(`${text}\n`)
      return 0
    }
    // Before anything is written: a time-stamp of another document must stay untouched.
    const stamps = await findStamps(receipt, out, args.timestamp ?? [])
    const save = async (content: string): Promise<void> => {
      if ((await saveFile(out, [`${content}\n`], force)).written)
        talkOfFile(out, `saved in ${escapeText(out)}\n`)
    }
    if (page === undefined) await save(text)
    const answered = await saveStamps(receipt, stamps)
    if (page !== undefined) {
      await save(
        text +
          readStampFiles(stamps)
            .map(token => `&token=${encodeLink(token)}`)
            .join(''),
      )
    }
    if (answered) return 0
    const again = page === undefined ? 'the same command' : 'the same command with --force'
    talk(`nothing is lost: ${again} asks again\n`)
    return 4
  },
})

/** Whether the same entry was sold before. Then it is only requested again, perhaps after its seal or withdrawal. */
async function isIssued(
  desk: Desk,
  raffleId: string,
  id: string,
  expected: Omit<Entry, 'id'>,
): Promise<boolean> {
  const row = await desk.store.ceremonies.readReceipt(raffleId, id)
  if (row === undefined) return false
  const { kind, nonce_hash: nonceHash } = parseReceipt(row.payload)
  return kind === expected.kind && nonceHash === expected.nonceHash
}

/** @throws DrawauditError `entries-invalid` for an id that is sold already; as `importEntries` does. */
async function addSold(desk: Desk, raffleId: string, entry: Entry): Promise<void> {
  try {
    await importEntries(desk, raffleId, one({ line: 1, ...entry }))
  } catch (error) {
    // The refusal's hint is about a list file, and there is none.
    if (!(error instanceof EntriesRefusedError)) throw error
    throw new DrawauditError('entries-invalid', `it was sold already: ${error.problems[0]?.problem ?? ''}`, {
      hint: 'sell another number; without --kind and --nonce-hash you get the receipt of the existing entry',
    })
  }
}

async function printAll(desk: Desk, raffleId: string, out: string | undefined, force: boolean): Promise<0> {
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const page of issueAll(desk, raffleId)) {
      count += page.length
      yield page.map(receipt => `${format(receipt)}\n`).join('')
    }
  }
  if (out === undefined || isEndless(out)) for await (const piece of lines()) await writeResult(piece)
  else if ((await saveFile(out, lines(), force)).written) talkOfFile(out, `saved in ${escapeText(out)}\n`)
  talk(`${count} ${count === 1 ? 'receipt was' : 'receipts were'} issued\n`)
  return 0
}

const format = (receipt: Envelope): string => JSON.stringify(encodeEnvelope(receipt))

/** Encodes for the fragment of a link, which browsers send to no server. */
const encodeLink = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

async function* one<T>(item: T): AsyncGenerator<readonly T[]> {
  yield await Promise.resolve([item])
}

function readExpected(
  kind: EntryKind | undefined,
  nonceHash: string | undefined,
): Omit<Entry, 'id'> | undefined {
  if (nonceHash === undefined) return kind && { kind }
  if (kind === undefined) {
    throw new DrawauditError('usage', '--nonce-hash goes with --kind', {
      hint: 'with both, the entry is added with its nonce; an entry imported without one cannot get one later',
    })
  }
  if (!/^[0-9a-fA-F]{64}$/.test(nonceHash)) {
    throw new DrawauditError('usage', '--nonce-hash takes 64 hex digits', {
      hint: 'SHA-256 of the nonce: the nonce itself stays with the buyer',
    })
  }
  return { kind, nonceHash: nonceHash.toLowerCase() }
}

function readPage(link: string): string {
  if (URL.canParse(link) && !link.includes('#')) return link
  throw new DrawauditError('usage', `--link takes the address of a page, found ${JSON.stringify(link)}`, {
    hint: 'the page of the raffle, such as https://raffles.example/raffles/ID, or a copy of verify.html; without a #',
  })
}

export const receiptVerifyCommand = defineCommand({
  name: 'verify <file>',
  describe: 'Show what a receipt is for, and whether its operator signed it',
  arguments: { file: { ...requiredArgument, describe: 'The receipt' } },
  options: {
    trust: { ...trustOption, demandOption: true as const },
    nonce: nonceOption,
    observation: observationOption,
    timestamp: {
      ...timestampOption,
      describe:
        'A time-stamp token (RFC 3161) of the receipt: shows that it existed before its key was revoked; may be repeated',
    },
  },
  examples: [
    ['$0 receipt verify receipt.json --trust trust.json', 'Before the draw, on the day it was bought'],
  ],
  exits: { 0: 'the operator signed it', 2: 'usage error, or it is no receipt', 3: 'not provable' },
  epilogue: 'To check that its entry was in the draw: drawaudit verify BUNDLE --trust FILE --receipt FILE',
  async run({ file, trust, nonce, observation, timestamp }) {
    const envelope = readReceiptFile(file)
    const observations = readObservations(observation)
    const given = nonce === undefined ? undefined : readNonceOption(nonce)
    const believed = readTrustFile(trust)
    const now = new Date()
    const timestamps = await checkTokens([], await readTokens(timestamp), believed, now)
    const found = verifyReceipt(envelope, believed, {
      now,
      engine: native,
      observations,
      ...(timestamps && { timestamps }),
      ...(given && { nonce: given }),
    })
    const receipt = readReceipt(envelope)
    const unstamped = (timestamps ?? []).flatMap(one => ('why' in one ? [one.why] : []))
    return {
      found,
      unstamped,
      isNonceGiven: given !== undefined,
      ...(!(receipt instanceof DrawauditError) && { receipt }),
    }
  },
  json: ({ found, receipt }) => ({
    verdict: 'why' in found ? 'not-provable' : 'proven',
    code: 'why' in found ? found.code : 'signature-verified',
    ...('why' in found && { message: found.why }),
    receipt: receipt ?? null,
  }),
  text({ found, receipt, unstamped, isNonceGiven }) {
    const notes = unstamped.map(why => `${escapeText(why)}\n`).join('')
    if ('why' in found) {
      return `not provable: ${escapeText(found.why)}\n${notes}so it proves nothing, for its holder or against the operator\n`
    }
    if (receipt === undefined) return ''
    const { operator, entry_id: id, kind, raffle_id: raffle, issued_at_utc: at } = receipt
    return (
      `proven: ${escapeText(operator)} signed for the ${kind} entry ${escapeText(id)} of raffle ${raffle} at ${at}\n` +
      notes +
      `${describeHolder(receipt, isNonceGiven)}\n` +
      'this does not say that the entry is in the list, or still in the raffle: it may have been withdrawn\n' +
      'once the list is sealed: drawaudit verify BUNDLE --trust FILE --receipt FILE\n'
    )
  },
  exitCode: ({ found }) => ('why' in found ? 3 : 0),
})

export const receiptWithdrawCommand = defineCommand({
  name: 'withdraw <raffle>',
  describe: 'Withdraw an entry before the list is sealed, such as for a refund',
  arguments: { raffle: raffleArgument },
  options: {
    entry: { ...valueOption, demandOption: true as const, describe: 'The entry; its id is never used again' },
    reason: { ...valueOption, demandOption: true as const, describe: 'The reason, kept in the store' },
    nonce: {
      ...valueOption,
      describe: 'The nonce of its buyer, 32 hex digits: shows that the buyer agreed',
    },
    ...secretOptions,
    store: storeOption,
  },
  examples: [
    [
      `$0 receipt withdraw ${exampleId} --entry 10042 --reason refund --nonce 00112233445566778899aabbccddeeff --store raffles.db`,
      'With the nonce of its buyer',
    ],
  ],
  epilogue:
    'The seal says how many receipts were withdrawn, and how many without the consent of their buyers.',
  async run({ raffle, nonce, ...args }) {
    const given = nonce === undefined ? undefined : readNonceOption(nonce)
    return atDesk(args, async desk => {
      const raffleId = await findRaffle(desk.store, raffle)
      return { raffleId, ...(await withdrawEntry(desk, raffleId, args.entry, args.reason, given)) }
    })
  },
  json: ({ raffleId, ...withdrawn }) => describeWithdrawn(raffleId, withdrawn),
  text: ({ withdrawal, changed, totalEntries }) =>
    `${changed ? 'withdrawn' : 'was already withdrawn:'} entry ${escapeText(withdrawal.entryId)}; ${totalEntries} ${totalEntries === 1 ? 'entry is' : 'entries are'} left\n` +
    (withdrawal.digest !== undefined && withdrawal.nonce === undefined
      ? 'nothing shows that its buyer agreed, and every report will say so: give --nonce if the buyer hands it over\n'
      : ''),
})
