/**
 * What the name of a published value tells of it, in the words that platforms use. A name is a hint: it decides what is
 * looked at first and what a value is called, never whether something was found.
 *
 * @packageDocumentation
 */
import { spellName } from '../../model/plain-values.js'

/** A name of a-z, 0-9 and _ for whatever a platform calls a value. */
export function nameInput(text: string): string {
  return spellName(text).slice(0, 64) || 'value'
}

/** A name of a-z, 0-9 and - for a platform. */
export function nameRecipe(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '').slice(0, 64) || 'my-platform'
}

/** A name as words. */
export function nameAsWords(name: string): string {
  return name.replaceAll('_', ' ')
}

const drawnWords =
  'winners?|winning|index|indices|indexes|positions?|places?|results?|remainders?|drawn|outcomes?|numbers?|picked|selected|ticket|selection|sample|offered|ranking|ranked|shuffled|permutation|start'
const gameWords = 'rolls?|bust|busted|crash|crashed|multipliers?|mines|bombs|won|wins?'
const resultWord = new RegExp(`(^|_)(${drawnWords}|${gameWords})(_|$)`)
const notResult =
  /count|total|hash|digest|seed|commit|(^|_)(at|of|time|date|block|sold|id|price|size|url|views|odds)(_|$)/

/** Anything that is computed on the way to a winner: an index, a remainder, the winner. */
export function isCalledResult(name: string): boolean {
  return resultWord.test(name) && !notResult.test(name)
}

/** Whole words: what was withdrawn was not drawn. */
const outcomeWord = /(^|_)(winners?|winning|winn(er|ing)[a-z]+|results?|outcomes?|drawn)(_|$)/

/** How a draw ended: what a person would call its result. */
export function isCalledOutcome(name: string): boolean {
  return outcomeWord.test(name) && !/count|total|number_of/.test(name)
}

/** In the plural: of one number, that it counts them. */
export function isCalledSeveral(name: string): boolean {
  return /(winners|indices|indexes|positions|places|results|numbers|rolls|mines|bombs|wins|selected|drawn|picked|offered)$/.test(
    name,
  )
}

/** Numbers that tell draws apart go into messages: `draw_number`, `serial_number`. `winning_number` is a result. */
export function isNumberOfDraw(name: string): boolean {
  const [whole = '', of = ''] = /^(.*)_number$/.exec(name) ?? []
  return whole !== '' && of !== 'lucky' && !resultWord.test(of)
}

/** Of a list: what was drawn, not what was drawn from. */
export function isCalledDrawn(name: string): boolean {
  return /win|drawn|picked|select|result|position|remainder|ind(ic|ex)es|sample|offered|rank|shuffled|permutation/.test(
    name,
  )
}

/** Of a number: a place in a list, or a number by itself, rather than the item at that place. */
export function isCalledPlace(name: string): boolean {
  return /index|position|place|remainder|number|offset/.test(name)
}

/** Of a number: how many entries there are to draw from. */
export function isCalledLimit(name: string): boolean {
  return /ticket|entr|count|total|sold|max|participant|number_of|holders|slots/.test(name)
}

/** Of a number: how long something is. */
export function isCalledCount(name: string): boolean {
  return /count|total|sold|size|tickets|entries|entrants|participants|number_of|draws|prizes/.test(name)
}

/** A hash of something, a commitment to it among them. */
export function isCalledHash(name: string): boolean {
  return /hash|commit|digest/.test(name)
}

/** Of bytes: they were computed of something, whether or not they are called a hash. */
export function isCalledComputed(name: string): boolean {
  return (
    isCalledHash(name) ||
    /mixed|combined|output|fingerprint|checksum|score|anchor|(^|[._])(h?mac|sha[0-9]+|root)(_|$)/.test(name)
  )
}

/** A seed, or the number of a block, is a hash of nothing that could be published. */
export function isCalledRandom(name: string): boolean {
  return /seed|block|random|nonce|beacon|salt|pulse|secret|entropy/.test(name)
}

/** Of a hash: it is that of a block, a transaction or a key, and not of what is published beside it. */
export function isCalledSource(name: string): boolean {
  return /(^|[._])(block|tx|txn|transaction|parent|previous|prev|git|commit_id|key)(_|$)/.test(name)
}

/** Random itself, and no hash of what could be published. */
export function isCalledSeed(name: string): boolean {
  return isCalledRandom(name) && !isCalledHash(name.replace(/block_?hash/, ''))
}

/** From a source that the organiser does not control. */
export function isCalledPublic(name: string): boolean {
  return /block|beacon|pulse|lottery/.test(name)
}

/** Which block, round or pulse, rather than what it has. */
export function isCalledOrdinal(name: string): boolean {
  return /(^|_)(height|round|number|no)(_|$)/.test(name)
}

/** When something was or will be. */
export function isCalledTime(name: string): boolean {
  return /(^|_)(at|on|dates?|times?|timestamp|deadline)(_|$)/.test(name)
}

/** What says something about a draw, and hardly goes into it. */
export function isCalledDetail(name: string): boolean {
  return /(_|^)(at|time|date|height|title|url|name|status|price|views|currency|version|test)$/.test(name)
}
