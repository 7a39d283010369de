import { STATUS_CODES } from 'node:http'
import t from 'tap'
import { formatError, type ErrorStatus } from '../../src/server/respond.js'
import { createCeremony, fewEntries } from '../server/ceremony.js'
import { send, start } from '../server/start.js'
import { read } from '../system/deploy/programs.js'

const text = read('docs/API.md')

interface Example {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly status: number
  readonly fields: Record<string, string>
  readonly body: string
}

const readFields = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map(line => line.split(/: (.*)/).slice(0, 2) as [string, string]))

const examples = [...text.matchAll(/```http\n([^]*?)```/g)].map(([, block = '']): Example => {
  const [request = '', response = '', body = ''] = block.trimEnd().split('\n\n')
  const [first = '', ...headers] = request.split('\n')
  const [method = '', path = ''] = first.split(' ')
  const [status = '', ...fields] = response.split('\n')
  const code = Number(status.split(' ')[1])
  if (status !== `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}`) throw new Error(status)
  return { method, path, headers: readFields(headers), status: code, fields: readFields(fields), body }
})

/** Puts `…` where each answer differs. */
const blank = (body: string): string =>
  body.replace(/("(?:request_id|as_of|published_at|payload|keyid|sig|public_key)": ")[^"]*"/g, '$1…"')

/** Spread over lines to be read; a number keeps its digits. */
const spread = (body: string): string => {
  const kept = body.replace(/:(\d+\.\d+)/g, ':"number $1"')
  return JSON.stringify(JSON.parse(kept), null, 2).replace(/"number ([\d.]+)"/g, '$1')
}

await t.test('each exchange in docs/API.md is as the server has it', async t => {
  const server = await start(t)
  await createCeremony(server, ['1st']).run(fewEntries)
  t.ok(examples.length >= 13)
  for (const { method, path, headers, status, fields, body } of examples) {
    const answer = await send(server, path, { method, headers })
    t.equal(answer.status, status, path)
    for (const [name, value] of Object.entries(fields)) {
      const found = answer.headers[name.toLowerCase()] ?? ''
      if (value === '"…"') t.match(found, /^"[0-9a-f]{32}"$/, `${path}: ${name}`)
      else t.equal(found, value, `${path}: ${name}`)
    }
    const isAsSent = !body.includes('\n') || fields['Content-Type'] === 'application/x-ndjson'
    t.equal(body, isAsSent ? answer.body.trimEnd() : blank(spread(answer.body)), path)
  }
})

await t.test('the table of errors has the code of each status', t => {
  const rows = [...text.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)]
  const ours = [400, 404, 405, 406, 408, 414, 429, 431, 500, 503]
  t.strictSame(
    rows.map(([, status]) => Number(status)),
    ours,
  )
  for (const [, status = '', code] of rows) {
    const { error } = JSON.parse(formatError(Number(status) as ErrorStatus, '', '')) as {
      error: { code: string }
    }
    t.equal(code, error.code, status)
  }
  t.end()
})

await t.test('the header table names what stands on every response', async t => {
  const server = await start(t)
  const [, section = ''] = /## Headers\n([^]*?)\n## /.exec(text) ?? []
  const names = [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name.toLowerCase())
  t.equal(names.length, 7)
  for (const path of ['/api/v1/openapi.json', '/api/v1/x', examples[0]?.path ?? '']) {
    const answer = await send(server, path, { headers: { Accept: 'application/json' } })
    for (const name of names) t.ok(answer.headers[name], `${path}: ${name}`)
  }
})

await t.test('the paths are those of schemas/openapi.json', t => {
  const { paths } = JSON.parse(read('schemas/openapi.json')) as { paths: object }
  const named = [...text.matchAll(/^\| `(\/[^`?]*)/gm)].map(([, path]) => path)
  t.strictSame(named.toSorted(), Object.keys(paths).toSorted())
  t.end()
})

await t.test('no other document is referred to than those that come along', t => {
  for (const document of ['docs/API.md', 'docs/OPERATING.md']) t.notMatch(read(document), /\.\.\/|shared\//)
  t.end()
})
