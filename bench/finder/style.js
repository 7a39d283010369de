// How a platform writes what it publishes: names, nesting, tables or parallel lists, hex, what else stands there.
import { showAs } from './hashes.js'
import { makeUuid, someTime } from './random.js'

/** What one platform does in all its draws. */
export function chooseStyle(random) {
  return {
    names: random.pick('camel', 'camel', 'camel', 'snake', 'snake', 'snake', 'title'),
    flat: random.chance(45),
    parallel: random.chance(40),
    noise: random.shuffle(Object.keys(noise)).slice(0, random.between(1, 4)),
    shuffled: random.chance(30),
  }
}

const noise = {
  status: random => random.pick('completed', 'drawn', 'published'),
  createdAt: someTime,
  url: random => `https://draws.example/${random.text(8).toLowerCase()}`,
  ticketPrice: random => `${random.between(1, 9)}.${random.pick('00', '50', '99')}`,
  currency: random => random.pick('GBP', 'EUR', 'USD'),
  reference: makeUuid,
  pageViews: random => random.between(40, 90_000),
  version: random => `${random.between(1, 3)}.${random.below(9)}`,
  isTest: () => false,
  title: random =>
    `Win a ${random.pick('car', 'bike', 'holiday', 'camper van', 'console')} #${random.below(900)}`,
}

/** The values of a draw in a platform's style. */
export function dress(values, style, random) {
  let fields = Object.entries(values)
  const others = style.noise.filter(name => !Object.hasOwn(values, name))
  fields = [...fields, ...others.map(name => [name, noise[name](random)])]
  if (style.shuffled) fields = sortByName(fields)
  return rename(flatten(Object.fromEntries(fields), style), style.names)
}

/** An order that has nothing to do with the rule, and is the same in every draw. */
function sortByName(fields) {
  return fields.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function flatten(values, style) {
  const flat = Object.entries(values).flatMap(([name, value]) => {
    if (style.parallel && isTable(value)) return Object.entries({ [name]: toColumns(value) })
    return [[name, value]]
  })
  if (!style.flat) return Object.fromEntries(flat)
  const unfolded = flat.flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, one]) => [name + upperFirst(inner), one])
      : [[name, value]],
  )
  return Object.fromEntries(unfolded)
}

function toColumns(rows) {
  return Object.fromEntries(Object.keys(rows[0]).map(name => [plural(name), rows.map(row => row[name])]))
}

function plural(name) {
  if (name.endsWith('s') || name.endsWith('x') || name.endsWith('sh')) return `${name}es`
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`
}

function rename(value, names) {
  if (Array.isArray(value)) return value.map(one => rename(one, names))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [styleName(name, names), rename(one, names)]),
  )
}

function styleName(name, names) {
  if (names === 'camel') return name
  const parts = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ')
  if (names === 'snake') return parts.join('_').toLowerCase()
  return parts.map(upperFirst).join(' ')
}

const upperFirst = word => word[0].toUpperCase() + word.slice(1)
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTable = value => Array.isArray(value) && value.length > 1 && value.every(isObject)

/**
 * How a rule takes bytes, and how its page shows them. `as` says whether they are hashed as bytes or as the text that
 * stands on the page; with `0x` before them they are hashed as bytes.
 */
export function chooseHex(random) {
  const form = random.pick('lower', 'lower', 'lower', 'lower', 'upper', '0x', 'base64')
  const as = form === '0x' || form === 'base64' ? 'bytes' : random.pick('bytes', 'text')
  const show = showAs[form]
  return {
    as,
    form,
    show,
    part: bytes => (as === 'bytes' ? bytes : Buffer.from(show(bytes))),
    /** Bytes are rarely separated; texts often are. */
    separator: as === 'bytes' ? '' : random.pick('', ':', '-', '|', '_', '.', ', '),
  }
}
