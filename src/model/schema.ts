/**
 * Validation against the JSON Schemas of `schemas/`, compiled ahead of time: the library compiles or
 * evaluates nothing when loaded.
 *
 * @packageDocumentation
 */
import { pointerOf } from '../core/pointer.js'
import type { SchemaError, Validate } from './validate.js'

/** A problem of a document, and its place. */
export interface Problem {
  /** RFC 6901 JSON pointer. */
  readonly pointer: string
  /** Expected and found: lower case, no full stop. */
  readonly message: string
}

/** Max problems reported. */
const most = 20

/** All problems of `value`, at most one for each place, in document order. */
export function findProblems(validate: Validate, value: unknown): readonly Problem[] {
  if (validate(value)) return []
  const errors = validate.errors ?? []
  // After another error in an object, ajv considers all its members unevaluated.
  const others = errors.filter(({ keyword }) => keyword !== 'unevaluatedProperties')
  const problems = new Map<string, Problem>()
  for (const error of others.length > 0 ? others : errors) {
    // These only repeat that a subschema failed, whose own errors are here too.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue
    const problem = describe(error)
    if (!problems.has(problem.pointer)) problems.set(problem.pointer, problem)
  }
  return [...problems.values()].slice(0, most)
}

/** Problems on one line: the first few, and the number of others. */
export function describeProblems(problems: readonly Problem[]): string {
  const shown = problems
    .slice(0, 3)
    .map(({ pointer, message }) => `${pointer === '' ? 'the document' : pointer} ${message}`)
  const more = problems.length - shown.length
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '')
}

function describe(error: SchemaError): Problem {
  const { keyword, params } = error
  const member = (name: unknown): string => error.instancePath + pointerOf([String(name)])
  const instancePath = error.propertyName === undefined ? error.instancePath : member(error.propertyName)
  switch (keyword) {
    case 'required':
      return { pointer: member(params['missingProperty']), message: 'is missing' }
    case 'additionalProperties':
      return { pointer: member(params['additionalProperty']), message: 'is not a known member' }
    case 'unevaluatedProperties':
      return { pointer: member(params['unevaluatedProperty']), message: 'is not a known member' }
    case 'type':
      return { pointer: instancePath, message: `expected ${[params['type']].flat().join(' or ')}` }
    case 'const':
      return { pointer: instancePath, message: `expected ${JSON.stringify(params['allowedValue'])}` }
    case 'enum':
      return { pointer: instancePath, message: `expected one of ${JSON.stringify(params['allowedValues'])}` }
    case 'pattern':
      return { pointer: instancePath, message: `expected ${String(params['title'])}` }
    case 'false schema':
      return { pointer: instancePath, message: 'is not allowed beside the other members' }
    case 'format':
      return { pointer: instancePath, message: 'expected a time that exists, as in RFC 3339' }
    default:
      return { pointer: instancePath, message: `expected ${describeBound(keyword, params) ?? keyword}` }
  }
}

/** The bound in a size keyword. */
function describeBound(keyword: string, params: SchemaError['params']): string | undefined {
  const limit = String(params['limit'])
  const [, bound = '', what = ''] = /^(min|max)(imum|Items|Length|Properties)$/.exec(keyword) ?? []
  const most = bound === 'max' ? 'at most' : 'at least'
  const units: Readonly<Record<string, string>> = { Items: 'item', Length: 'character', Properties: 'member' }
  if (what === 'imum') return `a number of ${most} ${limit}`
  const unit = units[what]
  return unit && `${most} ${limit} ${unit}${limit === '1' ? '' : 's'}`
}
