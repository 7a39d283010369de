/**
 * Reads and checks RFC 3161 time-stamp tokens, in Node and in browsers, with pkijs and Web Crypto. The
 * results are the verifier's `timestamps`.
 *
 * @packageDocumentation
 */
export { checkTimestamps, readTimestamps } from './check-timestamps.js'
export { encodeQuery, readTimestampResponse, type TimestampQuery } from './query.js'
export { describeAnchorFault, readCertificates, readTokenFile } from './read-tokens.js'
export type { CheckedTimestamp, Timestamp, TimestampFault } from '../verify/timestamps.js'
