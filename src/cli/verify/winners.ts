/**
 * The winners that a document names, for display beside its verdict.
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'
import type { JsonValue } from '../../core/json.js'
import { parseAuditRecord } from '../../model/audit-record.js'
import type { Catalogue } from '../../page/catalogue/catalogue.js'
import type { Translate } from '../../page/catalogue/translator.js'
import type { Recipe } from '../../recipe/recipe.js'
import { singularOf } from '../../recipe/singular.js'
import { readChain } from '../../verify/bundle/chain.js'
import { winnerClaims } from '../../verify/draw/deciding.js'
import type { Document } from '../../verify/read-document.js'

/** The winners of a document with their prizes, such as `winner of prize 1, Mug: 10042`; empty if it names none. */
export function listWinners(
  document: Document,
  recipe: Recipe | undefined,
  engine: Engine,
  { winnerOf, winnerOfNamed, words: { colon } }: Catalogue['terminal'],
  tell: Translate,
): readonly string[] {
  switch (document.kind) {
    case 'audit-record': {
      const record = parseAuditRecord(document.value)
      if ('problems' in record) return []
      return record.draws.map(draw => `${winnerOfNamed(draw.prize_name)}${colon}${draw.winner_entry_id}`)
    }
    case 'bundle': {
      const { picks } = readChain(document.bundle.statements, engine)
      return picks.map(pick => {
        const attempt = pick.type === 'draw' ? undefined : pick.attempt
        const prize = 'prize_name' in pick ? pick.prize_name : undefined
        return `${winnerOf(pick.position, prize, attempt)}${colon}${pick.winner_entry_id}`
      })
    }
    case 'published-draw':
      return recipe === undefined ? [] : listPublished(document.draw.published, recipe, tell, colon)
    default:
      return []
  }
}

/** Published winners, by name if there are names. */
function listPublished(
  published: Readonly<Record<string, JsonValue>>,
  recipe: Recipe,
  tell: Translate,
  colon: string,
): readonly string[] {
  const claims = winnerClaims(recipe).filter(
    ({ id, result }) => id !== 'winner.prizes' && result !== undefined,
  )
  const isNamed = claims.some(({ id, result = '' }) => id === 'winner.named' && result in published)
  const results = claims
    .filter(({ id }) => !isNamed || id !== 'winner.derived')
    .map(({ result = '' }) => result)
  return [...new Set(results)].flatMap(name => {
    const value = published[name]
    const title = recipe.inputs.get(name)?.declared.title ?? name
    if (value === undefined) return []
    if (!Array.isArray(value)) return [`${tell(title) ?? title}${colon}${print(value)}`]
    return value.map((one: JsonValue, index) => `${nameOne(title, index + 1, tell)}${colon}${print(one)}`)
  })
}

/** One of several by its place: `winners` becomes `winner 1`, and what is no plain plural is only counted. */
function nameOne(title: string, place: number, tell: Translate): string {
  const singular = singularOf(title)
  const said = singular === undefined ? undefined : (tell(singular) ?? singular)
  return said === undefined ? `${tell(title) ?? title}, ${place}` : `${said} ${place}`
}

/** Maximum characters of a value; longer ones are cut. */
const longest = 200

function print(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
