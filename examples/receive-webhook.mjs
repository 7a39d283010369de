// Receives webhooks: WEBHOOK_KEYS='whsec_…' PORT=8093 node examples/receive-webhook.mjs
import { createServer } from 'node:http'
import { parseWebhookEvent, verifyWebhook } from 'drawaudit'

const keys = process.env.WEBHOOK_KEYS.split(' ') // whsec_… or whpk_…, one or several
const seen = new Set() // in your database: it has to outlive this process

const server = createServer({ requestTimeout: 15_000 }, async (request, response) => {
  const answer = (status, text = '') => response.writeHead(status).end(text)
  let event
  try {
    const pieces = []
    let length = 0
    for await (const piece of request) {
      length += piece.length
      if (length > 65_536) return answer(413)
      pieces.push(piece)
    }
    const body = Buffer.concat(pieces)
    event = parseWebhookEvent(
      verifyWebhook({ body, headers: request.headersDistinct, keys, now: new Date() }),
    )
  } catch (error) {
    return answer(400, error.code)
  }
  if (event.type === 'endpoint.challenge') return answer(200, JSON.stringify(event.data))
  const id = request.headers['webhook-id']
  if (!seen.has(id)) console.log(event.type, event.data.raffle_id)
  seen.add(id)
  return answer(204)
})
server.listen(process.env.PORT, () => console.log('ready', server.address().port))
