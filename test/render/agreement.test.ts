import t from 'tap'
import type { Report } from '../../src/model/report.js'
import { validateReport } from '../../src/model/validators/report.js'
import { renderAnnotations } from '../../src/render/github.js'
import { renderHtml } from '../../src/render/html.js'
import { renderJson, renderJsonLine } from '../../src/render/json.js'
import { renderJunit } from '../../src/render/junit.js'
import { renderMarkdown } from '../../src/render/markdown.js'
import { renderSarif } from '../../src/render/sarif.js'
import { renderText } from '../../src/render/text.js'
import { compareReports } from './agree.js'
import { hostileFailure, hostileReport, outcomes } from './reports.js'

const refutedWords = ({ subjects }: Report): string => {
  const refuted = subjects.filter(({ verdict }) => verdict === 'refuted')
  const services = refuted.filter(({ kind }) => kind === 'service' || kind === 'raffle').length
  const others = refuted.length - services
  return [
    ...(others === 0 ? [] : [`${others} refuted`]),
    ...(services === 0 ? [] : [`${services} ${services === 1 ? 'breaks' : 'break'}`]),
  ].join(', ')
}

const render = (report: Report): Parameters<typeof compareReports>[2] => ({
  junit: renderJunit(report),
  sarif: renderSarif(report, { version: '1.2.3' }),
  md: renderMarkdown(report),
  html: renderHtml(report),
  json: renderJson(report),
})

await t.test('there is a report of every exit code that a report can have', t => {
  const codes = Object.values(outcomes).map(({ exit_code }) => exit_code)
  t.strictSame(
    [...new Set(codes)].sort((a, b) => a - b),
    [0, 1, 2, 3, 4, 70],
  )
  t.end()
})

for (const [name, report] of Object.entries({ ...outcomes, hostileReport, hostileFailure })) {
  await t.test(`all reports of one run agree with the exit code: ${name}`, t => {
    // Ids have a length that hostile text does not keep to.
    if (report !== hostileReport)
      t.ok(validateReport(JSON.parse(renderJson(report))), JSON.stringify(validateReport.errors))
    compareReports(t, report, render(report))
    const levels = [...renderAnnotations(report).matchAll(/^::(error|warning)/gm)].map(([, level]) => level)
    t.equal(levels.length === 0, report.exit_code === 0, 'an annotation where it is not 0')
    t.equal(levels.includes('error'), report.exit_code !== 0, 'what fails is an error')
    const text = renderText(report)
    if (report.error !== undefined) t.match(text, /^error: /)
    else if (report.subjects.length === 0) t.equal(text, 'nothing to verify\n')
    else t.match(text, new RegExp(`^${report.counts.subjects} checked: .*${refutedWords(report)}`, 'm'))
    t.same(JSON.parse(renderJsonLine(report)), report)
    t.end()
  })
}
