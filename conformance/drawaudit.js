#!/usr/bin/env node
// drawaudit itself as a verifier of the suite: `python3 conformance/run.py node conformance/drawaudit.js`. Reads cases on
// standard input and answers each with a line, by the library as it is built in dist/.
import { Buffer } from 'node:buffer'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/** Documents that stand in `raw` are the bytes of files, in base64. */
function readDocument({ parseJson }, { raw = {}, ...given }, name) {
  return name in raw ? parseJson(Buffer.from(raw[name], 'base64')) : given[name]
}

/** Returns what `read` returns; an error of the library is given to `onError`. */
function attempt({ DrawauditError }, read, onError) {
  try {
    return read()
  } catch (error) {
    if (error instanceof DrawauditError) return onError(error)
    throw error
  }
}

/** What comes of the tokens in a bundle that can be read, and of those beside it. */
async function readStamps(library, bundle, { tokens = [], now }, trust) {
  const bundled = attempt(
    library,
    () => library.parseBundle(bundle).timestamps ?? [],
    () => [],
  )
  const all = [...bundled.map(({ token }) => token), ...tokens.map(token => Buffer.from(token, 'base64'))]
  return all.length === 0 ? {} : { timestamps: await library.checkTimestamps(all, trust, new Date(now)) }
}

function refuse({ DrawauditError }, code, why) {
  throw new DrawauditError(code, why)
}

function checkLog(library, log) {
  if (log === undefined) return
  const { checkpoint, entries } = log
  const isText = one => typeof one === 'string'
  if (!isText(checkpoint) || !Array.isArray(entries) || !entries.every(isText)) {
    refuse(library, 'tile-invalid', 'no entries of a log')
  }
}

/** The entries of a log are read for a bundle that can be read. */
function readLog(library, { bundle, log, trust }) {
  if (log === undefined) return {}
  const isReadable = attempt(
    library,
    () => library.parseBundle(bundle) !== undefined,
    () => false,
  )
  if (!isReadable) return {}
  const { checkpoint, entries } = log
  const check = new library.LogEntryCheck({
    bundle: library.parseBundle(bundle),
    trust,
    checkpoint,
    engine: library.native,
  })
  for (const entry of entries) check.add(Buffer.from(entry))
  return { log: check.end() }
}

/** What is given of a receipt, and the entry that it is looked for in a list by. */
function readReceipt(library, { envelope: json, nonce, proof }) {
  const { decodeHex, parseEntryProof, parseReceipt, parseReceiptFile } = library
  const envelope = parseReceiptFile(json)
  const given = {
    envelope,
    ...(nonce !== undefined && { nonce: decodeHex(nonce) }),
    ...(proof && { proof: parseEntryProof(proof) }),
  }
  const find = attempt(
    library,
    () => parseReceipt(envelope.payload).entry_id,
    () => undefined,
  )
  return { given, find }
}

async function verifyCase(library, given) {
  const { parseEntryProof, parseObservations, parseTrust, readEntryList, verifyBundle, native } = library
  const { now, observations = [], companions, log, list, options = {} } = given
  const { ticket, receipt: receiptJson, ...asked } = options
  const trustJson = readDocument(library, given, 'trust')
  const record = readDocument(library, given, 'record')
  // Why exactly a trust file is refused is no part of the suite.
  const trust = attempt(
    library,
    () => parseTrust(trustJson),
    ({ message }) => refuse(library, 'trust-invalid', message),
  )
  const envelopes = observations.flatMap(file => parseObservations(file))
  checkLog(library, log)
  const proof = ticket?.proof && parseEntryProof(ticket.proof)
  const receipt = receiptJson && readReceipt(library, receiptJson)
  const find = receipt?.find ?? ticket?.id
  const read = attempt(
    library,
    () => ({ bundle: readDocument(library, given, 'bundle') }),
    ({ code }) => ({ code }),
  )
  if (read.code !== undefined) {
    return {
      claims: [{ id: 'document.read', status: 'not-provable', code: read.code }],
      verdict: 'not-provable',
    }
  }
  const { subjects } = verifyBundle(read.bundle, trust, {
    now: new Date(now),
    engine: native,
    observations: envelopes,
    ...asked,
    ...(companions && { companions }),
    ...(record !== undefined && { record }),
    ...(list !== undefined && {
      list: readEntryList(() => [Buffer.from(list)], find === undefined ? {} : { find }),
    }),
    ...readLog(library, { bundle: read.bundle, log, trust }),
    ...(await readStamps(library, read.bundle, given, trust)),
    ...(ticket && { ticket: { id: ticket.id, ...(proof && { proof }) } }),
    ...(receipt && { receipt: receipt.given }),
  })
  return subjects[0]
}

/** Answers cases by a library of drawaudit: one answer for each, in the form of README.md. */
export function createAnswer(library) {
  return async given => {
    try {
      const { claims, level, verdict } = await verifyCase(library, given)
      // What a report says beside the claims of a bundle.
      const made = claims.filter(({ id, code }) => id !== 'level.reached' && code !== 'claim-not-made')
      return {
        claims: made.map(({ id, status, code }) => ({ id, status, code })),
        ...(level !== undefined && { level }),
        verdict,
      }
    } catch (error) {
      if (error instanceof library.DrawauditError) return { error: error.code }
      throw error
    }
  }
}

/** The library as it is built in dist/. */
export async function loadLibrary() {
  const [library, { native }, { checkTimestamps }] = await Promise.all([
    import('../dist/index.js'),
    import('../dist/native/index.js'),
    import('../dist/timestamp/index.js'),
  ])
  return { ...library, native, checkTimestamps }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const answer = createAnswer(await loadLibrary())
  for await (const line of createInterface({ input: process.stdin })) {
    const given = JSON.parse(line)
    process.stdout.write(`${JSON.stringify({ name: given.name, ...(await answer(given)) })}\n`)
  }
}
