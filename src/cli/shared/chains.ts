/**
 * The beacon chain that a command is about, and the relays to ask for its rounds.
 *
 * @packageDocumentation
 */
import { builtInChains, parseChainInfo, type ChainInfo } from '../../core/beacon.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { escapeText } from '../../render/escape.js'
import { parseTrust } from '../../model/trust.js'
import { defaultRelays, type RelayAnswer } from '../../remote/drand.js'
import { readFile } from '../../io/files.js'
import { chooseSetting, readSettings } from './settings.js'
import { talk } from './terminal.js'
import { readTrustFile } from './trust-file.js'

export interface ChainChoice {
  /** A name of drand's, or a chain hash. */
  readonly chain?: string | undefined
  /** A file with what drand answers at `/info`. */
  readonly chainInfo?: string | undefined
  /** A file with a trust file. */
  readonly trust?: string | undefined
}

/**
 * The chain that options name: one that is built in, one of the trust file, or the one that a file describes.
 *
 * @throws DrawauditError `usage` when none or an unknown one is named; as `parseChainInfo` and `readTrustFile` do.
 */
export function chooseChain({ chain, chainInfo, trust }: ChainChoice): ChainInfo {
  if (chainInfo !== undefined) return readChainInfo(chainInfo, chain)
  if (chain === undefined) throw unknownChain('no chain is named')
  if (Object.hasOwn(builtInChains, chain)) return builtInChains[chain as keyof typeof builtInChains]
  const known = trust === undefined ? Object.values(builtInChains) : readTrustFile(trust).chains
  const found = known.find(({ chainHash }) => chainHash === chain.toLowerCase())
  if (found !== undefined) return found
  throw unknownChain(`the chain ${JSON.stringify(chain)} is not known`)
}

/**
 * The chain that options name, or the settings: those of an operator.
 *
 * @returns undefined where nobody names one.
 * @throws DrawauditError as {@link chooseChain} does; as reading the settings does.
 */
export function findOwnChain({ chain, chainInfo, trust }: ChainChoice): ChainInfo | undefined {
  const isNamed = chain !== undefined || chainInfo !== undefined
  const settings = readSettings()
  const choice = isNamed ? { chain, chainInfo } : { chain: settings.chain, chainInfo: settings.chain_info }
  if (choice.chain === undefined && choice.chainInfo === undefined) return undefined
  return chooseChain({ ...choice, trust: trust ?? settings.trust })
}

/**
 * The chain that a new raffle commits to: null for none.
 *
 * @throws DrawauditError as {@link findOwnChain} does.
 */
export function findCommittedChain(args: {
  readonly beacon: string | undefined
  readonly 'chain-info': string | undefined
  readonly trust: string | undefined
}): ChainInfo | null {
  const { beacon, trust } = args
  const chainInfo = args['chain-info']
  if (beacon === 'none') return null
  // The file says which chain it describes.
  const chain = chainInfo !== undefined && Object.hasOwn(builtInChains, beacon ?? '') ? undefined : beacon
  return findOwnChain({ chain, chainInfo, trust }) ?? builtInChains.quicknet
}

function readChainInfo(file: string, chainHash: string | undefined): ChainInfo {
  const bytes = readFile(file)
  return DrawauditError.within({ file }, () => {
    const value = parseJson(bytes)
    if (!isTrust(value)) return parseChainInfo(value, chainHash === undefined ? {} : { chainHash })
    // As `beacon serve --trust-out` writes one.
    const chains = parseTrust(value).chains.filter(one => one.chainHash === (chainHash ?? one.chainHash))
    const [chain, other] = chains.filter(isRehearsal)
    if (chain !== undefined && other === undefined) return chain
    throw unknownChain('the trust file does not have exactly one chain of its own')
  })
}

const isTrust = (value: unknown): boolean => typeof value === 'object' && value !== null && 'trust' in value

function unknownChain(message: string): DrawauditError {
  return new DrawauditError('usage', message, {
    hint: 'name quicknet, default, evmnet, or the hash of a chain in --trust FILE; or give --chain-info FILE',
  })
}

/**
 * The relays to ask for a chain's rounds: drand's own only for drand's own chains.
 *
 * @throws DrawauditError `usage` when none is named for another chain.
 */
export function findRelays(
  { chainHash }: ChainInfo,
  named: readonly string[] | undefined,
): readonly string[] {
  if (named !== undefined && named.length > 0) return named
  if (Object.values(builtInChains).some(chain => chain.chainHash === chainHash)) return defaultRelays
  throw new DrawauditError('usage', `no relay is named for the chain ${chainHash}`, {
    hint: 'give --relay URL: the relays of drand do not serve it',
  })
}

/**
 * The relays that options name, or the settings, and whether these may be at a private address: what somebody wrote
 * into the settings is meant, as the witnesses and time-stampers are.
 */
export function findOwnRelays(named: readonly string[] | undefined): {
  readonly relays: readonly string[] | undefined
  readonly allowPrivate: boolean
} {
  const chosen = chooseSetting('relays', named)
  return { relays: chosen?.value, allowPrivate: chosen?.from === 'file' }
}

/** Says which relay is passed over, and why. */
export function tellFault({ relay, fault }: RelayAnswer): void {
  if (fault !== undefined) talk(`passed over ${escapeText(relay)}: ${escapeText(fault.message)}\n`)
}

/** Whether auditors know a chain only from whoever names it. */
export const isRehearsal = ({ chainHash }: ChainInfo): boolean =>
  !Object.values(builtInChains).some(one => one.chainHash === chainHash)
