/**
 * The beacon chain selected by options or settings, and its relays.
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
  /** drand's name of a chain, or a chain hash. */
  readonly chain?: string | undefined
  /** Path of a file with drand's answer at `/info`. */
  readonly chainInfo?: string | undefined
  /** Path of a trust file. */
  readonly trust?: string | undefined
}

/**
 * The chain selected by options: built in, from the trust file, or described by a file.
 *
 * @throws DrawauditError `usage` for none or an unknown one; as `parseChainInfo` and `readTrustFile` do.
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
 * The chain selected by options, else by an operator's settings.
 *
 * @returns undefined if neither names one.
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
 * The chain to which a new raffle commits: null for none.
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
  // The file itself identifies its chain.
  const chain = chainInfo !== undefined && Object.hasOwn(builtInChains, beacon ?? '') ? undefined : beacon
  return findOwnChain({ chain, chainInfo, trust }) ?? builtInChains.quicknet
}

function readChainInfo(file: string, chainHash: string | undefined): ChainInfo {
  const bytes = readFile(file)
  return DrawauditError.within({ file }, () => {
    const value = parseJson(bytes)
    if (!isTrust(value)) return parseChainInfo(value, chainHash === undefined ? {} : { chainHash })
    // A trust file by `beacon serve --trust-out`.
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
 * The relays to ask for a chain's rounds; drand's relays only for drand's chains.
 *
 * @throws DrawauditError `usage` if none is named for another chain.
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
 * Relays from options, else from the settings. Those in the settings may have private addresses, as witnesses and
 * time-stampers may: they were configured on purpose.
 */
export function findOwnRelays(named: readonly string[] | undefined): {
  readonly relays: readonly string[] | undefined
  readonly allowPrivate: boolean
} {
  const chosen = chooseSetting('relays', named)
  return { relays: chosen?.value, allowPrivate: chosen?.from === 'file' }
}

/** Reports a skipped relay and its fault. */
export function tellFault({ relay, fault }: RelayAnswer): void {
  if (fault !== undefined) talk(`passed over ${escapeText(relay)}: ${escapeText(fault.message)}\n`)
}

/** Whether a chain is not built in, so that auditors do not know it unless told. */
export const isRehearsal = ({ chainHash }: Pick<ChainInfo, 'chainHash'>): boolean =>
  !Object.values(builtInChains).some(one => one.chainHash === chainHash)
