/**
 * Adds operators and beacon chains from a file or a service.
 *
 * @packageDocumentation
 */
import { parseChainInfo, type ChainInfo } from '../../core/beacon.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { addBeacon, type Changed } from '../../model/trust-changes.js'
import { parseTrust, type TrustJson } from '../../model/trust.js'
import { type Ask } from './confirm-keys.js'
import { readFile } from '../../io/files.js'
import { openClient, type ClientArguments } from '../shared/remote.js'
import { type AdditionArguments, type Addition } from './addition-options.js'
import { addConfirmed, confirmChanges, refuseFingerprint } from './confirm-changes.js'

/** Adds operators from a file or service, and beacon chains from a file. */
export async function addFragment(
  trust: TrustJson,
  args: AdditionArguments,
  ask: Ask | undefined,
): Promise<Addition> {
  const source = args.from ?? ''
  const isRemote = isUrl(source)
  if (isRemote && args.beacons) {
    throw new DrawauditError('usage', '--beacons is for files: a service cannot say which beacons to trust', {
      hint: 'add a chain with --chain-info, and compare its hash',
    })
  }
  const fragment = await readSource(source, args, value => {
    parseTrust(value)
    return value as TrustJson
  })
  const { operators = [], beacons = [], observers = [], signers = [], logs = [], witnesses = [] } = fragment
  const { webhook_keys: webhookKeys = [], recipe_signers: recipeSigners = [] } = fragment
  const others =
    fragment.witness_policy === undefined &&
    [operators, observers, signers, logs, witnesses, recipeSigners].every(list => list.length === 0)
  const takesBeacons = !isRemote && (args.beacons || others)
  const why = isRemote ? 'a service cannot say whom to trust besides its operator' : 'add them by hand'
  const leftOut = [
    ...(takesBeacons || beacons.length === 0
      ? []
      : [`beacon chains (${isRemote ? why : '--beacons takes them too'})`]),
    ...Object.entries({ observers, signers, logs, witnesses, 'recipe signers': recipeSigners }).flatMap(
      ([name, list]) => (list.length === 0 ? [] : [`${name} (${why})`]),
    ),
    ...(fragment.witness_policy === undefined ? [] : [`witness policy (${why})`]),
    // Needed by receivers of webhooks, not for verifying draws.
    ...(webhookKeys.length === 0 ? [] : ['webhook keys (they prove nothing about a draw)']),
  ]
  if (operators.length === 0 && (!takesBeacons || beacons.length === 0)) {
    throw new DrawauditError('usage', `there is nothing to add in ${source}`, {
      hint:
        leftOut.length === 0
          ? 'name the keys view of a service, or a trust file'
          : `left out: ${leftOut.join(', ')}`,
    })
  }
  const withBeacons = takesBeacons ? beacons.map(beacon => parseChainInfo(beacon)) : []
  const added = addBeacons(trust, withBeacons)
  if (operators.length === 0) {
    refuseFingerprint(args.fingerprint ?? [], 'the beacon chains of a file')
    return { ...added, leftOut }
  }
  const rest = await addConfirmed(added.trust, operators, args.fingerprint ?? [], ask, leftOut)
  return { ...rest, changes: [...rest.changes, ...added.changes] }
}

function addBeacons(trust: TrustJson, chains: readonly ChainInfo[]): Changed {
  let changed: Changed = { trust, changes: [] }
  for (const chain of chains) {
    const next = addBeacon(changed.trust, chain)
    changed = { trust: next.trust, changes: [...changed.changes, ...next.changes] }
  }
  return changed
}

export async function addChain(
  trust: TrustJson,
  args: AdditionArguments,
  ask: Ask | undefined,
): Promise<Addition> {
  const source = args['chain-info'] ?? ''
  const changed = addBeacon(trust, await readSource(source, args, value => parseChainInfo(value)))
  const given = args.fingerprint ?? []
  if (isUrl(source) || given.length > 0) await confirmChanges(changed.changes, given, ask)
  return { ...changed, leftOut: [] }
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source)

/** Maximum bytes of a file or answer: enough for the keys of any operator. */
const mostBytes = 1024 * 1024

async function readSource<T>(
  source: string,
  args: ClientArguments,
  parse: (value: unknown) => T,
): Promise<T> {
  return DrawauditError.within({ file: source }, async () => {
    return parse(isUrl(source) ? await fetchDocument(source, args) : parseBytes(readFile(source)))
  })
}

const parseBytes = (bytes: Uint8Array): unknown => parseJson(bytes, { limits: { bytes: mostBytes } })

async function fetchDocument(url: string, args: ClientArguments): Promise<unknown> {
  const client = openClient(args)
  try {
    const { status, body } = await client.request(url, { headers: [['accept', 'application/json']] })
    if (status !== 200) {
      throw new DrawauditError('remote-error', `the service answered with status ${status}`)
    }
    try {
      return parseBytes(body)
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      throw new DrawauditError('remote-error', `the service did not answer with JSON: ${error.message}`, {
        cause: error,
      })
    }
  } finally {
    client.close()
  }
}
