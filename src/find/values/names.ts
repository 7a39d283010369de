/**
 * What the name of a published value suggests, in platforms' usual words. Names are hints: they decide what
 * is tried first and what a value is called, never whether something was found.
 *
 * @packageDocumentation
 */
import { spellName } from '../../model/plain-values.js'

/** Converts a platform's name of a value to a-z, 0-9 and _. */
export function nameInput(text: string): string {
  return spellName(text).slice(0, 64) || 'value'
}

/** Converts a platform's name to a-z, 0-9 and -. */
export function nameRecipe(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '').slice(0, 64) || 'my-platform'
}

/** Splits a name into words. */
export function nameAsWords(name: string): string {
  return name.replaceAll('_', ' ')
}

const drawnWords =
  'winners?|winning|index|indices|indexes|positions?|places?|results?|remainders?|drawn|outcomes?|numbers?|picked|selected|ticket|selection|sample|offered|ranking|ranked|shuffled|permutation|start'
const gameWords = 'rolls?|bust|busted|crash|crashed|multipliers?|mines|bombs|won|wins?'
const resultWord = new RegExp(`(^|_)(${drawnWords}|${gameWords})(_|$)`)
const notResult =
  /count|total|hash|digest|seed|commit|(^|_)(at|of|time|date|block|sold|id|price|size|url|views|odds)(_|$)/

/** Whether it names a result or an intermediate value: an index, a remainder, the winner. */
export function isCalledResult(name: string): boolean {
  return resultWord.test(name) && !notResult.test(name)
}

/** Whole words: “withdrawn” is not “drawn”. */
const outcomeWord = /(^|_)(winners?|winning|winn(er|ing)[a-z]+|results?|outcomes?|drawn)(_|$)/

/** Whether it names what a person would call the result. */
export function isCalledOutcome(name: string): boolean {
  return outcomeWord.test(name) && !/count|total|number_of/.test(name)
}

/** Whether it is a plural; a number with such a name is a count. */
export function isCalledSeveral(name: string): boolean {
  return /(winners|indices|indexes|positions|places|results|numbers|rolls|mines|bombs|wins|selected|drawn|picked|offered)$/.test(
    name,
  )
}

/**
 * Whether it numbers the draw, as `draw_number` and `serial_number` do: then it is part of messages.
 * `winning_number` is a result.
 */
export function isNumberOfDraw(name: string): boolean {
  const [whole = '', of = ''] = /^(.*)_number$/.exec(name) ?? []
  return whole !== '' && of !== 'lucky' && !resultWord.test(of)
}

/** Whether a list of this name was drawn, rather than drawn from. */
export function isCalledDrawn(name: string): boolean {
  return /win|drawn|picked|select|result|position|remainder|ind(ic|ex)es|sample|offered|rank|shuffled|permutation/.test(
    name,
  )
}

/** Whether a number of this name is an index or the number itself, rather than the item at an index. */
export function isCalledPlace(name: string): boolean {
  return /index|position|place|remainder|number|offset/.test(name)
}

/** Whether a number of this name counts the entries to draw from. */
export function isCalledLimit(name: string): boolean {
  return /ticket|entr|count|total|sold|max|participant|number_of|holders|slots/.test(name)
}

/** Whether a number of this name is a length. */
export function isCalledCount(name: string): boolean {
  return /count|total|sold|size|tickets|entries|entrants|participants|number_of|draws|prizes/.test(name)
}

/** Whether it names a hash, including commitments. */
export function isCalledHash(name: string): boolean {
  return /hash|commit|digest/.test(name)
}

/** Whether bytes of this name were computed, even if not called a hash. */
export function isCalledComputed(name: string): boolean {
  return (
    isCalledHash(name) ||
    /mixed|combined|output|fingerprint|checksum|score|anchor|(^|[._])(h?mac|sha[0-9]+|root)(_|$)/.test(name)
  )
}

/** Whether it names a seed or block number, which is not a hash of published values. */
export function isCalledRandom(name: string): boolean {
  return /seed|block|random|nonce|beacon|salt|pulse|secret|entropy/.test(name)
}

/** Whether a hash of this name is that of a block, transaction or key, rather than of published values. */
export function isCalledSource(name: string): boolean {
  return /(^|[._])(block|tx|txn|transaction|parent|previous|prev|git|commit_id|key)(_|$)/.test(name)
}

/** Whether it names a random value, which is not a hash of published values. */
export function isCalledSeed(name: string): boolean {
  return isCalledRandom(name) && !isCalledHash(name.replace(/block_?hash/, ''))
}

/** Whether it names a value from a source that the organiser does not control. */
export function isCalledPublic(name: string): boolean {
  return /block|beacon|pulse|lottery/.test(name)
}

/** Whether it identifies a block, round or pulse, rather than its value. */
export function isCalledOrdinal(name: string): boolean {
  return /(^|_)(height|round|number|no)(_|$)/.test(name)
}

/** Whether it names a time. */
export function isCalledTime(name: string): boolean {
  return /(^|_)(at|on|dates?|times?|timestamp|deadline)(_|$)/.test(name)
}

/** Whether it describes the draw, and hardly influences it. */
export function isCalledDetail(name: string): boolean {
  return /(_|^)(at|time|date|height|title|url|name|status|price|views|currency|version|test)$/.test(name)
}
