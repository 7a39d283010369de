/** Trust files in which one key has two roles: whoever has it vouches for itself. */
import { createRaffle, createSigner, type Evidence } from '../protocol/factory.js'
import { base } from '../protocol/scenarios/scenario.js'
import { hex } from '../protocol/second-opinion.js'
import { logKey, vkeyOf, witnessKey } from '../protocol/log.js'

type Trust = Evidence['trust']

/** Gives a key a role. */
const roles: Readonly<Record<string, (trust: Trust, key: ReturnType<typeof createSigner>) => void>> = {
  'an operator': (trust, { publicKey }) => {
    const [first] = trust.operators[0]!.keys
    trust.operators[0]!.keys.push({ ...first!, public_key: hex(publicKey) })
  },
  'another operator': (trust, { publicKey }) => {
    const [first] = trust.operators[0]!.keys
    trust.operators.push({ name: 'Another operator', keys: [{ ...first!, public_key: hex(publicKey) }] })
  },
  'an observer': (trust, { publicKey }) => {
    trust.observers!.push({ name: 'Another observer', public_key: hex(publicKey) })
  },
  'a log': (trust, signer) => {
    trust.logs!.push({
      origin: 'another.example/log',
      vkey: vkeyOf({ ...signer, name: 'another.example/log' }, logKey),
    })
  },
  'a witness': (trust, signer) => {
    trust.witnesses!.push(vkeyOf({ ...signer, name: 'another.example' }, witnessKey))
  },
}

/** Every two of them. */
export function twoRoles(): readonly (readonly [name: string, trust: Trust])[] {
  const names = Object.keys(roles)
  const key = createSigner('in two roles')
  return names.flatMap((one, at) =>
    names.slice(at + 1).flatMap(other => {
      if (one.endsWith('operator') && other.endsWith('operator')) return []
      const { trust } = createRaffle({ ...base, log: { isObserved: true } })
      for (const name of [one, other]) roles[name]!(trust, key)
      return [[`${one} and ${other}`, trust] as const]
    }),
  )
}
