import t from 'tap'
import type { Subject } from '../../src/model/report.js'
import { renderJson, renderReportJson } from '../../src/render/json.js'
import { createReport } from '../../src/verify/verdict.js'

await t.test('a report in pieces is the report as a whole, however many subjects it has', t => {
  const subject: Subject = {
    source: 'a "subjects": [] \u2028 \u001b[2J\n.json',
    kind: 'audit-record',
    claims: [{ id: 'record.format', status: 'proven', code: 'level-reached', message: 'line\nfeed' }],
    findings: [],
    who_could_choose: 'nobody',
    verdict: 'proven',
    headline: 'proven',
  }
  for (const count of [0, 1, 3]) {
    const report = createReport(
      Array.from({ length: count }, () => subject),
      { require: ['"subjects": []'] },
    )
    t.equal([...renderReportJson(report)].join(''), renderJson(report))
  }
  t.end()
})
