/**
 * A request as a shell command.
 *
 * @packageDocumentation
 */
import type { Exchange } from '../model/exchange.js'

/** Fields of every request, or that curl sets itself. */
const usual = ['user-agent', 'accept-encoding', 'host', 'connection']

/** A `curl` command that repeats the request and prints the response. */
export function describeRequest({ method, url, redirects, sent }: Exchange): string {
  const fields = sent.filter(([name]) => !usual.includes(name.toLowerCase()))
  // Otherwise curl sends Accept: */*.
  const silent = fields.some(([name]) => name.toLowerCase() === 'accept') ? [] : ['-H', quote('Accept:')]
  return [
    'curl -sSi',
    ...(method === 'GET' ? [] : ['-X', quote(method)]),
    ...fields.flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)]),
    ...silent,
    quote(redirects[0] ?? url),
  ].join(' ')
}

/** Quotes a word for a POSIX shell. */
function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
