/**
 * JUnit reports by the two schemas that programs refuse files by, with libxml2's validator: that of Jenkins takes them, and
 * of that of Ant it is known what they lack. docs/INTEROP.md says the same.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { renderJunit } from '../../../src/render/junit.js'
import { run } from '../../cli/resident.js'
import { hostileFailure, hostileReport, outcomes } from '../../render/reports.js'

const skip = spawnSync('xmllint', ['--version']).status !== 0 && 'xmllint is not installed'

// The compiled test is elsewhere.
const schemaOf = (name: string): string =>
  fileURLToPath(new URL(`../../../test/system/interop/junit/${name}.xsd`, import.meta.url))

/** What is wrong with documents, by libxml2; none of it where they are as the schema has them. */
function findFaults(
  test: { readonly testdir: () => string },
  schema: string,
  documents: readonly string[],
): readonly string[] {
  const folder = test.testdir()
  mkdirSync(folder, { recursive: true })
  const files = documents.map((xml, index) => {
    const file = `${folder}/${index}.xml`
    writeFileSync(file, xml)
    return file
  })
  const args = ['--noout', '--nonet', '--schema', schemaOf(schema), ...files]
  const { status, stderr } = spawnSync('xmllint', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const lines = stderr.split('\n')
  const faults = lines.filter(line => / : |parser error/.test(line)).map(line => line.replace(/^.*?Element /, 'Element ')) // prettier-ignore
  if ((status === 0) !== (faults.length === 0)) throw new Error(stderr)
  if (!lines.some(line => /\.xml (validates|fails to validate)/.test(line))) throw new Error(stderr)
  return faults
}

const made = [...Object.values(outcomes), hostileReport, hostileFailure].map(renderJunit)

/** A report of every draw that comes with drawaudit. */
async function reportDraws(test: { readonly testdir: () => string }): Promise<string> {
  const file = `${test.testdir()}/draws.xml`
  await run(['verify', 'fixtures/draws', 'fixtures/forged', '--quiet', '--report', `junit=${file}`])
  return readFileSync(file, 'utf8')
}

await t.test('the schema of Jenkins takes every report', { skip }, async t => {
  const draws = await reportDraws(t)
  t.ok(draws.split('<testcase').length > 100)
  t.strictSame(findFaults(t, 'jenkins', [...made, draws]), [])
  const [xml = ''] = made
  for (const [wrong, fault] of [
    [
      xml.replace('<testsuites', '<testsuites skipped="1"'),
      /'testsuites', attribute 'skipped'.* not allowed/,
    ],
    [xml.replace(/<testsuite name="[^"]*"/, '<testsuite'), /'testsuite': The attribute 'name' is required/],
    [xml.replace('</testsuite>', '<note/></testsuite>'), /'note': This element is not expected/],
    [xml.replace('<testcase', '<testcase status="run"'), /'testcase', attribute 'status'.* not allowed/],
  ] as const) {
    t.match(findFaults(t, 'jenkins', [wrong])[0], fault)
  }
})

/** What the schema of Ant wants and a report does not have. */
const lacking = [
  "Element 'testcase': The attribute 'time' is required but missing.",
  "Element 'testcase': This element is not expected. Expected is ( properties ).",
  "Element 'testsuite': Missing child element(s). Expected is ( system-err ).",
  "Element 'testsuite': Missing child element(s). Expected is one of ( testcase, system-out ).",
  ...['hostname', 'id', 'package', 'time', 'timestamp'].map(
    name => `Element 'testsuite': The attribute '${name}' is required but missing.`,
  ),
  ...['errors', 'failures', 'name', 'tests'].map(
    name => `Element 'testsuites', attribute '${name}': The attribute '${name}' is not allowed.`,
  ),
]

/** The same with what somebody else may add who knows when and where it ran. */
function complete(xml: string): string {
  let id = 0
  const suite = (_: string, attributes: string, content: string): string => {
    const properties = content.includes('<properties>') ? '' : '<properties/>'
    const output = content.includes('<system-out>') ? '' : '<system-out/>'
    const run = `package="" id="${id++}" hostname="localhost" timestamp="2026-11-20T16:15:00" time="0"`
    const cases = content.replaceAll('<testcase ', '<testcase time="0" ')
    return `<testsuite ${run}${attributes}>${properties}${cases}${output}<system-err/></testsuite>`
  }
  return xml
    .replace(/<testsuites [^>]*>/, '<testsuites>')
    .replace(/<testsuite( [^>]*)>([^]*?)<\/testsuite>/g, suite)
}

await t.test('the schema of Ant wants what a report has not, and nothing else', { skip }, async t => {
  const documents = [...made, await reportDraws(t)]
  t.strictSame([...new Set(findFaults(t, 'ant', documents))].sort(), [...lacking].sort())
  t.strictSame(findFaults(t, 'ant', documents.map(complete)), [])
  const [xml = ''] = documents
  t.match(
    findFaults(t, 'ant', [complete(xml).replace('T16:15:00', 'T16:15:00Z')])[0],
    /attribute 'timestamp'/,
  )
})
