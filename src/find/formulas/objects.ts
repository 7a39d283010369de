/**
 * Values under their names as one JSON object, as platforms hash what they sign or seal.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { spellName } from '../../model/plain-values.js'
import type { Expression } from '../../model/recipe.js'
import { printCell, printDatum } from '../values/datum.js'
import { isCalledHash } from '../values/names.js'
import type { Case, ListVariable, Scope, Variable } from '../values/scope.js'
import type { ScalarShape } from '../values/shape.js'
import { formsOf, textForm, type Form } from './forms.js'
import { asGiven, itemText } from './orders.js'

/** Max lists in objects, max members of an object, and max items of a list. */
const mostLists = 2
const mostMembers = 3
const longestList = 5000

/** A possible member of an object. */
interface Member {
  readonly reference: string
  /** Possible names, words separated by `_`. */
  readonly names: readonly string[]
  readonly express: (spell: Spelling) => Expression
  readonly read: (at: Case, spell: Spelling) => JsonValue | undefined
}

type Spelling = (name: string) => string

const spellings: readonly Spelling[] = [
  name => name,
  name => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
]

/** Objects of each two and three values and lists, in published order or by RFC 8785. */
export function objectForms({ lists }: Scope, values: readonly Variable[]): readonly Form[] {
  const members = [...values.flatMap(memberOf), ...lists.slice(0, mostLists).flatMap(membersOf)]
  return subsetsOf(members).flatMap(chosen =>
    namings(chosen).flatMap(names =>
      spellings.flatMap(spell =>
        (['json', 'jcs'] as const).map(how => objectForm(chosen, names, spell, how)),
      ),
    ),
  )
}

function memberOf(variable: Variable): readonly Member[] {
  const { reference, shape, expression } = variable
  const forms = formsOf(variable)
  const text = (forms.get('text') ?? forms.get('decimal'))?.text
  if (text === undefined || shape.kind === 'fraction') return []
  const isNumber = shape.kind === 'integer'
  return [
    {
      reference,
      names: namesOf(reference),
      express: () => (isNumber ? expression : text),
      read: at => {
        const datum = at.data.get(reference)
        if (datum === undefined) return undefined
        if (isNumber) return asNumber(printDatum(shape, datum))
        return datum.kind === 'bytes' ? datum.given : printDatum(shape, datum)
      },
    },
  ]
}

/** A list as published; for a table its rows with all columns. */
function membersOf({ reference, shape, made }: ListVariable): readonly Member[] {
  const isPlain = (of: ScalarShape): boolean =>
    of.kind !== 'fraction' && !(of.kind === 'text' && of.isLogical === true)
  const columns = shape.kind === 'list' ? [] : Object.entries(shape.columns)
  const kinds = shape.kind === 'list' ? [shape.of] : columns.map(([, of]) => of)
  if (made !== undefined || !kinds.every(isPlain)) return []
  const list = asGiven.express(`$${reference}`)
  const cell = (of: ScalarShape, item: string): Expression =>
    of.kind === 'integer' ? item : itemText(of, item)
  return [
    {
      reference,
      names: [reference],
      express(spell) {
        if (shape.kind === 'list') return { map: { list, as: 'item', do: cell(shape.of, '$item') } }
        const row = columns.map(([name, of]) => [spell(spellName(name)), cell(of, `$item.${name}`)] as const)
        return { map: { list, as: 'item', do: { row: Object.fromEntries(row) } } }
      },
      read(at, spell) {
        const items = at.lists.get(reference)
        if (items === undefined || items.length > longestList) return undefined
        const print = (of: ScalarShape, item: JsonValue, column?: string): JsonValue =>
          of.kind === 'integer' ? (asNumber(printCell(item, column)) ?? '') : printCell(item, column)
        if (shape.kind === 'list') return items.map(item => print(shape.of, item))
        return items.map(item =>
          Object.fromEntries(columns.map(([name, of]) => [spell(spellName(name)), print(of, item, name)])),
        )
      },
    },
  ]
}

/** Undefined beyond the exact range of JSON numbers. */
function asNumber(digits: string): number | undefined {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : undefined
}

/**
 * Names of a value; a beacon's value also without the beacon's name, and a list's hash under its usual names.
 */
function namesOf(reference: string): readonly string[] {
  const [base = '', member] = reference.split('.')
  const own = member === undefined ? [base] : [member, `${base}_${member}`, `drand_${member}`]
  const isOfList = isCalledHash(reference) && /list|entr|ticket|participant/.test(reference)
  return [...new Set([...own, ...(isOfList ? ['list_hash', 'entries_hash', 'entry_hash'] : [])])]
}

/** All pairs and triples. */
function subsetsOf(members: readonly Member[]): readonly (readonly Member[])[] {
  const subsets: (readonly Member[])[] = []
  const extend = (chosen: readonly Member[], from: number): void => {
    if (chosen.length > 1) subsets.push(chosen)
    if (chosen.length === mostMembers) return
    for (const [more, member] of members.slice(from).entries()) extend([...chosen, member], from + more + 1)
  }
  extend([], 0)
  return subsets.sort((one, other) => one.length - other.length)
}

/** All choices of one name per member. */
function namings(members: readonly Member[]): readonly (readonly string[])[] {
  return members.reduce<readonly (readonly string[])[]>(
    (found, { names }) => found.flatMap(before => names.map(name => [...before, name])),
    [[]],
  )
}

function objectForm(
  members: readonly Member[],
  names: readonly string[],
  spell: Spelling,
  how: 'json' | 'jcs',
): Form {
  const named = members.map((member, index) => ({ member, name: spell(names[index] ?? '') }))
  const row = Object.fromEntries(named.map(({ member, name }) => [name, member.express(spell)]))
  const form = textForm({
    name: 'text',
    says: `a JSON object of ${named.map(({ name }) => name).join(', ')}${how === 'jcs' ? ' by RFC 8785' : ''}`,
    text: { [how === 'jcs' ? 'text_jcs' : 'text_json']: { row } },
    read: at => {
      const values = named.map(({ member, name }) => [name, member.read(at, spell)] as const)
      if (values.some(([, value]) => value === undefined)) return undefined
      const object = Object.fromEntries(values) as JsonValue
      return JSON.stringify(how === 'jcs' ? inOrder(object) : object)
    },
  })
  return { ...form, uses: members.map(({ reference }) => reference) }
}

/** With object members sorted by UTF-16 code units. */
function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => inOrder(item))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>)
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, item]) => [name, inOrder(item)]))
}
