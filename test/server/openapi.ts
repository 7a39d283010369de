/**
 * Holds responses against schemas/openapi.json, and counts what of the document was seen.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isTime } from '../../src/core/time.js'

/** A request and the response to it. */
export interface Exchange {
  readonly method: string
  /** The request target as it was sent. */
  readonly path: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Reference {
  readonly $ref: string
}

export interface Header {
  readonly required?: boolean
  readonly schema: object
  readonly example: unknown
}

export interface MediaType {
  readonly schema: object
  readonly examples: Readonly<Record<string, { readonly value: unknown } | Reference>>
}

export interface Response {
  readonly headers: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

type Responses = Readonly<Record<string, Response | Reference>>

export interface Parameter {
  readonly schema: object
  readonly example: unknown
}

export interface Operation {
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly responses: Responses
}

interface Server {
  readonly url: string
}

export interface PathItem {
  readonly servers?: readonly [Server]
  readonly parameters: readonly (Parameter | Reference)[]
  readonly get: Operation
  readonly head: Operation
  readonly options: Operation
}

interface Document {
  readonly info: { readonly version: string }
  readonly servers: readonly [Server]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly headers: Readonly<Record<string, Header>>
    readonly responses: Readonly<Record<string, Response>>
    readonly schemas: Readonly<
      Record<string, { readonly required?: readonly string[]; readonly properties?: object }>
    >
  }
}

const file = new URL('../../schemas/openapi.json', import.meta.url)
export const openapi = JSON.parse(readFileSync(file, 'utf8')) as Document

/** What a reference within the document leads to; anything else as it is. */
export function resolve<T extends object>(value: T | Reference): T {
  if (!('$ref' in value)) return value
  const names = value.$ref.split('/').slice(1)
  return names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], openapi) as T
}

// An entry has two parts or three.
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTuples: false, allowUnionTypes: true })
ajv.addFormat('date-time', isTime)
/** References to the components, whose schemas ajv has as definitions. */
const forAjv = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"components#/$defs/')) as object
ajv.addSchema(forAjv({ $defs: openapi.components.schemas }), 'components')
const compiled = new WeakMap<object, ValidateFunction>()

/** What is wrong with a value by a schema of the document. */
export function findProblems(schema: object, value: unknown): readonly string[] {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(forAjv(schema))
    compiled.set(schema, validate)
  }
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) =>
      `${instancePath || 'value'} ${message}: ${JSON.stringify(params)}`,
  )
}

const methods = ['get', 'head', 'options'] as const
type Method = (typeof methods)[number]

const findMethod = (method: string): Method | undefined =>
  methods.find(known => known.toUpperCase() === method)

/** Statuses of a request that could not be read, whose method, and so whether it may have a body, is unknown. */
const refused = new Set([400, 408, 414, 431])
/** Made in one place for all paths. */
const shared = ['408', '414', '431', '500', '503']
/** HTTP's own, which a description of an API does not name. */
const unnamed = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
])

interface Path {
  /** With the base, as in `/api/v1/raffles/{raffle_uuid}/audit`. */
  readonly name: string
  readonly pattern: RegExp
  readonly item: PathItem
}

const prefixOf = ([{ url }]: readonly [Server]): string => url.replace('{origin}', '')
const base = prefixOf(openapi.servers)

export const paths: readonly Path[] = Object.entries(openapi.paths).map(([template, item]) => {
  const name = prefixOf(item.servers ?? openapi.servers) + template
  // The path of a tile has slashes in it, for which OpenAPI has no word.
  const form = name
    .replaceAll('.', '\\.')
    .replace('{tile}', '.*')
    .replace(/\{\w+\}/g, '[^/]*')
  const pattern = new RegExp(`^${form}$`)
  return { name, pattern, item }
})

const missing = new Set(
  paths.flatMap(({ name, item }) =>
    methods.flatMap(method =>
      Object.entries(item[method].responses).flatMap(([status, response]) => [
        statusKey(name, method, status, response),
        ...typeKeys(name, method, status, resolve(response)),
        ...headerKeys(status, Object.keys(resolve(response).headers)),
      ]),
    ),
  ),
).add('405')

function statusKey(name: string, method: Method, status: string, response: Response | Reference): string {
  const isOwn = '$ref' in response && response.$ref.endsWith('/NotReady')
  return shared.includes(status) && !isOwn ? status : `${method.toUpperCase()} ${name} ${status}`
}

function typeKeys(name: string, method: Method, status: string, { content = {} }: Response): string[] {
  const types = Object.keys(content)
  if (method !== 'get' || types.length === 1) return []
  return types.map(type => `GET ${name} ${status} as ${type}`)
}

function headerKeys(status: string, names: readonly string[]): string[] {
  return names.map(name => `${status} with ${name}`)
}

/**
 * What of the document no exchange has shown since this module was loaded:
 *
 * - `GET /path 200`: each status of each operation; but 405, 408, 414, 431, 500 and 503 (that of /readyz aside),
 *   which are made in one place for all paths, once for the whole document: `408`
 * - `GET /path 200 as type`: each media type of a success that has several, for GET
 * - `200 with ETag`: each header, once for each status
 *
 * An exchange counts although it has problems. A test that demands an empty list has to make `500` with a store
 * that throws something unforeseen, and `503` with a store that cannot be read.
 */
export function uncovered(): string[] {
  return [...missing].toSorted()
}

/**
 * Everything in which an exchange is not as the document says; an empty list when it is.
 *
 * A path that is not in the document is held against the errors of any path (404 among them), a method that no path
 * answers against 405, `OPTIONS` of anything against the preflight.
 */
export function checkResponse({ method, path: target, status, headers, body }: Exchange): string[] {
  const place = `${method} ${target} ${status}`
  const path = findPath(target)
  const responses = findResponses(method, target, path)
  const declared = responses[String(status)]
  if (declared === undefined) return [`${place}: the document has no such status`]
  const response = resolve(declared)

  const name = findMethod(method)
  missing.delete(path && name ? statusKey(path.name, name, String(status), declared) : String(status))
  if (path) missing.delete(`${method} ${path.name} ${status} as ${mediaType(headers)}`)
  const seen = Object.keys(response.headers).filter(header => header.toLowerCase() in headers)
  for (const key of headerKeys(String(status), seen)) missing.delete(key)

  return [
    ...checkHeaders(response, headers),
    ...(response.content ? checkContentType(response.content, headers) : checkNoContent(headers)),
    ...checkBody(method, status, response, headers, body),
  ].map(problem => `${place}: ${problem}`)
}

function findPath(target: string): Path | undefined {
  const [origin = ''] = target.replace(/^https?:\/\/[^/?#]+/i, '').split('?', 1)
  try {
    const decoded = decodeURIComponent((origin || '/').replace(/%2f/gi, '%252F'))
    return paths.find(({ pattern }) => pattern.test(decoded))
  } catch {
    return undefined
  }
}

function findResponses(method: string, target: string, path: Path | undefined): Responses {
  const { components } = openapi
  const name = findMethod(method)
  if (name !== undefined && path !== undefined) return path.item[name].responses

  const of = (names: Readonly<Record<number, string>>): Responses =>
    Object.fromEntries(
      Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
    )
  const unread = of({ 400: 'BadRequest', 408: 'RequestTimeout', 414: 'UriTooLong', 431: 'HeadersTooLarge' })
  if (name === 'options') {
    const preflight = components.responses['Preflight']!
    return { ...unread, 204: target.startsWith(base) ? preflight : withoutRateDemand(preflight) }
  }
  if (name !== undefined) {
    return { ...unread, ...of({ 404: 'NotFound', 429: 'TooManyRequests', 500: 'ServerError' }) }
  }
  const bad = resolve(path?.item.get.responses['400'] ?? { $ref: '#/components/responses/BadRequest' })
  return { ...unread, 405: { ...bad, headers: { ...bad.headers, Allow: components.headers['Allow']! } } }
}

/** The same response where the rate limit may stand, or not: `OPTIONS *` is neither inside the base nor outside. */
function withoutRateDemand(response: Response): Response {
  const headers = Object.entries(response.headers).map(([name, header]): [string, Header] => {
    const { required = false, ...rest } = resolve(header)
    return [name, { ...rest, required: required && !name.startsWith('X-RateLimit-') }]
  })
  return { ...response, headers: Object.fromEntries(headers) }
}

function checkHeaders(response: Response, headers: Exchange['headers']): string[] {
  const declared = new Map(
    Object.entries(response.headers).map(([name, header]) => [name.toLowerCase(), resolve(header)]),
  )
  const wrong = [...declared].flatMap(([name, { required = false, schema }]) => {
    const text = headers[name]
    if (text === undefined) return required ? [`the header ${name} is missing`] : []
    return findHeaderProblems(schema, text).map(problem => `the header ${name}: ${problem}`)
  })
  const unknown = Object.keys(headers).filter(name => !declared.has(name) && !unnamed.has(name))
  return [...wrong, ...unknown.map(name => `the document has no header ${name} here`)]
}

/** The text of a header is the number that its schema wants, or itself. */
function findHeaderProblems(schema: object, text: string): readonly string[] {
  if (/^(0|[1-9]\d*)$/.test(text) && findProblems(schema, Number(text)).length === 0) return []
  return findProblems(schema, text)
}

const mediaType = (headers: Exchange['headers']): string =>
  (headers['content-type'] ?? '').replace(/;.*/, '').trimEnd().toLowerCase()

function checkContentType(
  content: Readonly<Record<string, MediaType>>,
  headers: Exchange['headers'],
): string[] {
  const type = headers['content-type'] ?? ''
  const isKnown = mediaType(headers) in content && /^[^;]+(; ?charset="?utf-8"?)?$/i.test(type)
  return isKnown ? [] : [`the document has no content type ${type || 'that is empty'} here`]
}

/** 204 and 304: a length would be that of a body that is not sent. */
function checkNoContent(headers: Exchange['headers']): string[] {
  return ['content-type', 'content-length', 'transfer-encoding']
    .filter(name => name in headers)
    .map(name => `the header ${name} is not for a response without content`)
}

function checkBody(
  method: string,
  status: number,
  { content }: Response,
  headers: Exchange['headers'],
  body: string,
): readonly string[] {
  const isRefused = refused.has(status) && headers['connection'] === 'close'
  if (method === 'HEAD' && (body === '' || !isRefused)) return body === '' ? [] : ['HEAD has no body']
  if (content === undefined) return body === '' ? [] : ['there is a body']
  const type = mediaType(headers)
  const schema = content[type]?.schema
  if (schema === undefined) return []
  if (!/[/+]json$/.test(type)) return findProblems(schema, body)
  try {
    return findProblems(schema, JSON.parse(body)).map(problem => `the body: ${problem}`)
  } catch {
    return ['the body is not JSON']
  }
}
