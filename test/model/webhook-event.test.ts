import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseWebhookEvent, webhookEventTypes } from '../../src/model/webhook-event.js'
import { refusal } from '../core/refusal.js'
import { findProblems } from '../server/openapi.js'

interface Media {
  readonly schema: { readonly $ref: string }
  readonly example: {
    readonly type: string
    readonly timestamp: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

interface Post {
  readonly requestBody: { readonly content: { readonly 'application/json': Media } }
  readonly responses: Readonly<Record<string, { readonly content?: { readonly 'application/json': Media } }>>
}

interface Schema {
  readonly required: readonly string[]
  readonly properties: { readonly data: { readonly $ref?: string; readonly required?: readonly string[] } }
}

const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.json`, import.meta.url), 'utf8'))
const { webhooks, components } = readJson('openapi') as {
  readonly webhooks: Readonly<Record<string, { readonly post: Post }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>
  }
}
const media = Object.values(webhooks).map(({ post }) => post.requestBody.content['application/json'])
const examples = media.map(({ example }) => example)

await t.test('the OpenAPI document has every event, and its examples are events', t => {
  t.same(Object.keys(webhooks), [...webhookEventTypes, 'endpoint.challenge'])
  Object.entries(webhooks).forEach(([type, { post }], index) => {
    const { schema, example } = media[index]!
    t.equal(example.type, type)
    t.equal(parseWebhookEvent(example), example)
    t.strictSame(findProblems(schema, example), [], type)
    const { content } = post.responses['200'] ?? {}
    if (content !== undefined) {
      const { schema, example } = content['application/json']
      t.strictSame(findProblems(schema, example), [])
    }
  })
  for (const name of ['WebhookId', 'WebhookTimestamp', 'WebhookSignature']) {
    const { schema, example } = components.parameters[name]!
    t.strictSame(findProblems(schema, example), [], name)
  }
  t.end()
})

await t.test('a member that is missing or of another form is refused, by both schemas', t => {
  const bad: Readonly<Record<string, unknown>> = {
    raffle_id: '49638A53-01D5-4EA0-96BC-887C4448C4F3',
    draw_id: 'x',
    winner_entry_id: '',
    signature_hash: 'cc48de211b927bb970b1740e67bf72d95c87fbf584c35d17ccc0c415352e31df',
    audit_url: 'javascript:alert(1)',
    audit_etag: 'f6fff91c0c564cf99566adf1e0421b62',
    total_draws: 0,
    reason: '',
    challenge: 'short',
  }
  const refuse = (event: object, schema: object, what: string): void => {
    t.equal(
      refusal(() => parseWebhookEvent(event)),
      'webhook-event',
      what,
    )
    t.not(findProblems(schema, event).length, 0, what)
  }
  for (const { schema, example } of media) {
    for (const name of ['type', 'timestamp', 'data']) {
      refuse({ ...example, [name]: undefined }, schema, `${example.type}: no ${name}`)
    }
    for (const timestamp of [
      '2026-11-20T16:15:00Z',
      '2026-02-30T16:15:00+00:00',
      '2026-11-20T16:15:00.5+00:00',
      1,
    ]) {
      refuse({ ...example, timestamp }, schema, `${example.type}: ${timestamp}`)
    }
    for (const name of Object.keys(example.data)) {
      t.ok(name in bad, name)
      for (const value of [undefined, bad[name], null]) {
        refuse(
          { ...example, data: { ...example.data, [name]: value } },
          schema,
          `${example.type}: ${name} ${String(value)}`,
        )
      }
    }
    t.doesNotThrow(() => parseWebhookEvent({ ...example, more: 1, data: { ...example.data, more: 1 } }))
  }
  t.end()
})

await t.test('what is no event', t => {
  for (const value of [
    null,
    [],
    'draw.completed',
    {},
    { ...examples[0], type: 'draw.begun' },
    { ...examples[0], data: [] },
  ]) {
    t.equal(
      refusal(() => parseWebhookEvent(value)),
      'webhook-event',
      JSON.stringify(value),
    )
  }
  t.throws(() => parseWebhookEvent({ ...examples[0], type: 'draw.begun' }), {
    message: /\/type expected one of/,
    hint: /ignore events/,
    where: { pointer: '/type' },
  })
  t.end()
})
