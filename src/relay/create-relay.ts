/**
 * A drand relay on `node:http` with its own chain: same paths and answers as drand's relays.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeBeacon, encodeChainInfo } from '../core/beacon-json.js'
import { roundAt, type Beacon, type ChainInfo } from '../core/beacon.js'
import { createChain, type RelayChain, type ChainOptions } from './create-chain.js'

export interface RelayOptions extends ChainOptions {
  /** The clock: decides which rounds are published, and sets the Date field. */
  readonly now: () => Date
}

export interface Relay extends RelayChain {
  /**
   * Starts listening.
   *
   * @param port - 0, the default, chooses a free one.
   * @param host - 127.0.0.1 by default: reachable from this machine only.
   * @returns the base URL, without trailing slash; throws Node's error if the port is taken.
   */
  readonly listen: (port?: number, host?: string) => Promise<string>
  /** Stops listening, and closes all connections. */
  readonly close: () => Promise<void>
}

interface RelayResponse {
  readonly status: number
  readonly body: unknown
  /** Seconds that the answer may be cached: unlimited for a published round, 0 by default. */
  readonly maxAge?: number
}

const limits = { maxHeaderSize: 8192, headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 5000 }
const forever = 604_800

/**
 * Creates a relay; it serves once `listen` is called.
 *
 * @throws DrawauditError as `createChain` does.
 */
export function createRelay({ now, ...options }: RelayOptions): Relay {
  const { chain, sign } = createChain(options)
  const http = createServer(limits, (request, response) => {
    const time = now()
    const answer = answerRequest(request, { chain, sign }, Math.floor(time.getTime() / 1000))
    send(request, response, answer, time)
  })
  http.maxConnections = 1000
  return {
    chain,
    sign,
    async listen(port = 0, host = '127.0.0.1') {
      http.listen(port, host)
      await once(http, 'listening')
      const { address, family, port: taken } = http.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`
    },
    async close() {
      const closed = new Promise(resolve => http.close(resolve))
      http.closeAllConnections()
      await closed
    },
  }
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, body, maxAge = 0 }: RelayResponse,
  time: Date,
): void {
  const text = `${JSON.stringify(body)}\n`
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`,
    Date: time.toUTCString(),
  })
  response.end(method === 'HEAD' ? undefined : text)
}

function answerRequest(
  { method, url = '' }: IncomingMessage,
  chain: RelayChain,
  seconds: number,
): RelayResponse {
  if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'a relay answers GET and HEAD only')
  const path = url.replace(/\?.*/s, '')
  if (path === '/chains' || path === '/v2/chains') return { status: 200, body: [chain.chain.chainHash] }
  const version = path.startsWith('/v2/') ? 2 : 1
  const [, hash, view, round] = forms[version].exec(path) ?? []
  const isRound = view === 'public' || view === 'rounds'
  if (view === undefined || isRound === (round === undefined)) return refuse(404, 'no such path')
  if (hash !== undefined && hash.toLowerCase() !== chain.chain.chainHash) {
    return refuse(404, 'this relay does not serve the chain')
  }
  if (view === 'info') {
    const body = version === 1 ? describeChain(chain.chain) : encodeChainInfo(chain.chain)
    return { status: 200, body, maxAge: forever }
  }
  const current = seconds < chain.chain.genesisTime ? 0 : roundAt(chain.chain, seconds)
  if (view === 'health') return { status: 200, body: { current, expected: current } }
  return answerRound(chain, round ?? '', current, version)
}

/** The paths of both versions: chain, view, round. */
const forms = {
  1: /^(?:\/([0-9a-fA-F]{64}))?\/(info|health|public)(?:\/([^/]+))?$/,
  2: /^\/v2\/chains\/([0-9a-fA-F]{64})\/(info|health|rounds)(?:\/([^/]+))?$/,
} as const

function answerRound({ sign }: RelayChain, text: string, current: number, version: 1 | 2): RelayResponse {
  const describe = (of: number): unknown =>
    version === 1 ? encodeBeacon(sign(of)) : withoutRandomness(sign(of))
  if (text === 'latest') {
    if (current === 0) return refuse(425, 'the chain has not begun')
    return { status: 200, body: describe(current) }
  }
  const round = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : NaN
  if (!Number.isSafeInteger(round)) return refuse(400, 'a round is an integer from 1')
  // The status that drand's relays use.
  if (round > current) return refuse(425, 'the round is not out yet')
  return { status: 200, body: describe(round), maxAge: forever }
}

function refuse(status: number, error: string): RelayResponse {
  return { status, body: { error } }
}

/** A round in version 2, where clients hash the signature themselves. */
function withoutRandomness(beacon: Beacon): Record<string, unknown> {
  return { ...encodeBeacon(beacon), randomness: undefined }
}

/** The chain with the names of version 1, which drand serves at `/info`. */
function describeChain(chain: ChainInfo): unknown {
  const { chain_hash, genesis_seed, scheme, beacon_id, ...same } = encodeChainInfo(chain)
  return {
    ...same,
    hash: chain_hash,
    groupHash: genesis_seed,
    schemeID: scheme,
    metadata: { beaconID: beacon_id },
  }
}
