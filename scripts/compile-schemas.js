// Compiles schemas/*.json into src/model/validators/, one module for each, so that neither start-up nor a browser page
// compiles a schema or evaluates code, and nobody loads what it does not need.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Ajv2020 from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { _ } from 'ajv'
import { buildSync } from 'esbuild'

const schemasFolder = new URL('../schemas/', import.meta.url)

const schemas = readdirSync(schemasFolder)
  // Those of servers copy what they need of the others.
  .filter(name => name.endsWith('.json') && !name.endsWith('openapi.json'))
  .map(name => JSON.parse(readFileSync(new URL(name, schemasFolder), 'utf8')))

/** A schema without what it says to people: it would stand in every page. */
function bare(part) {
  if (Array.isArray(part)) return part.map(bare)
  if (typeof part !== 'object' || part === null) return part
  const members = Object.entries(part).filter(
    ([name, value]) => !['title', 'description'].includes(name) || typeof value !== 'string',
  )
  return Object.fromEntries(members.map(([name, value]) => [name, bare(value)]))
}

const ajv = new Ajv2020.default({
  schemas: schemas.map(bare),
  strict: true,
  // An entry is a tuple of two or three.
  strictTuples: false,
  allowUnionTypes: true,
  allErrors: true,
  // model/schema.ts says in words of its own what is wrong.
  messages: false,
  ownProperties: true,
  code: { source: true, esm: true, lines: true, formats: _`{ "date-time": isTime }` },
})
ajv.addFormat('date-time', () => true)

/** `audit-record` of `urn:drawaudit:v1:audit-record`. */
const nameOf = ({ $id }) => $id.split(':').at(-1)
const functionOf = name => `validate${name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())}`

/** A schema, and all schemas in it. */
function schemasIn(part) {
  if (typeof part !== 'object' || part === null) return []
  return [part, ...Object.values(part).flatMap(schemasIn)]
}

const titles = Object.fromEntries(
  schemas
    .flatMap(schemasIn)
    .filter(({ pattern, title }) => typeof pattern === 'string' && title !== undefined)
    .map(({ pattern, title }) => [pattern, title]),
)

/** Values of a schema where its code names them, so that the schemas themselves need not be there. */
function inlineSchemas(code) {
  const found = new Map()
  const valueAt = (name, path) =>
    path.match(/[\w$]+/g).reduce((part, member) => part[member], found.get(name))
  return code
    .replace(/^const (schema\d+) = (\{.*\});$/gm, (_, name, schema) => {
      found.set(name, JSON.parse(schema))
      return ''
    })
    .replace(
      /\bfunc\d+\.call\((schema\d+)([\w$.[\]]+), (key\d+)\)/g,
      (_, name, path, key) => `${JSON.stringify(Object.keys(valueAt(name, path)))}.includes(${key})`,
    )
    .replace(/\b(schema\d+)((?:\.[\w$]+|\[\d+\])+)/g, (_, name, path) => JSON.stringify(valueAt(name, path)))
}

function compile(schema) {
  const code = inlineSchemas(standaloneCode.default(ajv, ajv.getSchema(schema.$id)))
    // Nobody reads these, and they would be much of a page.
    .replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, '')
    // What a pattern stands for, in words.
    .replace(/params:\{pattern: ?("(?:[^"\\]|\\.)*")\}/g, (_, pattern) => {
      const title = titles[JSON.parse(pattern)]
      if (title === undefined) throw new Error(`a pattern without a title: ${pattern}`)
      return `params:{title:${JSON.stringify(title)}}`
    })
    .replace(
      /if\(vErrors === null\)\{\nvErrors = \[(\w+)\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g,
      'vErrors = note(vErrors, $1);',
    )
    .replace(
      /vErrors\.concat\((\w+)\.errors\)/g,
      'vErrors.length < most ? vErrors.concat($1.errors) : vErrors',
    )
    // What every object has, such as `constructor`, is no member that was evaluated.
    .replace(/!(props\d+)\[(key\d+)\]/g, '!Object.hasOwn($1, $2)')
  if (/props\d+\[key/.test(code)) throw new Error('a member is looked up in what objects inherit')
  if (code.includes('vErrors.push')) throw new Error('an error is noted without a limit')
  // What is called by a free name is imported by the module around the bundle.
  const { outputFiles } = buildSync({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'compiled',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0].text
}

const folder = new URL('../src/model/validators/', import.meta.url)
const head = '// Made from schemas/ by scripts/compile-schemas.js.\n'
const modules = schemas.map(schema => {
  const name = nameOf(schema)
  const compiled = compile(schema)
  const time = compiled.includes('isTime') ? "import { isTime } from '../../core/time.js'\n" : ''
  const bounds = ['most', 'note'].filter(bound => new RegExp(`\\b${bound}\\b`).test(compiled))
  // A module that nobody uses may be left out of a page: what it computes has no effect.
  const value = `/* @__PURE__ */ (() => {\n${compiled}return compiled.default\n})()`
  const text = `${head}// @ts-nocheck
import { ${bounds.join(', ')}, type Validate } from '../validate.js'
${time}
export const ${functionOf(name)}: Validate = ${value}
`
  return [`${name}.ts`, text]
})
// The build looks at times: what is as it was stays as it is.
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) {
  if (!modules.some(([kept]) => kept === name)) rmSync(new URL(name, folder))
}
for (const [name, text] of modules) writeFileSync(new URL(name, folder), text)
