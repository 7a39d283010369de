import type { JsonValue } from '../../src/core/json.js'
import type { Claim, Report, Subject } from '../../src/model/report.js'
import { validateReport } from '../../src/model/validators/report.js'
import { createReport } from '../../src/verify/verdict.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import type { PublishedOptions } from '../../src/verify/options.js'
import { drawOf, recipeOf } from '../recipe/build.js'

/** The only subject of a report; throws unless the report has the form of schemas/report.json. */
export function subjectOf(report: Report): Subject {
  if (!validateReport(JSON.parse(JSON.stringify(report))))
    throw new Error(JSON.stringify(validateReport.errors))
  const [subject, more] = report.subjects
  if (subject === undefined || more !== undefined) throw new Error('expected one subject')
  if (subject.verdict !== report.verdict) throw new Error('the verdict of one subject is that of its report')
  return subject
}

/** A subject, from the report that it would stand in. */
export function inReport(subject: Subject, require?: readonly string[]): Subject {
  return subjectOf(createReport([subject], require && { require }))
}

type Published = Readonly<Record<string, JsonValue>>

/** What verifying a draw by a recipe reports; the recipe as the parts that differ from others. */
export function examine(
  recipe: Parameters<typeof recipeOf>[0],
  published: Published,
  options?: PublishedOptions,
): Subject {
  return subjectOf(verifyPublished(drawOf(published), recipeOf(recipe), options))
}

/** Status and code of a claim. */
export function endingOf({ claims }: Subject, id: string): string | undefined {
  const claim = claims.find(claim => claim.id === id)
  return claim && `${claim.status} ${claim.code}`
}

export function claimOf({ claims }: Subject, id: string): Claim | undefined {
  return claims.find(claim => claim.id === id)
}
