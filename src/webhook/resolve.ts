/**
 * Resolves subscribers' names by querying name servers directly. The operating system's lookup blocks one of
 * the process's few threads while a name server is silent, so a handful of dead names would delay everybody.
 *
 * @packageDocumentation
 */
import { Resolver } from 'node:dns/promises'
import type { Resolve } from '../remote/guard.js'

/** Milliseconds until a query is repeated, and the number of queries. */
const patience = { timeout: 2000, tries: 2 }

/**
 * Creates a resolver of public names.
 *
 * @param servers - name servers, `ADDRESS` or `ADDRESS:PORT`; by default those of the operating system.
 */
export function createResolver(servers?: readonly string[]): Resolve {
  return async hostname => {
    // A new one each time, which reads the current name servers of the operating system.
    const resolver = new Resolver(patience)
    if (servers !== undefined) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    const [first] = answers
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}
