/**
 * The addresses of subscribers' names, asked of name servers directly. The operating system's own lookup occupies
 * one of the few threads of the process for as long as a name server stays silent: a handful of dead names would
 * delay everybody's.
 *
 * @packageDocumentation
 */
import { Resolver } from 'node:dns/promises'
import type { Resolve } from '../remote/guard.js'

/** Milliseconds until a name server is asked a second time; and how often it is asked. */
const patience = { timeout: 2000, tries: 2 }

/**
 * Creates a resolver of public names.
 *
 * @param servers - the name servers, `ADDRESS` or `ADDRESS:PORT`; those of the operating system by default
 */
export function createResolver(servers?: readonly string[]): Resolve {
  return async hostname => {
    // A new one each time: it reads what the operating system's name servers are now.
    const resolver = new Resolver(patience)
    if (servers !== undefined) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    const [first] = answers
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}
