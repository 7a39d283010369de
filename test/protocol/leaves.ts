/** Evidence with one thing in its JSON changed: every leaf and every list, in every part. */
import type { Evidence } from './factory.js'
import { changeAt, placesIn } from '../places.js'
import { base64, jcs, type Json, type Members } from './second-opinion.js'

/** What is done to one part: what stands in its place, nothing, or two things in a list. */
const mutations: Readonly<Record<string, (part: Json, inList: boolean) => readonly Json[]>> = {
  altered: part => (typeof part === 'string' ? [substitute(part, part.length >> 1)] : alter(part)),
  'altered at the end': part => (typeof part === 'string' ? [substitute(part, part.length - 1)] : [part]),
  removed: () => [],
  duplicated: (part, inList) => (inList ? [part, part] : [part]),
  enlarged: enlarge,
  'one more': part => (typeof part === 'number' ? [part + 1] : [part]),
  'made null': () => [null],
  'of another type': part => [typeof part === 'string' ? 1 : JSON.stringify(part)],
}

/** Another character of the same kind in the place of one. */
function substitute(text: string, at: number): string {
  const before = text[at] ?? ''
  const after =
    before === '1'
      ? '2'
      : before === 'a'
        ? 'b'
        : /[A-Z]/.test(before)
          ? 'A'
          : /[g-z]/.test(before)
            ? 'z'
            : /[0-9]/.test(before)
              ? '1'
              : 'a'
  const other = before === after ? String.fromCharCode(after.charCodeAt(0) + (after === 'z' ? -1 : 1)) : after
  return text.slice(0, Math.max(0, at)) + other + text.slice(at + 1)
}

function alter(part: Json): readonly Json[] {
  if (typeof part === 'number') return [part === 0 ? 1 : part - 1]
  if (Array.isArray(part)) return [[...part].reverse()]
  return [part === null ? 'null' : {}]
}

function enlarge(part: Json): readonly Json[] {
  if (typeof part === 'number') return [part === 0 ? 1000 : part * 1000]
  if (typeof part === 'string') return [part + (part.at(-1) ?? 'x')]
  if (Array.isArray(part)) return [[...part, null]]
  return [typeof part === 'object' && part !== null ? { ...part, more: 1 } : 0]
}

/** Where things are changed: a part of the evidence, or the payload of an envelope in it. */
interface Target {
  readonly name: string
  readonly value: Json | undefined
  readonly put: (evidence: Evidence, value: Json) => Evidence
}

const asJson = (value: unknown): Json => value as Json

const decode = (payload: string): Json => JSON.parse(Buffer.from(payload, 'base64').toString()) as Json

/** Signed bytes, changed without signing them anew. */
const encode = (value: Json): string => base64(Buffer.from(jcs(value)))

function targetsOf({ bundle, record, observations, log }: Evidence): readonly Target[] {
  return [
    {
      name: 'bundle',
      value: asJson(bundle),
      put: (evidence, value) => ({ ...evidence, bundle: value as never }),
    },
    ...bundle.statements.map(({ payload }, at): Target => ({
      name: 'statement',
      value: decode(payload),
      put: (evidence, value) => ({
        ...evidence,
        bundle: {
          ...bundle,
          statements: bundle.statements.with(at, { ...bundle.statements[at]!, payload: encode(value) }),
        },
      }),
    })),
    {
      name: 'record',
      value: asJson(record),
      put: (evidence, value) => ({ ...evidence, record: value as never }),
    },
    {
      name: 'observations',
      value: asJson(observations),
      put: (evidence, value) => ({ ...evidence, observations: value as never }),
    },
    {
      name: 'log',
      value: asJson(log),
      put: (evidence, value) => ({ ...evidence, log: value as never }),
    },
    ...observations.flatMap((file, at) =>
      file.map((envelope, place): Target => ({
        name: 'observation',
        value: decode(envelope.payload),
        put: (evidence, value) => ({
          ...evidence,
          observations: observations.with(at, file.with(place, { ...envelope, payload: encode(value) })),
        }),
      })),
    ),
  ]
}

export interface Mutant {
  /** Where and how, with a star for every place in a list: `bundle /statements/*\/payload altered`. */
  readonly kind: string
  readonly name: string
  readonly make: () => Evidence
}

/** Every mutant of evidence; each is made when it is asked for. */
export function mutantsOf(evidence: Evidence): readonly Mutant[] {
  return targetsOf(evidence).flatMap(({ name, value, put }) =>
    placesIn(value).flatMap(path =>
      Object.entries(mutations).flatMap(([how, mutate]): readonly Mutant[] => {
        const part = path.reduce<Json>((inner, key) => (inner as Members)[key]!, value!)
        const inList = typeof path.at(-1) === 'number'
        const after = mutate(part, inList)
        if (after.length === 1 && JSON.stringify(after[0]) === JSON.stringify(part)) return []
        const kind = path.map(key => (typeof key === 'number' ? '*' : key)).join('/')
        return [
          {
            kind: `${name} /${kind} ${how.replace(' at the end', '')}`,
            name: `${name} /${path.join('/')} ${how}`,
            make: () => put(evidence, changeAt(value!, path, mutate)),
          },
        ]
      }),
    ),
  )
}
