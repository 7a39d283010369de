/**
 * Which of the published values are results.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { PublishedValues } from './published.js'
import { isDigest } from './scope.js'
import { isList } from './shape.js'

export interface ChosenResults {
  readonly results: readonly string[]
  /** Whether the user said so, the names do, or only that the value stands last. */
  readonly by: 'option' | 'name' | 'place'
}

const word = /(^|_)(winners?|winning|index|indices|indexes|positions?|places?|results?|remainders?|rolls?|drawn|outcomes?|numbers?|picked|selected|ticket)(_|$)/ // prettier-ignore
const notResult = /count|total|hash|digest|seed|commit|(^|_)(at|of|time|date|block|sold|id)(_|$)/

/** @throws DrawauditError `usage` for a name that is not among the values. */
export function chooseResults(published: PublishedValues, asked: readonly string[]): ChosenResults {
  const { shapes, renamed } = published
  if (asked.length > 0) {
    const given = new Map([...renamed].map(([name, path]) => [path, name]))
    return { by: 'option', results: asked.map(name => checkName(given.get(name) ?? name, name, published)) }
  }
  const named = (isResult: (name: string) => boolean): readonly string[] => namedResults(published, isResult)
  const plain = named(name => isNamed(name) && !isNumberOfDraw(name))
  const results = plain.length > 0 ? plain : named(isNamed)
  if (results.length > 0) return { by: 'name', results }
  const [name = '', shape] = [...shapes].at(-1) ?? []
  const of = shape?.kind === 'list' ? shape.of : shape
  return { by: 'place', results: of?.kind === 'integer' || of?.kind === 'text' ? [name] : [] }
}

function namedResults(published: PublishedValues, isResult: (name: string) => boolean): readonly string[] {
  return [...published.shapes].flatMap(([name, shape]) => {
    if (shape.kind === 'beacon') return []
    if (shape.kind === 'table') {
      return Object.entries(shape.columns).flatMap(([column, of]) =>
        isResult(column) && !isDigest(of) ? [`${name}.${column}`] : [],
      )
    }
    const of = shape.kind === 'list' ? shape.of : shape
    if (!isResult(name) || isDigest(of)) return []
    return shape.kind === 'list' && isLongest(name, published) ? [] : [name]
  })
}

function isNamed(name: string): boolean {
  return word.test(name) && !notResult.test(name)
}

/** Numbers that tell draws apart go into messages: `draw_number`, `serial_number`. `winning_number` is a result. */
function isNumberOfDraw(name: string): boolean {
  const [whole = '', of = ''] = /^(.*)_number$/.exec(name) ?? []
  return whole !== '' && of !== 'lucky' && !word.test(of)
}

/** The longest list is what is drawn from, whatever it is called, unless it says that it has won. */
function isLongest(name: string, { draws, shapes }: PublishedValues): boolean {
  if (/win|drawn|picked|selected|result|position|remainder|ind(ic|ex)es/.test(name)) return false
  const [first = {}] = draws
  const length = (of: string): number => {
    const value = first[of]
    return value !== undefined && isList(value) ? value.length : 0
  }
  return ![...shapes.keys()].some(other => other !== name && length(other) > length(name))
}

function checkName(name: string, asked: string, { shapes }: PublishedValues): string {
  const [value = '', column] = name.split('.')
  const shape = shapes.get(value)
  const isThere =
    column === undefined ? shape !== undefined : shape?.kind === 'table' && column in shape.columns
  if (isThere) return name
  throw new DrawauditError('usage', `there is no value ${JSON.stringify(asked)}`, {
    hint: `the values are ${[...shapes.keys()].join(', ')}`,
  })
}
