/**
 * What a value tells: the published values that nobody can change without changing it. A hash of a whole list fixes
 * the list; one of its first item, of its length or of a sum of it fixes next to nothing. So a commitment is believed
 * only for what every operation on the way to it keeps: two different arguments never give one result.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import { integerOf, itemsOf, textOf, type Type, type Value } from './value.js'

/**
 * What has to hold of the values that were published, so that an operation tells its arguments: that they stand in
 * their one canonical form. Known when the recipe has run.
 */
export interface Condition {
  /** The operation, for whoever looks at it. */
  readonly operation: string
}

/** Names of published values, each with the conditions under which it is told. */
type Names = ReadonlyMap<string, readonly Condition[]>

export interface Tells {
  /** Of a beacon's round and of a row's column with a dot. */
  readonly values: Names
  /** Those of them that are lists whose order could not be another either. */
  readonly order: Names
}

export const tellsNothing: Tells = { values: new Map(), order: new Map() }

/** A name tells what it stands for. */
export function tellsOf(name: string, type: Type): Tells {
  const values: Names = new Map([[name, []]])
  return { values, order: type.kind === 'list' ? values : tellsNothing.order }
}

/** What several values together tell. */
export function allTold(...parts: readonly (Tells | undefined)[]): Tells {
  const known = parts.filter(part => part !== undefined)
  return {
    values: together(known.map(({ values }) => values)),
    order: together(known.map(({ order }) => order)),
  }
}

/** Of what is told twice, what takes less counts. */
function together(all: readonly Names[]): Names {
  const names = new Map<string, readonly Condition[]>()
  for (const [name, conditions] of all.flatMap(one => [...one])) {
    const other = names.get(name)
    if (other === undefined || conditions.length < other.length) names.set(name, conditions)
  }
  return names
}

/** The same, as far as more conditions hold. */
export function toldIf(tells: Tells | undefined, more: readonly Condition[]): Tells {
  if (tells === undefined) return tellsNothing
  if (more.length === 0) return tells
  const add = (names: Names): Names =>
    new Map([...names].map(([name, conditions]) => [name, [...new Set([...conditions, ...more])]]))
  return { values: add(tells.values), order: add(tells.order) }
}

/** What is told outside of where such names stand for items and turns: another may be called the same there. */
export function toldOutside({ values, order }: Tells = tellsNothing, ...names: readonly string[]): Tells {
  const isInside = (told: string): boolean => names.some(name => told === name || told.startsWith(`${name}.`))
  const keep = (all: Names): Names => new Map([...all].filter(([name]) => !isInside(name)))
  return { values: keep(values), order: keep(order) }
}

/** The same with every list in whatever order. */
export function toldInAnyOrder(tells: Tells | undefined): Tells {
  return { values: tells?.values ?? tellsNothing.values, order: tellsNothing.order }
}

/**
 * The conditions under which a value tells all of what a name stands for: of a row, each column. Undefined where it
 * does not.
 */
export function conditionsOf(
  name: string,
  type: Type,
  tells: Tells | undefined,
): readonly Condition[] | undefined {
  const whole = tells?.values.get(name)
  if (whole !== undefined || type.kind !== 'row') return whole
  const columns = Object.keys(type.columns).map(column => tells?.values.get(`${name}.${column}`))
  return columns.every(one => one !== undefined) ? [...new Set(columns.flat())] : undefined
}

/** What is known of an argument. */
export interface Argument {
  readonly type: Type
  readonly tells?: Tells
  readonly items?: readonly Argument[]
  readonly isLiteral?: boolean
  readonly isPrefixed?: boolean
  /** The published values it rests on. */
  readonly rests?: ReadonlySet<string>
}

/** Whether an operation tells an argument: always, never, or if what was published is in its canonical form. */
type Telling = 'yes' | 'no' | 'if'

interface Rule {
  /** Of each argument. */
  readonly tells: (args: readonly Argument[]) => readonly Telling[]
  /** Whether these values are in the one form that counts, where another would give the same result. */
  readonly isCanonical?: (values: readonly Value[], output: Value) => boolean
}

const each =
  (telling: Telling): Rule['tells'] =>
  args =>
    args.map(() => telling)

const always: Rule = { tells: each('yes') }
const never: Rule = { tells: each('no') }

/** Of one length, whatever was published. */
const hasLength = ({ type }: Pick<Argument, 'type'>): boolean =>
  (type.kind === 'bytes' || type.kind === 'text') && type.length !== undefined && type.length > 0

/** Text that has to be as it would be written again. */
const rewritten = (write: (output: Value) => string): Rule => ({
  tells: each('if'),
  isCanonical: ([from], output) => from?.kind === 'text' && from.text === write(output),
})

/** Numbers of a known length have only one way to be written. */
const numeral = (hasOneForm: (from: Value, output: Value) => boolean): Rule => ({
  tells: args => args.map(arg => (hasLength(arg) && arg.type.kind === 'bytes' ? 'yes' : 'if')),
  isCanonical: ([from], output) => from !== undefined && hasOneForm(from, output),
})

/**
 * Parts one after the other: those before the first, and after the last, of which nobody knows where they end. One
 * such part alone is what is left between the others.
 */
const inARow: Rule['tells'] = args => {
  const open = args.findIndex(arg => arg.isPrefixed !== true && !hasLength(arg))
  if (open === -1) return args.map(() => 'yes')
  // From the end only lengths count.
  const end = args.map(hasLength).lastIndexOf(false)
  return args.map((_, index) => (index < open || index > end || open === end ? 'yes' : 'no'))
}

/** As far as parts between separators are told apart: `items` where the recipe writes the list. */
const joined: Rule = {
  tells: ([source, separator]) => {
    const items = source?.items
    const open = items?.filter(item => item.isLiteral !== true && !hasLength(item)).length
    // Items of one length need no separator.
    const isEven = source?.type.kind === 'list' && hasLength({ type: source.type.of })
    const isFixed = separator !== undefined && (separator.isLiteral === true || hasLength(separator))
    const isCertain = isFixed && (isEven || (open !== undefined && open < 2))
    return [isCertain ? 'yes' : separator?.isLiteral === true ? 'if' : 'no', 'no']
  },
  // As whoever takes it apart at every separator finds it.
  isCanonical: ([source, separator], output) => {
    if (source === undefined || separator === undefined) return false
    const [parts, mark, whole] = [itemsOf(source), textOf(separator), textOf(output)]
    // No part and an empty one are written as the same.
    if (mark === '' || whole === '') return false
    let at = 0
    return parts.every((part, index) => {
      const end = at + textOf(part).length
      const isLast = index === parts.length - 1
      const isFound = whole.indexOf(mark, at) === (isLast ? -1 : end)
      at = end + mark.length
      return isFound
    })
  },
}

/** `fill` would be taken off again. */
const padded = (isPadded: (text: string, fill: string) => boolean): Rule => ({
  tells: ([source, width, fill]) => [
    source !== undefined && hasLength(source)
      ? 'yes'
      : width?.rests?.size === 0 && fill?.isLiteral === true
        ? 'if'
        : 'no',
    'no',
    'no',
  ],
  isCanonical: ([source, , fill]) =>
    source !== undefined && fill !== undefined && !isPadded(textOf(source), textOf(fill)),
})

/** The shortest block of the hashes that HMAC takes: a longer key is hashed first, and a shorter one padded with zeros. */
const shortestBlock = 64

const isPlainKey = (key: Value | undefined): boolean =>
  key?.kind === 'bytes' && key.bytes.length <= shortestBlock && key.bytes.at(-1) !== 0

const keyTelling = ({ type }: Argument): Telling =>
  type.kind === 'bytes' && type.length !== undefined && type.length <= shortestBlock ? 'yes' : 'if'

/**
 * What is derived under a password: the password is a key of HMAC; a salt and costs are in what it hashes, or make
 * another function of it.
 */
const keyed: Rule = {
  tells: ([password, ...others]) => [
    password ? keyTelling(password) : 'no',
    ...others.map(() => 'yes' as const),
  ],
  isCanonical: ([password]) => isPlainKey(password),
}

/** Zero with a minus sign is written as zero is. */
export function hasNegativeZero(value: Value): boolean {
  switch (value.kind) {
    case 'float':
      return Object.is(value.float, -0)
    case 'list':
      return value.items.some(hasNegativeZero)
    case 'row':
      return Object.values(value.columns).some(hasNegativeZero)
    default:
      return false
  }
}

const unlessNegativeZero: Rule = {
  tells: each('if'),
  isCanonical: ([value]) => value !== undefined && !hasNegativeZero(value),
}

/** Lists that the recipe writes one after the other, and at most one of any length: where that begins and ends is known. */
const isOneList = ({ items }: Argument): boolean =>
  items !== undefined && items.filter(item => item.items === undefined).length <= 1

const bytesOf = (value: Value): Uint8Array => (value.kind === 'bytes' ? value.bytes : new Uint8Array())

/**
 * The operations that tell an argument: nobody finds two that give one result. What stands in no row tells nothing, as
 * the hashes that are broken, trees whose leaves can be taken for pairs, and whatever changes letters or leaves
 * something out.
 */
const rules: Readonly<Record<string, Rule>> = {
  bytes_utf8: always,
  bytes_hex: rewritten(output => encodeHex(bytesOf(output))),
  // Other spellings are refused.
  bytes_base64: always,
  bytes_base64url: always,
  bytes_be: always,
  bytes_le: always,
  bytes_prefixed: always,
  text_hex: always,
  text_base64: always,
  text_base64url: always,
  text_utf8: always,
  text_decimal: always,
  text_base: always,
  text_time: always,
  text_float: unlessNegativeZero,
  text_json: unlessNegativeZero,
  text_jcs: unlessNegativeZero,
  ...Object.fromEntries(
    ['base58', 'base58check', 'ss58', 'uuid', 'ulid'].flatMap(name => [
      [`text_${name}`, always],
      [`bytes_${name}`, always],
    ]),
  ),
  text_bech32: always,
  // In capitals it would be read as well.
  bytes_bech32: {
    tells: each('if'),
    isCanonical: ([from]) => from !== undefined && !/[A-Z]/.test(textOf(from)),
  },
  // A line of no cells is refused, and one of an empty cell is written.
  text_csv: always,
  concat: { tells: inARow },
  join: joined,
  split: { tells: ([, separator]) => [separator?.isLiteral === true ? 'yes' : 'no', 'no'] },
  reverse: always,
  flatten: { tells: args => args.map(() => (args.every(isOneList) ? 'yes' : 'no')) },
  pad_start: padded((text, fill) => text.startsWith(fill)),
  pad_end: padded((text, fill) => text.endsWith(fill)),
  sha256: always,
  sha512: always,
  sha3_256: always,
  sha3_512: always,
  keccak256: always,
  blake2b_256: always,
  blake2b_512: always,
  blake3: always,
  sha384: always,
  sha512_256: always,
  keccak512: always,
  blake256: always,
  shake128: always,
  shake256: always,
  hmac: {
    tells: ([key, message]) => [key && message ? keyTelling(key) : 'no', 'yes'],
    isCanonical: ([key]) => isPlainKey(key),
  },
  hkdf: {
    tells: ([, salt]) => ['yes', salt ? keyTelling(salt) : 'no', 'yes'],
    isCanonical: ([, salt]) => isPlainKey(salt),
  },
  pbkdf2: keyed,
  scrypt: keyed,
  // A chain of one hash less begins one hash later.
  hash_chain: { tells: ([, times]) => [times?.rests?.size === 0 ? 'yes' : 'no', 'no'] },
  integer_be: numeral(from => bytesOf(from).at(0) !== 0),
  integer_le: numeral(from => bytesOf(from).at(-1) !== 0),
  integer_hex: rewritten(output => integerOf(output).toString(16)),
  integer_decimal: rewritten(output => integerOf(output).toString()),
  merkle_rfc6962: always,
}

/** What the result of an operation tells. */
export interface Told {
  readonly tells: Tells
  /** On what condition, if on any, and whether it holds of the values that the operation took. */
  readonly condition?: Condition & { readonly holds: NonNullable<Rule['isCanonical']> }
}

/**
 * What the result of an operation tells of what its arguments tell.
 *
 * @param isWeak - it hashes by a function that is broken.
 */
export function toldBy(operation: string, args: readonly Argument[], isWeak = false): Told {
  const { tells, isCanonical } = isWeak ? never : (rules[operation] ?? never)
  const tellings = tells(args)
  const condition = { operation, holds: isCanonical ?? ((): boolean => false) }
  const told = args.map(({ tells: own }, index) =>
    tellings[index] === 'no' ? undefined : toldIf(own, tellings[index] === 'if' ? [condition] : []),
  )
  const isAsked = args.some(
    (arg, index) => tellings[index] === 'if' && arg.tells !== undefined && arg.tells.values.size > 0,
  )
  return { tells: allTold(...told), ...(isAsked && { condition }) }
}
