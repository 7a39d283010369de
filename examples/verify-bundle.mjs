// Verifies the evidence of one raffle, and says what stopped it. In the project's folder: node examples/verify-bundle.mjs
import { readFileSync } from 'node:fs'
import { parseJson, parseTrust, verifyBundle } from 'drawaudit'

const read = name => parseJson(readFileSync(`fixtures/bundles/three-prizes-142-entries/${name}.json`))
const options = { now: new Date(), record: read('record'), require: ['reproducible'] }

const report = verifyBundle(read('bundle'), parseTrust(read('trust')), options)
console.log(report.verdict) // proven
for (const { level, stopped_by, claims } of report.subjects) {
  console.log(`level ${level}, stopped by ${stopped_by}`)
  for (const { id, status, message } of claims) console.log(`${status} ${id}: ${message}`)
}
