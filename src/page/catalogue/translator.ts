/**
 * Says English texts of reports and recipes in another language.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import { capital, sentenceOf } from '../sentence.js'

/**
 * Texts by the English ones. In these, `{0}` stands for anything, which is said in the language if it is a text of
 * several words, since an id may be a word; `{0:word}` for a word that is said in it; `{0:number}` for digits;
 * `{0:value}` for the title of a published value, and `{0:values}` for several as a sentence lists them, `the ticket
 * list, the salt and which block would count`, or their titles alone.
 */
export type Phrases = Readonly<Record<string, string>>

/** How a language writes what is filled in. */
export interface PhraseGrammar {
  readonly quote: (text: string) => string
  readonly listWords: (words: readonly string[]) => string
  readonly number: (value: number) => string
  readonly formatMoment: (at: number) => string
  readonly fromReport: (text: string, length?: number) => string
  /** Whether a sentence begins with a capital letter after a colon. */
  readonly isCapitalAfterColon?: boolean
}

/** A text in the language; undefined if there is none for it. Values in it are escaped. */
export type Translate = (english: string) => string | undefined

/** An English text around its placeholders. */
interface Pattern {
  readonly parts: readonly string[]
  readonly kinds: readonly string[]
  readonly text: string
}

/** Longer texts are not looked up. */
const longest = 3000

/** How many pieces of a list can be one title, with what stands between them; the longest first. */
const lengths = [9, 7, 5, 3, 1] as const

/** @param read - called at the first use. */
export function createTranslator(read: () => Phrases, grammar: PhraseGrammar): Translate {
  let compiled: ReturnType<typeof compile> | undefined
  const all = (): ReturnType<typeof compile> => (compiled ??= compile(read()))
  const exact = (english: string): string | undefined => all().exact.get(english)

  const translate = (english: string): string | undefined => {
    const known = exact(english)
    if (known !== undefined || english.length > longest) return known
    for (const pattern of all().patterns) {
      const values = match(pattern, english)
      if (values !== undefined) return fill(pattern, values)
    }
    return undefined
  }

  const fill = ({ kinds, text }: Pattern, values: readonly string[]): string => {
    const said = values.map((value, at) => {
      const kind = kinds[at]
      if (kind === 'values') return { one: sayValues(value) }
      if (kind === 'value') return { one: sayTitle(value) }
      const told = kind === 'word' || value.includes(' ') ? translate(value) : undefined
      return { one: told ?? sayPlain(value, grammar), isSentence: told !== undefined && kind !== 'word' }
    })
    return text.replace(/(:\s)?\{(\d)\}/g, (_, colon: string | undefined, at: string) => {
      const { one = '', isSentence = false } = said[Number(at)] ?? {}
      if (colon === undefined) return one
      return colon + (isSentence && grammar.isCapitalAfterColon === true ? capital(one) : one)
    })
  }

  const sayTitle = (title: string): string =>
    grammar.quote(translate(title) ?? grammar.fromReport(title, 120))

  /** A known value as it stands in a list: `the ticket list`, `which block would count`. */
  const sayKnown = (value: string): string | undefined => {
    const title = value.replace(/^the /, '')
    if (exact(title) !== undefined) return sayTitle(title)
    for (const pattern of all().patterns) {
      const values = match(pattern, value)
      if (values?.every(one => exact(one) !== undefined) === true) return fill(pattern, values)
    }
    return undefined
  }

  /** Titles can have commas and “and” in them: the longest that is known is the next. */
  const sayValues = (list: string): string => {
    const pieces = list.split(/(, | and )/)
    const said: string[] = []
    while (pieces.length > 0) {
      const known = lengths.flatMap(length => {
        const one = length > pieces.length ? undefined : sayKnown(pieces.slice(0, length).join(''))
        return one === undefined ? [] : [{ length, one }]
      })
      const { length, one } = known[0] ?? { length: 1, one: undefined }
      const [value = ''] = pieces.splice(0, length)
      said.push(one ?? translate(value) ?? sayTitle(value.replace(/^the /, '')))
      // What stands between them.
      pieces.shift()
    }
    return grammar.listWords(said)
  }

  return translate
}

/** Times and numbers are written anew, anything else stays as it is. */
function sayPlain(value: string, { formatMoment, number }: PhraseGrammar): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/.test(value)) {
    const at = Date.parse(value)
    if (!Number.isNaN(at)) return formatMoment(at)
  }
  if (/^\d{1,3}(?:,\d{3})+$/.test(value)) return number(Number(value.replaceAll(',', '')))
  return escapeText(value, 600)
}

/** Texts by themselves, and those with placeholders: the ones with the most words of their own first. */
function compile(phrases: Phrases): {
  readonly exact: ReadonlyMap<string, string>
  readonly patterns: readonly Pattern[]
} {
  const all = Object.entries(phrases)
  const patterns = all
    .filter(([english]) => english.includes('{'))
    .map(([english, text]) => ({
      parts: english.split(/\{\d(?::\w+)?\}/),
      kinds: [...english.matchAll(/\{\d(?::(\w+))?\}/g)].map(([, kind = 'any']) => kind),
      text,
    }))
  return {
    exact: new Map(all),
    patterns: patterns.sort((a, b) => b.parts.join('').length - a.parts.join('').length),
  }
}

/** What stands for the placeholders between the parts, each the shortest that fits; undefined if the text differs. */
function match({ parts, kinds }: Pattern, text: string): readonly string[] | undefined {
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let at = first.length
  for (const part of rest) {
    const next = text.indexOf(part, at + 1)
    if (next === -1 || next + part.length > end) return undefined
    values.push(text.slice(at, next))
    at = next + part.length
  }
  if (at >= end) return undefined
  values.push(text.slice(at, end))
  return values.every((value, place) => kinds[place] !== 'number' || /^\d[\d,]*$/.test(value))
    ? values
    : undefined
}

/** How a language quotes reports. */
type Quoting = Pick<PhraseGrammar, 'fromReport'> & {
  readonly asSentence: (message: string, length?: number) => string
}

/** The same where what reports say is said in the language as far as there are texts for it. */
export function tellingIn<Q extends Quoting>(tell: Translate, quoting: Q): Q {
  const asSentence = (message: string, length?: number): string => {
    const told = tell(message)
    if (told !== undefined) return sentenceOf(told)
    // A claim and its reason are two texts.
    const [claim = '', ...why] = message.split(': ')
    const first = why.length === 0 ? undefined : tell(claim)
    return first === undefined
      ? quoting.asSentence(message, length)
      : `${sentenceOf(first)} ${asSentence(why.join(': '), length)}`
  }
  const fromReport = (text: string, length?: number): string => tell(text) ?? quoting.fromReport(text, length)
  return { ...quoting, asSentence, fromReport }
}
