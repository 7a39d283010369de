// A thousand subscribers at addresses of this machine: some never answer, some fail. Run by bench/webhooks.js, which is
// told what each of them was sent, and how long after the event.
import { createServer } from 'node:http'

const [healthy, failing] = process.argv.slice(2).map(Number)

const server = createServer((request, response) => {
  const place = Number(request.url.slice(1))
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('error', () => undefined)
  request.on('end', () => {
    const now = Date.now()
    // The rest are silent: they accept, and never answer.
    if (place < healthy) {
      const { data } = JSON.parse(Buffer.concat(chunks).toString())
      process.send({ id: request.headers['webhook-id'], place, wait: now - Number(data.reason) })
      response.writeHead(204).end()
    } else if (place < healthy + failing) response.writeHead(500).end()
  })
})
server.listen(0, '0.0.0.0', () => process.send({ port: server.address().port }))
