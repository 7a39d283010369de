// Compiles schemas/*.json into one module without imports, src/model/validators.ts, so that neither start-up nor
// a browser page compiles a schema or evaluates code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { _ } from 'ajv'
import { buildSync } from 'esbuild'

const schemasFolder = new URL('../schemas/', import.meta.url)

const schemas = readdirSync(schemasFolder)
  // openapi.json describes the server and copies what it needs of the others.
  .filter(name => name.endsWith('.json') && name !== 'openapi.json')
  .map(name => JSON.parse(readFileSync(new URL(name, schemasFolder), 'utf8')))

const ajv = new Ajv2020.default({
  schemas,
  strict: true,
  allowUnionTypes: true,
  allErrors: true,
  ownProperties: true,
  code: { source: true, esm: true, lines: true, formats: _`{ "date-time": isTime }` },
})
ajv.addFormat('date-time', () => true)

const exported = Object.fromEntries(
  schemas.map(({ $id }) => {
    const words = $id.split(':').at(-1).split('-')
    return ['validate' + words.map(word => word[0].toUpperCase() + word.slice(1)).join(''), $id]
  }),
)
const titles = Object.fromEntries(
  schemas
    .flatMap(schema => Object.values(schema.$defs ?? {}))
    .filter(({ pattern, title }) => pattern !== undefined && title !== undefined)
    .map(({ pattern, title }) => [pattern, title]),
)

// Everything that is wrong is collected, but not without end: a hostile document has a million faults. ajv joins
// lists of errors with concat, which takes quadratic time unless their number is bounded.
const most = 100
const code = standaloneCode
  .default(ajv, exported)
  .replace(/vErrors\.push\((\w+)\)/g, `vErrors.length < ${most} && vErrors.push($1)`)
  .replace(
    /vErrors\.concat\((\w+)\.errors\)/g,
    `vErrors.length < ${most} ? vErrors.concat($1.errors) : vErrors`,
  )

// The format's function is imported by the module around the bundle.
const { outputFiles } = buildSync({
  stdin: {
    contents: code,
    resolveDir: new URL('..', import.meta.url).pathname,
  },
  bundle: true,
  minify: true,
  format: 'iife',
  globalName: 'compiled',
  target: 'es2022',
  write: false,
})

const module = `// Made from schemas/ by scripts/compile-schemas.js.
// @ts-nocheck
import { isTime } from '../core/time.js'

/** A validator as ajv compiles it. */
export interface Validate {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}

export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  /** Set when it is the name of this member of \`instancePath\` that is wrong. */
  readonly propertyName?: string
}

${outputFiles[0].text}
${Object.keys(exported)
  .map(name => `export const ${name}: Validate = compiled.${name}`)
  .join('\n')}

/** What a pattern stands for, in words. */
export const patternTitles: Readonly<Record<string, string>> = ${JSON.stringify(titles, null, 2)}
`
writeFileSync(new URL('../src/model/validators.ts', import.meta.url), module)
