/**
 * RFC 3161 time-stamp tokens: read and checked, in Node and in browsers, by pkijs and Web Crypto. What comes of it is
 * handed to the verifier as `timestamps`.
 *
 * @packageDocumentation
 */
export { checkTimestamps, readTimestamps } from './check-timestamps.js'
export { encodeQuery, readAnswer, type TimestampQuery } from './query.js'
export { describeAnchorFault, readCertificates, readToken } from './read-tokens.js'
export type { CheckedTimestamp, Timestamp, TimestampFault } from '../verify/timestamps.js'
