/**
 * `drawaudit beacon`
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { encodeBeacon, encodeChainInfo } from '../../core/beacon-json.js'
import type { ChainInfo } from '../../core/beacon.js'
import { encodeUtf8 } from '../../core/encoding.js'
import { parseJson } from '../../core/json.js'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import type { TrustJson } from '../../model/trust.js'
import { createSecretKey } from '../../relay/create-chain.js'
import { createRelay } from '../../relay/create-relay.js'
import { encodeKeyFile, parseKeyFile, type ChainKey } from '../../relay/key-file.js'
import { fetchRound, type RelayAnswer } from '../../remote/drand.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { chooseChain, findOwnChain, findOwnRelays, findRelays, tellFault } from '../shared/chains.js'
import { readKeyFile } from '../shared/key-file.js'
import {
  ownChainInfoOption,
  ownRelayOption,
  ownTrustOption,
  requiredArgument,
  valueOption,
} from '../shared/options.js'
import { quote } from '../shared/next-step.js'
import { explainListen } from '../shared/listen.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { momentForms, readMoment } from '../shared/moment.js'
import { readInteger, readSecondsOption, remoteOptions } from '../shared/remote.js'
import { talk, talkOfFile, writeResult } from '../shared/terminal.js'
import { readTrustJson, writeTrustFile } from '../shared/trust-file.js'
import { writeNew } from '../../io/written-files.js'
import { defineCommand } from '../shared/command.js'

export const beaconFetchCommand = defineCommand({
  name: 'fetch <round>',
  describe: 'Fetch and verify one round of a beacon',
  arguments: { round: { ...requiredArgument, describe: 'The number of the round' } },
  options: {
    chain: {
      ...valueOption,
      describe: 'quicknet, default, evmnet, or the hash of a chain',
      fallback: { setting: 'chain' as const },
    },
    'chain-info': ownChainInfoOption,
    trust: ownTrustOption,
    relay: ownRelayOption,
    timeout: { ...valueOption, default: '10', describe: 'Seconds that one relay may take' },
    'allow-private': remoteOptions['allow-private'],
    out: { ...valueOption, alias: 'o', describe: 'The file to save the round in (default: print it)' },
    force: forceOption,
  },
  examples: [['$0 beacon fetch 31799517 --chain quicknet -o round.json', 'For a draw without a network']],
  exits: {
    0: 'the round is verified',
    2: 'usage error, or the answer is not of the chain',
    4: 'no relay can be reached, or the round is not out yet',
  },
  async print(options) {
    const round = readRound(options.round)
    const choice = { ...options, chainInfo: options['chain-info'] }
    // `findOwnChain` reports that no chain was named.
    const chain = findOwnChain(choice) ?? chooseChain(choice)
    const { relays, allowPrivate } = findOwnRelays(options.relay)
    const answers: RelayAnswer[] = []
    const beacon = await fetchRound(chain, round, {
      relays: findRelays(chain, relays),
      client: {
        allowPrivate: options['allow-private'] || allowPrivate,
        timeout: readSecondsOption('timeout', options.timeout) * 1000,
        env: process.env,
      },
      onAnswer: answer => answers.push(answer),
    })
    // If there is no round, the error names the faults.
    answers.forEach(tellFault)
    const result = renderJson(encodeBeacon(beacon))
    if (options.out === undefined) await writeResult(result)
    else if ((await saveFile(options.out, [result], options.force)).written) {
      talkOfFile(
        options.out,
        `round ${round} of the chain ${chain.chainHash} verified, saved in ${escapeText(options.out)}\n`,
      )
    }
    return 0
  },
})

/** @throws DrawauditError `usage`. */
function readRound(given: string): number {
  if (/^[1-9][0-9]{0,15}$/.test(given) && Number.isSafeInteger(Number(given))) return Number(given)
  throw new DrawauditError('usage', `a round is an integer from 1, found ${JSON.stringify(given)}`)
}

export const beaconServeCommand = defineCommand({
  name: 'serve',
  describe: 'Serve a beacon of your own, to rehearse draws with',
  options: {
    port: { ...valueOption, default: '8090', describe: 'The port to listen on; 0 takes a free one' },
    host: { ...valueOption, default: '127.0.0.1', describe: 'The address to listen on' },
    period: { ...valueOption, describe: 'Seconds from one round to the next (default: 3)' },
    genesis: { ...valueOption, describe: `Time of round 1, ${momentForms} (default: now)` },
    'key-file': { ...valueOption, describe: 'The file with the chain; created if absent' },
    'trust-out': {
      ...valueOption,
      describe: 'Save the trust file in a new file, and print the URL instead',
    },
  },
  examples: [['$0 beacon serve --key-file beacon.json --trust-out trust.json', 'The same chain each time']],
  epilogue:
    'For rehearsals only: whoever has the key knows every round beforehand, so nobody else trusts this chain.',
  async print(options) {
    const port = readInteger('port', options.port, 0, 65_535)
    const key = openKey(options)
    const relay = createRelay({ ...key, now: () => new Date() })
    const { chain } = relay
    const trust: TrustJson = {
      trust: 'drawaudit/v1',
      operators: [],
      observers: [],
      beacons: [encodeChainInfo(chain)],
    }
    if (options['trust-out'] !== undefined) saveTrust(options['trust-out'], trust)
    const ended = waitForSignal()
    const url = await relay.listen(port, options.host).catch((cause: unknown) => {
      throw explainListen(cause, options.host, port)
    })
    try {
      talk(describeRehearsal(url, chain, options['trust-out']))
      await writeResult(options['trust-out'] === undefined ? renderJson(trust) : `${url}\n`)
      talk(`ending: ${await ended}\n`)
      return 0
    } finally {
      await relay.close()
    }
  },
})

function describeRehearsal(
  url: string,
  { chainHash, period, genesisTime }: ChainInfo,
  trustFile: string | undefined,
): string {
  const draw = `drawaudit draw LIST --winners 3 --store rehearsal.db --relay ${url} --allow-private --chain-info`
  return [
    `a REHEARSAL beacon answers at ${url}`,
    `chain ${chainHash}: a round each ${period} s, the first at ${formatTime(new Date(genesisTime * 1000))}`,
    'whoever has its key knows every round beforehand: nobody else trusts this chain',
    trustFile === undefined
      ? `to rehearse a draw with what is printed here, in a file trust.json: ${draw} trust.json`
      : `to rehearse a draw: ${draw} ${quote(trustFile)}`,
    '',
  ].join('\n')
}

interface KeyOptions {
  readonly period: string | undefined
  readonly genesis: string | undefined
  readonly 'key-file': string | undefined
}

/** The chain of the key file; if there is no such file, a new chain, saved there. */
function openKey(options: KeyOptions): ChainKey {
  const file = options['key-file']
  const period = options.period === undefined ? undefined : readInteger('period', options.period, 1, 86_400)
  const genesisTime = options.genesis === undefined ? undefined : readSecond(options.genesis)
  if (file !== undefined && existsSync(file)) {
    const key = readKeyFile(file, bytes => parseKeyFile(parseJson(bytes)))
    const isOther = (given: number | undefined, kept: number): boolean =>
      given !== undefined && given !== kept
    if (isOther(period, key.period) || isOther(genesisTime, key.genesisTime)) {
      throw new DrawauditError('usage', '--period and --genesis are fixed by the existing key file', {
        hint: 'leave them out, or name a new key file',
        where: { file },
      })
    }
    return key
  }
  const key = {
    secretKey: createSecretKey(),
    period: period ?? 3,
    genesisTime: genesisTime ?? Math.floor(Date.now() / 1000),
    beaconId: 'rehearsal',
  }
  if (file !== undefined) writeNew(file, encodeUtf8(encodeKeyFile(key)), 0o600)
  return key
}

/** @throws DrawauditError `usage`. */
function readSecond(given: string): number {
  const seconds = readMoment('genesis', given)
  if (seconds >= 0) return seconds
  throw new DrawauditError('usage', '--genesis must not be before 1970')
}

/** Saves a trust file, but never over a different one, which may be in use. */
function saveTrust(file: string, trust: TrustJson): void {
  if (!existsSync(file)) writeTrustFile(file, trust, { isNew: true })
  else if (JSON.stringify(readTrustJson(file)) !== JSON.stringify(trust)) {
    throw new DrawauditError('file-exists', 'a different trust file exists', {
      hint: 'name a new file, and add its chain to yours by hand',
      where: { file },
    })
  }
}

async function waitForSignal(): Promise<string> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })
}
