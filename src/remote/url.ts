/**
 * Parses URLs strictly, so that no two parsers disagree about their target.
 *
 * @packageDocumentation
 */
import { domainToUnicode } from 'node:url'
import { DrawauditError } from '../errors.js'

const maxLength = 2048

/** Characters that are invisible, or that URL parsers drop or replace. */
const disputed = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u

/**
 * Parses a URL. The text itself is checked, before the WHATWG parser repairs what other parsers refuse: at
 * most 2,048 characters, `http://` or `https://`, no white space, control character, backslash, user name,
 * password or fragment, no empty part of a name, no empty Punycode label, and a port other than 0. Whether
 * its host is public is not checked here.
 *
 * @throws DrawauditError `url-invalid`.
 */
export function parseRemoteUrl(text: string): URL {
  if (text.length > maxLength) throw invalid(`the URL is longer than ${maxLength} characters`)
  const character = text.search(disputed)
  if (character !== -1) {
    throw new DrawauditError('url-invalid', 'the URL has a white space, control character or backslash', {
      hint: 'write it percent-encoded, or leave it out',
      where: { character },
    })
  }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) throw invalid('the URL does not start with http:// or https:// and a host')
  if (authority.includes('@')) {
    throw invalid('the URL has a user name or password in it', 'send credentials in a header field')
  }
  if (text.includes('#')) throw invalid('the URL has a fragment', 'leave out what follows #')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname.split('.').some(isEmptyPunycode)) {
    throw invalid('the URL has no valid host or port')
  }
  if (/^\.|\.\./.test(url.hostname)) throw invalid('the host has two dots in a row, or begins with one')
  if (url.port === '0') throw invalid('the URL has the port 0', 'name the port that the service listens on')
  return url
}

/** A label with the Punycode prefix and nothing after it: Node 24 accepts it, earlier versions refuse it. */
function isEmptyPunycode(part: string): boolean {
  return part.startsWith('xn--') && /^\p{ASCII}*$/u.test(domainToUnicode(part))
}

function invalid(message: string, hint = 'a URL looks like https://raffle.example/api/v1'): DrawauditError {
  return new DrawauditError('url-invalid', message, { hint })
}
