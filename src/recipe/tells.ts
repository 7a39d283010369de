/**
 * What a value determines ("tells"): the published values that cannot change without changing it. A hash of a
 * whole list determines the list; a hash of its first item, its length or a sum determines next to nothing.
 * So a commitment counts only for values preserved by every operation on the way: those for which different
 * arguments never give the same result.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import { integerOf, itemsOf, textOf, type Type, type Value } from './value.js'

/**
 * A condition on the published values under which an operation tells its arguments: that they are in
 * canonical form. Known once the recipe has run.
 */
export interface TellingCondition {
  /** Name of the operation, for people. */
  readonly operation: string
}

/** Names of published values, each with the conditions under which it is told. */
type ToldNames = ReadonlyMap<string, readonly TellingCondition[]>

export interface Tells {
  /** Beacon rounds and row columns have a dot in their names. */
  readonly values: ToldNames
  /** Those of them that are lists whose order is told as well. */
  readonly order: ToldNames
}

export const tellsNothing: Tells = { values: new Map(), order: new Map() }

/** A name tells the value it stands for. */
export function tellsOf(name: string, type: Type): Tells {
  const values: ToldNames = new Map([[name, []]])
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

/** If something is told twice, the weaker conditions count. */
function together(all: readonly ToldNames[]): ToldNames {
  const names = new Map<string, readonly TellingCondition[]>()
  for (const [name, conditions] of all.flatMap(one => [...one])) {
    const other = names.get(name)
    if (other === undefined || conditions.length < other.length) names.set(name, conditions)
  }
  return names
}

/** The same under additional conditions. */
export function toldIf(tells: Tells | undefined, more: readonly TellingCondition[]): Tells {
  if (tells === undefined) return tellsNothing
  if (more.length === 0) return tells
  const add = (names: ToldNames): ToldNames =>
    new Map([...names].map(([name, conditions]) => [name, [...new Set([...conditions, ...more])]]))
  return { values: add(tells.values), order: add(tells.order) }
}

/**
 * What is told outside the scope of these names of items and turns; other values may have the same names
 * there.
 */
export function toldOutside({ values, order }: Tells = tellsNothing, ...names: readonly string[]): Tells {
  const isInside = (told: string): boolean => names.some(name => told === name || told.startsWith(`${name}.`))
  const keep = (all: ToldNames): ToldNames => new Map([...all].filter(([name]) => !isInside(name)))
  return { values: keep(values), order: keep(order) }
}

/** The same without the order of lists. */
export function toldInAnyOrder(tells: Tells | undefined): Tells {
  return { values: tells?.values ?? tellsNothing.values, order: tellsNothing.order }
}

/**
 * The conditions under which a value tells all of a name's value: every column of a row. Undefined if it does
 * not.
 */
export function conditionsOf(
  name: string,
  type: Type,
  tells: Tells | undefined,
): readonly TellingCondition[] | undefined {
  const whole = tells?.values.get(name)
  if (whole !== undefined || type.kind !== 'row') return whole
  const columns = Object.keys(type.columns).map(column => tells?.values.get(`${name}.${column}`))
  return columns.every(one => one !== undefined) ? [...new Set(columns.flat())] : undefined
}

/** Static knowledge about an argument. */
export interface Argument {
  readonly type: Type
  readonly tells?: Tells
  readonly items?: readonly Argument[]
  readonly isLiteral?: boolean
  readonly isPrefixed?: boolean
  /** The published values that it depends on. */
  readonly rests?: ReadonlySet<string>
}

/** Whether an operation tells an argument: always, never, or if the published value is canonical. */
type Telling = 'yes' | 'no' | 'if'

interface TellingRule {
  /** For each argument. */
  readonly tells: (args: readonly Argument[]) => readonly Telling[]
  /** Whether these values are in canonical form, where others would give the same result. */
  readonly isCanonical?: (values: readonly Value[], output: Value) => boolean
}

const each =
  (telling: Telling): TellingRule['tells'] =>
  args =>
    args.map(() => telling)

const always: TellingRule = { tells: each('yes') }
const never: TellingRule = { tells: each('no') }

/** Whether the length is fixed, whatever was published. */
const hasLength = ({ type }: Pick<Argument, 'type'>): boolean =>
  (type.kind === 'bytes' || type.kind === 'text') && type.length !== undefined && type.length > 0

/** Text that must equal its canonical form. */
const rewritten = (write: (output: Value) => string): TellingRule => ({
  tells: each('if'),
  isCanonical: ([from], output) => from?.kind === 'text' && from.text === write(output),
})

/** Numbers of a known length have one spelling. */
const numeral = (hasOneForm: (from: Value, output: Value) => boolean): TellingRule => ({
  tells: args => args.map(arg => (hasLength(arg) && arg.type.kind === 'bytes' ? 'yes' : 'if')),
  isCanonical: ([from], output) => from !== undefined && hasOneForm(from, output),
})

/**
 * Concatenated parts: those before the first, and after the last, of variable length. A single such part is
 * what is left between the others.
 */
const inARow: TellingRule['tells'] = args => {
  const open = args.findIndex(arg => arg.isPrefixed !== true && !hasLength(arg))
  if (open === -1) return args.map(() => 'yes')
  // From the end only lengths count.
  const end = args.map(hasLength).lastIndexOf(false)
  return args.map((_, index) => (index < open || index > end || open === end ? 'yes' : 'no'))
}

/** Parts between separators, as far as they are unambiguous: `items` if the recipe writes the list. */
const joined: TellingRule = {
  tells: ([source, separator]) => {
    const items = source?.items
    const open = items?.filter(item => item.isLiteral !== true && !hasLength(item)).length
    // Items of one length need no separator.
    const isEven = source?.type.kind === 'list' && hasLength({ type: source.type.of })
    const isFixed = separator !== undefined && (separator.isLiteral === true || hasLength(separator))
    const isCertain = isFixed && (isEven || (open !== undefined && open < 2))
    return [isCertain ? 'yes' : separator?.isLiteral === true ? 'if' : 'no', 'no']
  },
  // As a reader who splits at every separator would find it.
  isCanonical: ([source, separator], output) => {
    if (source === undefined || separator === undefined) return false
    const [parts, mark, whole] = [itemsOf(source), textOf(separator), textOf(output)]
    // No part and one empty part look the same.
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

/** A `fill` at the edge would be removed again. */
const padded = (isPadded: (text: string, fill: string) => boolean): TellingRule => ({
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

/**
 * Min block size of HMAC's hashes, in bytes: a longer key is hashed first, a shorter one padded with zeros.
 */
const shortestBlock = 64

const isPlainKey = (key: Value | undefined): boolean =>
  key?.kind === 'bytes' && key.bytes.length <= shortestBlock && key.bytes.at(-1) !== 0

const keyTelling = ({ type }: Argument): Telling =>
  type.kind === 'bytes' && type.length !== undefined && type.length <= shortestBlock ? 'yes' : 'if'

/**
 * Derivation from a password: the password is an HMAC key; salt and cost are hashed, or select another
 * function.
 */
const keyed: TellingRule = {
  tells: ([password, ...others]) => [
    password ? keyTelling(password) : 'no',
    ...others.map(() => 'yes' as const),
  ],
  isCanonical: ([password]) => isPlainKey(password),
}

/** −0 is written like 0. */
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

const unlessNegativeZero: TellingRule = {
  tells: each('if'),
  isCanonical: ([value]) => value !== undefined && !hasNegativeZero(value),
}

/** Lists concatenated by the recipe, at most one of them of variable length, so that its ends are known. */
const isOneList = ({ items }: Argument): boolean =>
  items !== undefined && items.filter(item => item.items === undefined).length <= 1

const bytesOf = (value: Value): Uint8Array => (value.kind === 'bytes' ? value.bytes : new Uint8Array())

/**
 * The operations that tell an argument: no two arguments with one result can be found. Operations without a
 * row tell nothing, such as broken hashes, trees that confuse leaves with pairs, and anything that changes
 * letters or drops something.
 */
const rules: Readonly<Record<string, TellingRule>> = {
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
  // Upper case would be accepted too.
  bytes_bech32: {
    tells: each('if'),
    isCanonical: ([from]) => from !== undefined && !/[A-Z]/.test(textOf(from)),
  },
  // A line without cells is refused, and one with an empty cell is quoted.
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
  // A chain that is one shorter begins one hash later.
  hash_chain: { tells: ([, times]) => [times?.rests?.size === 0 ? 'yes' : 'no', 'no'] },
  integer_be: numeral(from => bytesOf(from).at(0) !== 0),
  integer_le: numeral(from => bytesOf(from).at(-1) !== 0),
  integer_hex: rewritten(output => integerOf(output).toString(16)),
  integer_decimal: rewritten(output => integerOf(output).toString()),
  merkle_rfc6962: always,
}

/** What the result of an operation tells. */
export interface ToldResult {
  readonly tells: Tells
  /** The condition, if any, and whether it holds for the operation's values. */
  readonly condition?: TellingCondition & { readonly holds: NonNullable<TellingRule['isCanonical']> }
}

/**
 * What the result of an operation tells, given what its arguments tell.
 *
 * @param isWeak - the operation uses a broken hash.
 */
export function toldBy(operation: string, args: readonly Argument[], isWeak = false): ToldResult {
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
