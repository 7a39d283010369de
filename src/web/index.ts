/**
 * What a browser can verify beyond the portable engine: RSA signatures, by Web Crypto.
 *
 * @packageDocumentation
 */
export { verifyPublishedOnWeb } from './verify-published.js'
