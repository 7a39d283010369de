/**
 * Reads JUnit XML with a parser of others, and only what is well formed.
 *
 * @packageDocumentation
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser'

export interface Problem {
  readonly type: string
  readonly message: string
  readonly text: string
}

export interface Case {
  readonly classname: string
  readonly name: string
  readonly failure?: Problem
  readonly error?: Problem
  readonly skipped?: { readonly message: string }
}

export interface Suite {
  readonly name: string
  readonly counts: Counts
  readonly properties: Readonly<Record<string, string>>
  readonly cases: readonly Case[]
  readonly output: string
}

export interface Counts {
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly skipped: number
}

interface Element {
  readonly [name: string]: string | readonly Element[] | undefined
}

/** The characters of XML 1.0 (2.2): a document with any other is none. */
const foreign = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

/**
 * What Jenkins takes, of what is written here: the elements and attributes of junit-10.xsd (xunit-plugin, 8c515de2), in
 * the order of its sequences; `!` marks what it requires. Anything else makes it refuse the file.
 */
const jenkins: Readonly<Record<string, { attributes: readonly string[]; elements: readonly string[] }>> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors'], elements: ['testsuite'] },
  testsuite: {
    attributes: ['name!', 'tests!', 'failures!', 'errors!', 'skipped', 'time', 'timestamp', 'hostname', 'id'],
    elements: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  properties: { attributes: [], elements: ['property'] },
  property: { attributes: ['name!', 'value!'], elements: [] },
  testcase: {
    attributes: ['name!', 'time', 'classname', 'group'],
    elements: ['skipped', 'error', 'failure'],
  },
  skipped: { attributes: ['type', 'message'], elements: [] },
  error: { attributes: ['type', 'message'], elements: [] },
  failure: { attributes: ['type', 'message'], elements: [] },
  'system-out': { attributes: [], elements: [] },
}

/** @throws Error for what Jenkins' schema does not have, or requires. */
function checkSchema(name: string, element: Element): void {
  const { attributes, elements } = jenkins[name] ?? { attributes: [], elements: [] }
  for (const [key, value] of Object.entries(element)) {
    if (key === '#text') continue
    const known = typeof value === 'string' ? attributes.map(one => one.replace('!', '')) : elements
    if (!known.includes(key)) throw new Error(`${name} has no ${key} in the schema of Jenkins`)
    if (typeof value !== 'string') for (const child of value ?? []) checkSchema(key, child)
  }
  for (const needed of attributes.filter(one => one.endsWith('!'))) attribute(element, needed.slice(0, -1))
}

/**
 * @throws Error when it is not well formed, has not the form that Jenkins takes, or a count is not that of what is
 * counted.
 */
export function readJunit(xml: string): { readonly counts: Counts; readonly suites: readonly Suite[] } {
  // oxlint-disable-next-line typescript/no-deprecated -- the parser itself takes what is not well formed
  const valid = XMLValidator.validate(xml)
  if (valid !== true) throw new Error(valid.err.msg)
  const [bad] = foreign.exec(xml) ?? []
  if (bad !== undefined) throw new Error(`no character of XML: ${bad.charCodeAt(0).toString(16)}`)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    alwaysCreateTextNode: true,
    isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
  })
  const { testsuites } = parser.parse(xml) as { testsuites: readonly [Element] }
  const [root] = testsuites
  checkSchema('testsuites', root)
  const suites = children(root, 'testsuite').map(readSuite)
  const skipped = suites.reduce((sum, suite) => sum + suite.counts.skipped, 0)
  const counts = readCounts({ ...root, skipped: String(skipped) })
  check(
    counts,
    suites.flatMap(({ cases }) => cases),
  )
  return { counts, suites }
}

function readSuite(element: Element): Suite {
  const cases = children(element, 'testcase').map(readCase)
  const counts = readCounts(element)
  check(counts, cases)
  const properties = children(element, 'properties').flatMap(list => children(list, 'property'))
  return {
    name: attribute(element, 'name'),
    counts,
    properties: Object.fromEntries(
      properties.map(property => [attribute(property, 'name'), attribute(property, 'value')]),
    ),
    cases,
    output: children(element, 'system-out').map(textOf).join(''),
  }
}

function readCase(element: Element): Case {
  const problem = (name: string): Problem | undefined => {
    const [one] = children(element, name)
    return one && { type: attribute(one, 'type'), message: attribute(one, 'message'), text: textOf(one) }
  }
  const [failure, error] = [problem('failure'), problem('error')]
  const [skipped] = children(element, 'skipped')
  return {
    classname: attribute(element, 'classname'),
    name: attribute(element, 'name'),
    ...(failure && { failure }),
    ...(error && { error }),
    ...(skipped && { skipped: { message: attribute(skipped, 'message') } }),
  }
}

function readCounts(element: Element): Counts {
  const of = (name: string): number => Number(attribute(element, name))
  return { tests: of('tests'), failures: of('failures'), errors: of('errors'), skipped: of('skipped') }
}

function check(counts: Counts, cases: readonly Case[]): void {
  const found: Counts = {
    tests: cases.length,
    failures: cases.filter(({ failure }) => failure !== undefined).length,
    errors: cases.filter(({ error }) => error !== undefined).length,
    skipped: cases.filter(({ skipped }) => skipped !== undefined).length,
  }
  if (JSON.stringify(counts) !== JSON.stringify(found)) {
    throw new Error(`${JSON.stringify(counts)} is not ${JSON.stringify(found)}`)
  }
}

function children(element: Element, name: string): readonly Element[] {
  const value = element[name]
  return typeof value === 'object' ? value : []
}

function attribute(element: Element, name: string): string {
  const value = element[name]
  if (typeof value !== 'string') throw new Error(`no attribute ${name}`)
  return value
}

function textOf(element: Element): string {
  const value = element['#text']
  return typeof value === 'string' ? value : ''
}
