/** Published draws in which something that decides the winner was fixed by nothing: every subset of what there is. */
import type { Expression } from '../../src/model/recipe.js'
import { parseRecipe, type Recipe } from '../../src/recipe/recipe.js'
import { publish } from './draws.js'
import type { Subject } from '../../src/model/report.js'

/** What decides the winner, and what is left open where nothing fixes it. */
export const parts = {
  seed: 'input-grindable',
  tag: 'input-grindable',
  count: 'input-grindable',
  names: 'list-uncommitted',
  round: 'source-uncommitted',
} as const
export type Part = keyof typeof parts

const inputs: Readonly<Record<Part, object>> = {
  seed: { type: 'text', title: 'seed' },
  tag: { type: 'text', title: 'prize tag' },
  count: { type: 'integer', title: 'count' },
  names: { type: 'list', of: { type: 'text' }, title: 'names' },
  round: { type: 'integer', title: 'round' },
}

/** How each is written before it is hashed, so that nothing else is written like it. */
const written: Readonly<Record<Part, Expression>> = {
  seed: { bytes_prefixed: [{ bytes_utf8: '$seed' }, 4, 'be'] },
  tag: { bytes_prefixed: [{ bytes_utf8: '$tag' }, 4, 'be'] },
  count: { bytes_be: ['$count', 8] },
  names: { bytes_prefixed: [{ bytes_utf8: { text_jcs: '$names' } }, 4, 'be'] },
  round: { bytes_be: ['$beacon.round', 8] },
}

export const chosen = { seed: 'Te6tM0rn1ng5tar', tag: 'A bicycle', count: 7, names: ['Ada', 'Bo', 'Cy'] }

/** @param fixed - what stands in the commitment. @param isAnnounced - the others were published before, in clear. */
export function createRecipe(fixed: readonly Part[], isAnnounced = false): Recipe {
  const all = Object.keys(parts) as Part[]
  const free = all.filter(part => !fixed.includes(part))
  const announced = (part: Part): object =>
    isAnnounced && free.includes(part) ? { ...inputs[part], committed: true } : inputs[part]
  const [first, ...others] = fixed.map(part => written[part])
  const hashed: Expression | undefined = others.length === 0 ? first : { concat: [first!, ...others] }
  return parseRecipe({
    recipe: 'drawaudit/v1',
    name: 'attacked',
    title: 'Attacked',
    source: 'test',
    inputs: {
      ...Object.fromEntries(all.filter(part => part !== 'round').map(part => [part, announced(part)])),
      ...(isAnnounced && free.includes('round') && { round: announced('round') }),
      tickets: { type: 'integer', title: 'number of tickets', committed: true },
      ...(hashed !== undefined && {
        commitment: { type: 'bytes', encoding: 'hex', length: 32, title: 'commitment', committed: true },
      }),
      beacon: { type: 'drand', chain: 'quicknet', title: 'drand round' },
      winner: { type: 'integer', title: 'winner' },
    },
    steps: {
      used: {
        concat: [written.seed, written.tag, written.count, written.names, '$beacon.randomness'],
      },
      place: { mod: [{ integer_be: { sha256: '$used' } }, '$tickets'] },
    },
    claims: [
      ...(hashed === undefined
        ? []
        : [
            {
              id: 'seed.committed',
              says: 'the values hash to the commitment',
              equal: [{ sha256: hashed }, '$commitment'],
            },
          ]),
      ...(isAnnounced && free.includes('round')
        ? [
            {
              id: 'beacon.committed',
              says: 'the round is the one that was announced',
              equal: ['$round', '$beacon.round'],
            },
          ]
        : []),
      { id: 'beacon.genuine', says: 'the signature is drand’s', verified: '$beacon' },
      { id: 'winner.derived', says: 'the winner follows', equal: ['$place', '$winner'] },
    ],
  } as never)
}

export const draw = (recipe: Recipe): Subject =>
  publish(recipe, Object.fromEntries(Object.entries(chosen).filter(([name]) => recipe.inputs.has(name))))

/** Every subset. */
export function subsetsOf<T>(of: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** of.length }, (_, bits) => of.filter((_, at) => (bits >> at) % 2 === 1))
}
