/**
 * The public API. Everything here runs in Node and in a browser, and touches no file, network,
 * clock or console.
 *
 * @packageDocumentation
 */
export { DrawauditError, errorCodes, type ErrorCode, type ErrorDetails, type Where } from './errors.js'

export {
  equalBytes,
  explainMismatch,
  formatSha256,
  normalizeSha256,
  parseSha256,
  type FoundDigest,
} from './core/digest.js'
export { decodeBase64, decodeHex, encodeBase64, encodeHex } from './core/encoding.js'
export {
  parseJson,
  type JsonLimits,
  type JsonNumbers,
  type JsonOptions,
  type JsonValue,
} from './core/json.js'
export { canonicalize } from './core/canonical.js'
export {
  computeKeyId,
  decodeEnvelope,
  encodePae,
  verifyEnvelope,
  type Envelope,
  type EnvelopeJson,
} from './core/dsse.js'
export { parseTime } from './core/time.js'

export type { DigestForm, Engine, HashAlgorithm, Signer } from './core/engine.js'
export { portable } from './core/portable.js'
export { loadMlDsa44 } from './core/ml-dsa.js'
export {
  parsePublicKey,
  verifySeedHash,
  verifySignature,
  type PublicKey,
  type SignatureAlgorithm,
  type SignatureForm,
} from './core/signature.js'
export type { KeyAlgorithm } from './core/key.js'
export type { VrfSuite } from './core/vrf/suites.js'
export {
  beaconRandomness,
  computeChainHash,
  defaultChain,
  evmnetChain,
  firstRoundAfter,
  firstRoundAtOrAfter,
  followsBeacon,
  parseBeacon,
  parseChainInfo,
  quicknetChain,
  roundAt,
  roundTime,
  verifyBeacon,
  type Beacon,
  type BeaconCheck,
  type BeaconFault,
  type BeaconVerifier,
  type ChainInfo,
  type SchemeName,
} from './core/beacon.js'
export type { Timetable } from './core/timetable.js'
export { parseHeaders } from './core/blocks/headers.js'
export type { BlockHeader } from './core/blocks/header.js'
export type { BlockPin } from './core/blocks/pins.js'
export { verifyBeacons, type BlsEngine } from './core/beacon-batch.js'

export {
  createVerifierKey,
  formatNote,
  formatVerifierKey,
  isWitnessKey,
  parseNote,
  parseVerifierKey,
  verifyNote,
  type Note,
  type NoteSignature,
  type VerifiedSignature,
  type VerifierKey,
  type VerifierKeyType,
} from './core/note.js'
export { formatCheckpoint, parseCheckpoint, type Checkpoint } from './core/checkpoint.js'
export {
  decodeEntries,
  decodeHashes,
  encodeEntries,
  formatTilePath,
  parseTilePath,
  tileAt,
  tileWidth,
  type DataTilePlace,
  type TilePlace,
} from './core/tiles.js'
export {
  hashLeaf,
  hashNode,
  MerkleTree,
  verifyInclusion,
  type Inclusion,
  type NodeListener,
} from './core/merkle.js'
export { deriveInclusionProof, type ReadNodes } from './core/inclusion-proof.js'
export {
  deriveConsistencyProof,
  derivePrefixRoot,
  verifyConsistency,
  type Consistency,
  type Prefix,
} from './core/consistency-proof.js'
export { formatTlogProof, parseTlogProof, type TlogProof } from './core/tlog-proof.js'
export {
  formatWebhookSignature,
  openWebhook,
  verifyWebhook,
  type OpenedWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookRequest,
  type WebhookSigner,
} from './core/webhook.js'

export {
  claimCodes,
  findingCodes,
  type Claim,
  type ClaimCode,
  type ExitCode,
  type Failure,
  type Finding,
  type FindingCode,
  type LongReport,
  type RecipeOrigin,
  type Report,
  type Status,
  type Subject,
  type Subjects,
  type Verdict,
} from './model/report.js'
export { parsePublishedDraw, type PublishedDraw } from './model/published-draw.js'
export {
  parseBundle,
  parseEntryProof,
  type Bundle,
  type BundleLog,
  type BundleTimestamp,
  type EntryProof,
  type LogPlace,
  type Winner,
} from './model/bundle.js'
export type { Entry, EntryKind } from './model/entry.js'
export type { LineFault } from './model/entry-lines.js'
export { parseObservations } from './model/observation.js'
export {
  encodeReceipt,
  hashNonce,
  issueReceipt,
  parseReceipt,
  parseReceiptFile,
  receiptType,
  type Receipt,
  type ReceiptTerms,
  type Withdrawal,
} from './model/receipt.js'
export {
  encodeListAttestation,
  listAttestationType,
  parseListAttestation,
  type ListAttestation,
} from './model/list-attestation.js'
export {
  parseStatement,
  type Cancellation,
  type Commitment,
  type Draw,
  type Prize,
  type Replacement,
  type Seal,
  type SealedWithdrawals,
  type Statement,
} from './model/statement.js'
export type { Quorum, Voter, WitnessGroup } from './model/quorum.js'
export {
  emptyTrust,
  parseTrust,
  type KeyUse,
  type TrustedKey,
  type TrustedObserver,
  type TrustedOperator,
  type TrustedRecipeSigner,
  type TrustedSigner,
  type TrustRoot,
} from './model/trust.js'
export type { TrustedLog } from './model/trust-log.js'
export type { TrustedTimestamper } from './model/trust-timestampers.js'
export {
  parseWebhookEvent,
  webhookEventTypes,
  type DataOfEvents,
  type DrawAnnounced,
  type WebhookEvent,
  type WebhookEventType,
} from './model/webhook-event.js'
export type { Expression, Input, InputType, RecipeExample, Series } from './model/recipe.js'
export type { CommittedValue, RecipeCommitment } from './recipe/commitment.js'
export { parseRecipe, type Recipe, type RecipeInput, type RecipeStep } from './recipe/recipe.js'
export { operationNames } from './recipe/operations/index.js'
export { formatRecipe } from './recipe/text/format.js'
export { parseRecipeText } from './recipe/text/parse.js'
export { readRecipe } from './recipe/text/read.js'
export type { PlainValue } from './recipe/value.js'

export { explainBundle, type BundleExplanationOptions } from './explain/explain-bundle.js'
export {
  explainPublished,
  type ExplainedOperation,
  type ExplainedStep,
  type ExplainedValue,
  type Explanation,
} from './explain/explain-draw.js'
export { readEntryList, summarizeEntries, type ListSummary } from './verify/bundle/entry-list.js'
export type { ListOptions, StreamedDigest } from './verify/bundle/entry-passes.js'
export { createReport, type ReportRequest } from './verify/verdict.js'
export {
  verifyReceipt,
  type ReceiptFault,
  type ReceiptOptions,
  type SignedReceipt,
} from './verify/bundle/receipt.js'
export { verifyBundle } from './verify/bundle/verify-bundle.js'
export { verifyFraudProof, type FraudProofOptions } from './verify/bundle/verify-fraud-proof.js'
export {
  LogEntryCheck,
  summarizeLog,
  type LoggedBundle,
  type LoggedStatement,
  type LogOptions,
  type LogSummary,
} from './verify/bundle/log-entries.js'
export type { SignedStatement } from './verify/bundle/signed-statement.js'
export { verifyDocument } from './verify/verify-document.js'
export type { Supply, Unreached } from './verify/draw/supply.js'
export { verifyPublished } from './verify/draw/verify-published.js'
export type {
  BesideBundle,
  BundleOptions,
  DocumentOptions,
  PublishedOptions,
  ReceiptGiven,
  VerifyOptions,
} from './verify/options.js'
export { verifyRecord } from './verify/verify-record.js'

export { renderExplanation, type ExplanationOptions } from './render/explanation.js'
export { renderHtml, type HtmlOptions } from './render/html.js'
export { renderJson } from './render/json.js'
export { renderJunit } from './render/junit.js'
export { renderMarkdown, type MarkdownOptions } from './render/markdown.js'
export { renderSarif, type SarifOptions } from './render/sarif.js'
export { renderText, type TextOptions } from './render/text.js'
