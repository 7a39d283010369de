// A shop before the desk: sells tickets to browsers that draw their nonces. docs/DESK.md says how to start it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { DESK, SHOP, RAFFLE, PAGE, PORT = '8070' } = process.env
if (!DESK || !SHOP || !RAFFLE || !PAGE) {
  console.error(
    'error: DESK, SHOP, RAFFLE and PAGE have to be set\nhint: "A shop" of docs/DESK.md says to what',
  )
  process.exit(2)
}

const files = new Map([
  ['/', ['text/html; charset=utf-8', readFileSync(new URL('index.html', import.meta.url))]],
  ['/qr.js', ['text/javascript', readFileSync(new URL(import.meta.resolve('qr')))]],
])

const headers = {
  // The page loads nothing from elsewhere and sends nothing there: its nonces stay where they are.
  'Content-Security-Policy': "default-src 'self' 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

const isUuid = text => typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const isHash = text => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)

/** What a browser orders: a name for the order, and the hash of a nonce for each ticket; undefined for anything else. */
function readOrder(text) {
  try {
    const { order, hashes } = JSON.parse(text)
    const isOrder = isUuid(order) && hashes.every(isHash) && hashes.length > 0 && hashes.length <= 10
    return isOrder ? { order, hashes } : undefined
  } catch {
    return undefined
  }
}

/** A ticket with a link to the public page, to which the browser adds the nonce. */
function describe(ticket, receipt) {
  const text = Buffer.from(JSON.stringify(receipt)).toString('base64url')
  return { ticket, receipt, link: `${PAGE}#receipt=${text}` }
}

/** Sells the tickets of an order. The same order is the same request to the desk, byte for byte, which sells it once. */
async function sell({ order, hashes }) {
  // A real shop takes the money here, once for each order, and has numbers of its own, which it keeps with the order.
  const number = index => `${order.slice(0, 13)}-${index + 1}`
  const entries = hashes.map((nonce_hash, index) => ({ id: number(index), kind: 'paid', nonce_hash }))
  const response = await fetch(`${DESK}/v1/raffles/${RAFFLE}/entries`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${SHOP}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': order,
    },
    body: JSON.stringify({ entries }),
    signal: AbortSignal.timeout(10_000),
  })
  const { receipts, error } = await response.json()
  const tickets = receipts?.map((receipt, index) => describe(number(index), receipt))
  if (response.ok) return [200, { tickets }]
  const said = `the desk answers ${response.status}: ${error.message}`
  // Asking again may find it back.
  if ([408, 429].includes(response.status) || response.status >= 500) throw new Error(said)
  // Such as of a raffle that is sealed, or of a token that is none: asking again changes nothing.
  console.error(`refused: ${JSON.stringify(said)}`)
  return [422, { refused: response.status === 409 ? error.message : 'this shop cannot sell now' }]
}

/** Answers the order of a browser: `[status, answer]`. */
async function answerOrder(request) {
  // A form on another site can send text, and no JSON.
  if (request.headers['content-type'] !== 'application/json') return [415, { refused: 'an order is JSON' }]
  let text = ''
  for await (const piece of request.setEncoding('utf8')) {
    text += piece
    if (text.length > 10_000) return [413, { refused: 'an order is shorter' }]
  }
  const order = readOrder(text)
  return order ? sell(order) : [400, { refused: 'an order has a UUID, and 1 to 10 hashes' }]
}

const server = createServer(async (request, response) => {
  const send = (status, type, body) =>
    response.writeHead(status, { ...headers, 'Content-Type': type }).end(body)
  const [path] = request.url.split('?')
  const file = files.get(path)
  if (request.method === 'GET' && file) return send(200, ...file)
  if (request.method !== 'POST' || path !== '/buy') return send(404, 'text/plain', 'there is nothing here\n')
  // The browser asks again: whatever the desk did, the same order finds it done.
  const [status, answer] = await answerOrder(request).catch(error => {
    console.error(`not sold: ${JSON.stringify(error.cause?.message || error.message)}`)
    return [503, {}]
  })
  send(status, 'application/json', JSON.stringify(answer))
})

server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
