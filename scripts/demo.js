// The main job on real input: verifies draws that real organisers published, a sample, two forged
// copies and two audit records, prints the reports, and checks that every one is the expected one.
import { compare, drawaudit, folders } from './fixtures.js'

console.log(`proven: checked, and it holds. refuted: checked, and it does not hold. not provable: not an accusation;
what it would take to check it was not published.

$ npx drawaudit verify ${folders.join(' ')}
`)
drawaudit(['verify', ...folders], { stdio: 'inherit' })

const results = compare(JSON.parse(drawaudit(['verify', ...folders, '--format', 'json']).stdout))
const surprises = results.filter(({ same }) => !same)
for (const { subject, expected } of surprises) {
  console.log(
    `not as expected: ${subject.source}: ${subject.verdict} instead of ${expected.verdict}, or another claim`,
  )
}
console.log(
  `\n${results.length - surprises.length} of ${results.length} reports are as recorded in fixtures/reports`,
)
console.log('next: npx drawaudit explain fixtures/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json')
process.exitCode = surprises.length === 0 && results.length > 0 ? 0 : 1
