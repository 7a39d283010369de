/**
 * `--online`: fetches rounds from relays, each once, and verifies them. The only network access of a verification,
 * except for logs.
 *
 * @packageDocumentation
 */
import { builtInChains, type Beacon, type ChainInfo } from '../../core/beacon.js'
import { DrawauditError } from '../../errors.js'
import { fetchRound, type RelayAnswer } from '../../remote/drand.js'
import { parseRemoteUrl } from '../../remote/url.js'
import type { OpenRound, Unreached } from '../../verify/draw/supply.js'
import { findRelays, tellFault } from '../shared/chains.js'
import { talk, type Progress } from '../shared/terminal.js'

export interface OnlineOptions {
  /** Values of `--relay`. */
  readonly relays: readonly string[] | undefined
  readonly allowPrivate: boolean
}

type Fetched = { readonly beacon: Beacon; readonly from: string } | Unreached

export interface OnlineRounds {
  /** The round, or why it is unavailable; undefined if no relay is known. */
  readonly fetch: (open: OpenRound, progress: Progress) => Promise<Fetched | undefined>
}

/** Consecutive rounds without any answer after which no more are requested. */
const mostSilent = 3

/** Error codes of relays that did answer. */
const answered: readonly string[] = ['remote-early', 'remote-error', 'beacon-invalid']

/** @throws DrawauditError `usage` or `url-invalid` for invalid relays. */
export function createOnlineRounds({ relays, allowPrivate }: OnlineOptions): OnlineRounds {
  for (const relay of relays ?? []) parseRemoteUrl(relay)
  const known = new Map<string, Promise<Fetched>>()
  const passedOver = new Set<string>()
  let silent = 0

  async function ask({ chain, round }: OpenRound, progress: Progress): Promise<Fetched> {
    const { chainHash } = chain
    if (silent >= mostSilent) {
      const message = `round ${round} was not asked for: no relay answered ${mostSilent} times in a row`
      return { chainHash, round, code: 'remote-unreachable', message }
    }
    progress.show(`asking for round ${round} of drand`)
    const answers: RelayAnswer[] = []
    try {
      const beacon = await fetchRound(chain, round, {
        relays: findRelays(chain, relays),
        client: { allowPrivate, env: process.env },
        onAnswer: answer => answers.push(answer),
      })
      silent = 0
      progress.clear()
      answers.forEach(tellFault)
      const relay = answers.find(({ fault }) => fault === undefined)?.relay ?? 'a relay'
      return { beacon, from: `${relay}, verified` }
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      const { code, message } = error
      if (!code.startsWith('remote-') && code !== 'beacon-invalid') throw error
      silent = answered.includes(code) ? 0 : silent + 1
      return { chainHash, round, code, message }
    }
  }

  return {
    async fetch(open, progress) {
      const { chain, round } = open
      if (!isServed(chain, relays)) {
        if (!passedOver.has(chain.chainHash)) {
          passedOver.add(chain.chainHash)
          talk(`not asked for: rounds of the chain ${chain.chainHash}; name a relay with --relay URL\n`)
        }
        return undefined
      }
      const key = `${chain.chainHash} ${round}`
      const asked = known.get(key) ?? ask(open, progress)
      known.set(key, asked)
      return asked
    },
  }
}

/** drand's relays serve its own chains only; others need `--relay`. */
function isServed({ chainHash }: ChainInfo, relays: readonly string[] | undefined): boolean {
  return (
    (relays ?? []).length > 0 || Object.values(builtInChains).some(chain => chain.chainHash === chainHash)
  )
}
