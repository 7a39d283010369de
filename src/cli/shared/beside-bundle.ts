/**
 * Inputs for verifying a bundle: the trust file and the evidence beside it.
 *
 * @packageDocumentation
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BundleEvidence } from '../../conformance/evidence.js'
import type { Envelope } from '../../core/dsse.js'
import { decodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { parseUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import { parseEntryProof, type Bundle } from '../../model/bundle.js'
import { parseObservations } from '../../model/observation.js'
import { parseReceiptFile } from '../../model/receipt.js'
import { emptyTrust, parseTrust, type TrustJson, type TrustRoot } from '../../model/trust.js'
import type { BesideBundle } from '../../verify/options.js'
import type { Document } from '../../verify/read-document.js'
import type { JsonDocument } from './documents.js'
import { findSource, openLarge, standardInput } from '../../io/files.js'
import type { ListFile } from './list-threads.js'
import { switchOption, valueOption } from './options.js'
import { gatherStamps, readTokens } from './stamps.js'
import type { Progress } from './terminal.js'
import { readTrustFile, readTrustJson } from './trust-file.js'

const fileOption = (describe: string) => ({ ...valueOption, describe })

export const trustOption = fileOption('The trust file: the keys that you trust (drawaudit trust init)')
export const recordOption = fileOption('The published audit record, to compare with the bundle')
export const observationOption = {
  ...fileOption('What an observer signed (drawaudit observe); may be repeated'),
  array: true as const,
}
export const timestampOption = {
  ...fileOption(
    'A time-stamp token (RFC 3161) of a statement, or with --committed of that file; may be repeated',
  ),
  array: true as const,
}
export const committedOption = {
  ...fileOption('For a published draw: the file in which its commitment was published, for --timestamp'),
  array: true as const,
}
export const raffleOption = fileOption('The expected raffle, from your ticket: refuse other bundles')
export const operatorOption = fileOption(
  'The expected operator, as named in your trust file: refuse other bundles',
)
export const ticketOption = fileOption('Show that this entry was in the sealed list')
export const proofOption = fileOption('The proof of that entry, for a bundle without the list')
export const receiptOption = fileOption('Show that the entry of this receipt was in the sealed list')
export const nonceOption = fileOption('The nonce of the entrant, 32 hex digits: shows whose receipt it is')
export const vkeyOption = {
  ...fileOption('For a fraud proof: the key of the log, as for monitor; may be repeated'),
  array: true as const,
}
export const acceptReplacementsOption = {
  ...switchOption,
  describe: 'Replaced winners do not cap the level',
}

export const trustOnFirstUseOption = {
  ...switchOption,
  describe: 'Add the keys of the service to the trust file, for review; this run does not use them',
}

/** Options about a bundle, as parsed by yargs. */
export interface BesideArguments {
  readonly trust?: string | undefined
  readonly record?: string | undefined
  readonly observation?: readonly string[] | undefined
  readonly raffle?: string | undefined
  readonly operator?: string | undefined
  readonly ticket?: string | undefined
  readonly proof?: string | undefined
  readonly receipt?: string | undefined
  readonly nonce?: string | undefined
  readonly log?: string | undefined
  readonly 'accept-replacements'?: boolean
}

export interface BesideInput {
  readonly trust: TrustRoot
  /** The same in JSON. */
  readonly trustJson?: TrustJson
  readonly evidence: BesideBundle
  /** Names of the given options that apply to one bundle only. */
  readonly named: readonly string[]
}

/**
 * Reads all inputs beside the bundle.
 *
 * @param documents - number of documents to verify.
 * @throws DrawauditError `usage`, `trust-invalid`, `observation-invalid`, `proof-invalid`, `receipt-invalid`; as
 * reading a file does.
 */
export function readBeside(args: BesideArguments, documents: number): BesideInput {
  const { trust, record, observation, raffle, operator, ticket, proof, receipt, nonce } = args
  const named = (
    ['record', 'raffle', 'operator', 'ticket', 'proof', 'receipt', 'nonce', 'log'] as const
  ).filter(name => args[name] !== undefined)
  if (documents > 1 && named.length > 0) {
    throw new DrawauditError(
      'usage',
      `--${named.join(' and --')} goes with one bundle, and there are ${documents} paths`,
      {
        hint: 'verify one bundle at a time',
      },
    )
  }
  if (proof !== undefined && (ticket ?? receipt) === undefined) {
    throw new DrawauditError('usage', '--proof needs an entry', {
      hint: 'name the entry with --ticket',
    })
  }
  if (receipt !== undefined && ticket !== undefined) {
    throw new DrawauditError('usage', 'a receipt names its entry: --ticket does not go with --receipt', {
      hint: 'ask for one of them at a time',
    })
  }
  if (nonce !== undefined && receipt === undefined) {
    throw new DrawauditError('usage', '--nonce needs a receipt', {
      hint: 'give the receipt with --receipt',
    })
  }
  if (raffle !== undefined && parseUuid(raffle) === undefined) {
    throw new DrawauditError('usage', `a raffle is named by its UUID, found ${JSON.stringify(raffle)}`)
  }
  const trustJson = trust === undefined ? undefined : readTrustJson(trust)
  return {
    trust: trustJson === undefined ? emptyTrust : parseTrust(trustJson),
    ...(trustJson && { trustJson }),
    named,
    evidence: {
      ...(record !== undefined && { record: readObject(record) }),
      observations: readObservations(observation),
      ...(raffle !== undefined && { raffle }),
      ...(operator !== undefined && { operator }),
      ...(ticket !== undefined && {
        ticket: { id: ticket, ...(proof !== undefined && { proof: inFile(proof, parseEntryProof) }) },
      }),
      ...(receipt !== undefined && {
        receipt: {
          envelope: readReceiptFile(receipt),
          ...(nonce !== undefined && { nonce: readNonceOption(nonce) }),
          ...(proof !== undefined && { proof: inFile(proof, parseEntryProof) }),
        },
      }),
      acceptReplacements: args['accept-replacements'] ?? false,
    },
  }
}

/** Evidence for verifying bundles, with their time-stamp tokens. */
export type GatheringEvidence = BundleEvidence & Required<Pick<BundleEvidence, 'gather'>>

/**
 * Evidence for the bundles of a service, with their own time-stamp tokens and the given ones.
 *
 * @throws DrawauditError `usage`, `trust-invalid`, `observation-invalid`, `timestamp-invalid`; as reading a file
 * does.
 */
export async function readBundleEvidence(
  args: Pick<BesideArguments, 'trust' | 'observation' | 'accept-replacements'> & {
    readonly timestamp?: readonly string[] | undefined
    readonly 'trust-on-first-use'?: boolean
  },
  engine: Engine,
): Promise<GatheringEvidence> {
  const { trust } = args
  const isFirstUse = args['trust-on-first-use'] === true
  if (isFirstUse && trust === undefined) {
    throw new DrawauditError('usage', '--trust-on-first-use needs a file to write keys into', {
      hint: 'give --trust FILE',
    })
  }
  const known = trust !== undefined && !(isFirstUse && !existsSync(trust))
  const root = known ? readTrustFile(trust) : emptyTrust
  const tokens = await readTokens(args.timestamp)
  const now = (): Date => new Date()
  return {
    trust: root,
    options: {
      observations: readObservations(args.observation),
      acceptReplacements: args['accept-replacements'] ?? false,
      engine,
    },
    now,
    // Keys taken on first use do not count in the same run.
    asked: trust !== undefined && !isFirstUse ? ['statement.signed'] : [],
    gather: gatherStamps(tokens, root, now),
  }
}

/**
 * The envelope in a receipt file.
 *
 * @throws DrawauditError `receipt-invalid`; as reading a file does.
 */
export const readReceiptFile = (file: string): Envelope => inFile(file, parseReceiptFile)

/**
 * The nonce of an entrant, 16 bytes.
 *
 * @throws DrawauditError `usage`.
 */
export function readNonceOption(text: string): Uint8Array {
  if (/^[0-9a-fA-F]{32}$/.test(text)) return decodeHex(text)
  throw new DrawauditError('usage', `--nonce takes 32 hex digits, found ${text.length} characters`, {
    hint: 'the nonce itself, which the buyer keeps, not its hash',
  })
}

export function readObservations(files: readonly string[] = []): readonly Envelope[] {
  return files.flatMap(file => inFile(file, parseObservations))
}

/**
 * Refuses options about a bundle beside another document: they would be silently ignored.
 *
 * @throws DrawauditError `usage`.
 */
export function refuseBeside(
  document: Document,
  { named }: BesideInput,
  { source, line }: JsonDocument,
): void {
  if (named.length === 0) return
  const where = { file: source.name, ...(line !== undefined && { line }) }
  if (line !== undefined) {
    throw new DrawauditError(
      'usage',
      `--${named.join(' and --')} goes with one bundle, and this is one of many`,
      {
        where,
        hint: 'put the bundle into a file of its own',
      },
    )
  }
  const seems = document.kind === 'unreadable' ? document.as : document.kind
  if (seems === 'bundle') return
  throw new DrawauditError('usage', `--${named.join(' and --')} goes with a bundle, and this is not one`, {
    where,
  })
}

/**
 * Refuses keys of logs beside anything but a fraud proof: a bundle's log is in the trust file.
 *
 * @throws DrawauditError `usage`.
 */
export function refuseLogKeys(document: Document, { source }: JsonDocument): void {
  const seems = document.kind === 'unreadable' ? document.as : document.kind
  if (seems === 'fraud-proof') return
  throw new DrawauditError('usage', '--vkey goes with a fraud proof, and this is not one', {
    where: { file: source.name },
    hint: 'the log of an operator, and its key, belong in the trust file: drawaudit trust add --log',
  })
}

/**
 * The list of entries that a bundle names, in the bundle's folder; undefined without one.
 *
 * @param bundle - path of the bundle.
 */
export function openListFile(
  { entriesFile: named }: Bundle,
  bundle: string,
  progress: Progress,
): ListFile | undefined {
  if (named === undefined || bundle === standardInput) return undefined
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(named.name)) return undefined
  const file = join(dirname(bundle), named.name)
  // The bundle may name anything: what is not a file is not a list, and not an error.
  if (!existsSync(file) || !statSync(file).isFile()) return undefined
  const { size, pieces } = openLarge(file)
  return {
    size,
    *pieces() {
      let read = 0
      for (const piece of pieces()) {
        read += piece.length
        progress.show(`reading ${file}: ${Math.floor((100 * read) / Math.max(size, 1))} %`)
        yield piece
      }
    },
  }
}

function readObject(file: string): object {
  return inFile(file, value => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
    throw new DrawauditError('document-unknown', 'the audit record is not a JSON object')
  })
}

function inFile<T>(file: string, parse: (value: JsonValue) => T): T {
  const source = findSource(file)
  return DrawauditError.within({ file }, () => parse(parseJson(source.read())))
}
