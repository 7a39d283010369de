/**
 * Holds answers of the desk against schemas/desk-openapi.json.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isTime } from '../../src/core/time.js'
import { findPath } from '../../src/desk/routes.js'

interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface Operation {
  readonly operationId: string
  /** One of them is needed. */
  readonly 'x-scopes': readonly string[]
  readonly responses: Readonly<Record<string, Response>>
}

interface Document {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}

export const deskFile = new URL('../../schemas/desk-openapi.json', import.meta.url)
export const deskOpenapi = JSON.parse(readFileSync(deskFile, 'utf8')) as Document

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addFormat('date-time', isTime)
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
ajv.addSchema(deskOpenapi, 'desk')
const compiled = new Map<string, ValidateFunction>()

interface Answered {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** @throws Error for an answer that the document does not have. */
export function checkDeskAnswer({ method, path, status, headers, text }: Answered): void {
  const [plain = ''] = path.split('?')
  const found = findPath(decodeURIComponent(plain.replace(/%2f/gi, '%252F')))
  const operation = found && deskOpenapi.paths[found.route.path]?.[method.toLowerCase()]
  // What is no operation is refused with the same envelope.
  const name = operation
    ? `#/paths/${found.route.path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method.toLowerCase()}`
    : ''
  const response = operation?.responses[String(status)] ?? operation?.responses['default']
  if (operation !== undefined && response === undefined) {
    throw new Error(`${method} ${path}: ${status} is not in the document`)
  }
  const isNamed = operation?.responses[String(status)] !== undefined
  const pointer =
    response === undefined
      ? '#/components/responses/Error'
      : (response.$ref ?? `${name}/responses/${isNamed ? String(status) : 'default'}`)
  const key = `desk${pointer}/content/application~1json/schema`
  let validate = compiled.get(key)
  if (validate === undefined) compiled.set(key, (validate = ajv.compile({ $ref: key })))
  if (!validate(JSON.parse(text))) {
    throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${text}`)
  }
  if (headers.get('content-type') !== 'application/json') throw new Error(`${method} ${path}: no JSON`)
}
