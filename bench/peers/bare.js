// The yardstick: node:http and a constant; a content type, a length, nothing decided.
import { createServer } from 'node:http'
import { base, computeOdds, record, statistics } from './data.js'

function prepare(value) {
  const body = JSON.stringify(value)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  return { status: 200, headers, body }
}

const answers = new Map([
  [`${base}/audit`, prepare(record)],
  [`${base}/audit?304`, { status: 304, headers: undefined, body: undefined }],
  [`${base}/odds?entries=5`, prepare(computeOdds(5))],
  [`${base}/entries/stats`, prepare(statistics)],
])

createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url)
  response.writeHead(status, headers).end(body)
}).listen(Number(process.argv[2]), '127.0.0.1')
