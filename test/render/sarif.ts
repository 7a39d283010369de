/**
 * Reads SARIF that satisfies the JSON Schema of the standard.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AjvDraft4 from 'ajv-draft-04'
import addFormats from 'ajv-formats'

export interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly kind: string
  readonly level: string
  readonly message: { readonly text: string }
  readonly locations: readonly [
    { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } },
  ]
  readonly partialFingerprints: Readonly<Record<string, string>>
  readonly properties: { readonly status: string; readonly code: string }
}

export interface Notification {
  readonly level: string
  readonly message: { readonly text: string }
  readonly descriptor?: { readonly id: string }
  readonly locations?: readonly object[]
}

export interface Run {
  readonly tool: {
    readonly driver: {
      readonly name: string
      readonly version: string
      readonly rules: readonly { readonly id: string }[]
    }
  }
  readonly invocations: readonly [
    {
      readonly executionSuccessful: boolean
      readonly exitCode: number
      readonly toolExecutionNotifications?: readonly Notification[]
    },
  ]
  readonly results: readonly Result[]
  readonly properties: { readonly verdict?: string; readonly counts: object }
}

const file = createRequire(import.meta.url).resolve(
  '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
)
// Both are CommonJS, whose default export is the module for Node and its member for TypeScript.
const Ajv = AjvDraft4 as unknown as typeof AjvDraft4.default
// One pattern of the schema is not one with the flag u.
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false })
;(addFormats as unknown as typeof addFormats.default)(ajv)
const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object)

/** @throws Error when it breaks the schema, or what the standard says beside it. */
export function readSarif(text: string): Run {
  const log = JSON.parse(text) as { readonly runs: readonly [Run] }
  if (!validate(log)) throw new Error(ajv.errorsText(validate.errors))
  const [run] = log.runs
  for (const { kind, level, ruleId, ruleIndex, message } of run.results) {
    // 3.27.10: only what fails has a level. 3.27.5 and 3.27.6: the two name one rule.
    if ((kind === 'fail') === (level === 'none')) throw new Error(`${kind} with level ${level}`)
    if (run.tool.driver.rules[ruleIndex]?.id !== ruleId) throw new Error(`${ruleId} is not rule ${ruleIndex}`)
    // 3.11.5 and 3.11.6: no placeholder, no link.
    if (/(?<!\{)(?:\{\{)*\{(?!\{)|\]\(/.test(message.text)) throw new Error(message.text)
  }
  return run
}
