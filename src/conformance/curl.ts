/**
 * A request as a shell command.
 *
 * @packageDocumentation
 */
import type { Exchange } from '../model/exchange.js'

/** Fields that every request has, or that curl sends in its own words. */
const usual = ['user-agent', 'accept-encoding', 'host', 'connection']

/** A `curl` command that sends the same request and prints what comes back. */
export function describeRequest({ method, url, redirects, sent }: Exchange): string {
  const fields = sent.filter(([name]) => !usual.includes(name.toLowerCase()))
  // Without this, curl accepts anything.
  const silent = fields.some(([name]) => name.toLowerCase() === 'accept') ? [] : ['-H', quote('Accept:')]
  return [
    'curl -sSi',
    ...(method === 'GET' ? [] : ['-X', quote(method)]),
    ...fields.flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)]),
    ...silent,
    quote(redirects[0] ?? url),
  ].join(' ')
}

/** A word of any POSIX shell. */
function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
