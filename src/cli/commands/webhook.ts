/**
 * `drawaudit webhook add`, `list`, `pause`, `resume`, `remove`, `rotate` and `test`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { parseWebhookKey } from '../../core/webhook-key.js'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { webhookEventTypes, type WebhookEventType } from '../../model/webhook-event.js'
import {
  addEndpoint,
  findEndpoint,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateKey,
  rotateSecret,
} from '../../operator/webhooks.js'
import { parseNetwork } from '../../remote/address.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import type { Allowance, EndpointRow } from '../../store/outbox.js'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.js'
import { parseEndpointUrl } from '../../webhook/endpoint-url.js'
import { challengeEndpoint, describeChallenge, type Challenged } from '../challenge-endpoint.js'
import { atDesk, ceremonyOptions, secretOptions } from '../desk.js'
import { readFile } from '../files.js'
import { findStore } from '../options.js'
import { readBaseUrl, readSeconds } from '../remote.js'
import { writeResult } from '../terminal.js'
import type { Command } from './command.js'

const text = { type: 'string' as const, requiresArg: true }
const off = { type: 'boolean' as const, default: false }

const endpointArgument = {
  type: 'string' as const,
  demandOption: true as const,
  describe: 'The id of the endpoint, or the beginning of it',
}

const secretFileOption = {
  ...text,
  describe: 'A file with a secret that the subscriber has chosen (default: one is made)',
}

function buildAdd(yargs: Argv) {
  return yargs
    .positional('url', { type: 'string', demandOption: true, describe: 'Where events are sent' })
    .option('api-url', { ...text, describe: 'Where this store is served; needed the first time' })
    .option('event', {
      choices: webhookEventTypes,
      array: true,
      requiresArg: true,
      describe: 'Tell of these only (default: of all)',
    })
    .option('secret-file', secretFileOption)
    .option('allow-http', { ...off, describe: 'Send over plain HTTP' })
    .option('allow-any-port', { ...off, describe: 'The port is meant, although it is neither 443 nor 8443' })
    .option('allow-network', {
      ...text,
      array: true,
      describe: 'A network of your own that the receiver may be in, such as 10.1.2.0/24',
    })
    .options(secretOptions)
    .options(ceremonyOptions)
    .example(
      '$0 webhook add https://subscriber.example/hook --api-url https://raffles.example/api/v1 --store raffles.db',
      'Prints the secret, once, and sends a challenge',
    )
    .epilogue(
      'An endpoint is told of nothing before it has answered a challenge: docs/WEBHOOKS.md. Events are sent by drawaudit serve --webhooks yes, or drawaudit webhook deliver. Exits 4 when the challenge is not answered.',
    )
}

export const webhookAddCommand: Command<typeof buildAdd> = {
  name: 'add <url>',
  describe: 'Add an endpoint that is told of draws',
  build: buildAdd,
  async run(args) {
    const allow: Allowance = {
      http: args['allow-http'],
      anyPort: args['allow-any-port'],
      networks: (args['allow-network'] ?? []).map(network => parseNetwork(network).text),
    }
    const given = args['api-url']
    const apiUrl = given === undefined ? undefined : readBaseUrl(given)
    const secret = readSecret(args['secret-file'])
    const events = args.event as readonly WebhookEventType[] | undefined
    const { added, challenged } = await atDesk(args, async desk => {
      const served = apiUrl ?? (await desk.store.outbox.readWebhookSettings())?.apiUrl
      const { href: url } = parseEndpointUrl(args.url, allow, served)
      const added = await addEndpoint(desk, {
        url,
        allow,
        ...(events && { events }),
        ...(apiUrl !== undefined && { apiUrl }),
        ...(secret && { secret }),
      })
      return { added, challenged: await challengeEndpoint(desk, added.endpoint) }
    })
    const { id, url } = added.endpoint
    await writeResult(
      args.format === 'json'
        ? renderJson({ ...describe(challenged.endpoint), secret: added.secret, ...sayChallenge(challenged) })
        : `added ${id}: ${escapeText(url)}\n` +
            `secret: ${added.secret}\n` +
            '  shown this once: give it to the subscriber where nobody reads along\n' +
            renderChallenge(challenged),
    )
    return challenged.answered ? 0 : 4
  },
}

function buildList(yargs: Argv) {
  return yargs
    .options(ceremonyOptions)
    .example('$0 webhook list --store raffles.db', 'Endpoints, and whether they are told')
}

export const webhookListCommand: Command<typeof buildList> = {
  name: 'list',
  describe: 'List the endpoints',
  build: buildList,
  async run({ store: file, format }) {
    const store = await openSqliteStore(findStore(file), { access: 'read' })
    try {
      const endpoints = await store.outbox.listEndpoints()
      const settings = await store.outbox.readWebhookSettings()
      await writeResult(
        format === 'json'
          ? renderJson({ api_url: settings?.apiUrl ?? null, endpoints: endpoints.map(describe) })
          : endpoints.length === 0
            ? 'nobody is told of draws; drawaudit webhook add adds an endpoint\n'
            : endpoints.map(renderEndpoint).join(''),
      )
      return 0
    } finally {
      await store.close()
    }
  },
}

function buildOne(example: string, says: string) {
  return (yargs: Argv) =>
    yargs
      .positional('endpoint', endpointArgument)
      .options(ceremonyOptions)
      .example(`$0 webhook ${example} --store raffles.db`, says)
}

const buildPause = buildOne('pause ep_1f2e3d', 'Its events are kept until it is resumed')

export const webhookPauseCommand: Command<typeof buildPause> = {
  name: 'pause <endpoint>',
  describe: 'Send nothing to an endpoint for now; its events are kept',
  build: buildPause,
  run: async args => settle(args, desk => pauseEndpoint(desk, args.endpoint)),
}

const buildResume = buildOne('resume ep_1f2e3d', 'Also one that was disabled because it failed for days')

export const webhookResumeCommand: Command<typeof buildResume> = {
  name: 'resume <endpoint>',
  describe: 'Send again to an endpoint that was paused or disabled',
  build: buildResume,
  run: async args => settle(args, desk => resumeEndpoint(desk, args.endpoint)),
}

const buildRemove = buildOne('remove ep_1f2e3d', 'With all that was to be sent there')

export const webhookRemoveCommand: Command<typeof buildRemove> = {
  name: 'remove <endpoint>',
  describe: 'Remove an endpoint, and what is queued for it',
  build: buildRemove,
  async run(args) {
    const endpoint = await atDesk(args, desk => removeEndpoint(desk, args.endpoint))
    await writeResult(
      args.format === 'json'
        ? renderJson({ removed: endpoint.id })
        : `removed ${endpoint.id}: ${escapeText(endpoint.url)}\n`,
    )
    return 0
  },
}

function buildRotate(yargs: Argv) {
  return yargs
    .positional('endpoint', { ...endpointArgument, demandOption: false })
    .option('signing-key', {
      ...off,
      describe: 'Replace the key that signs for everyone (v1a), and not the secret of an endpoint',
    })
    .option('secret-file', secretFileOption)
    .option('grace', {
      ...text,
      default: '86400',
      describe: 'Seconds for which the old one signs too',
    })
    .options(secretOptions)
    .options(ceremonyOptions)
    .example('$0 webhook rotate ep_1f2e3d --store raffles.db', 'Old and new sign for a day')
    .example('$0 webhook rotate ep_1f2e3d --grace 0 --store raffles.db', 'The old one is not safe any more')
}

export const webhookRotateCommand: Command<typeof buildRotate> = {
  name: 'rotate [endpoint]',
  describe: 'Give an endpoint a new secret, or everyone a new key',
  build: buildRotate,
  async run(args) {
    const { endpoint: id, 'signing-key': everyone, format } = args
    const grace = readSeconds('grace', args.grace) * 1000
    const until = formatTime(new Date(Date.now() + grace))
    const also = grace > 0 ? `the old one signs too until ${until}\n` : 'the old one does not sign any more\n'
    if (everyone === (id !== undefined)) {
      throw new DrawauditError('usage', 'give either an endpoint, or --signing-key', {
        hint: 'drawaudit webhook rotate ENDPOINT, or drawaudit webhook rotate --signing-key',
      })
    }
    if (id === undefined) {
      const key = await atDesk(args, desk => rotateKey(desk, grace))
      await writeResult(
        format === 'json'
          ? renderJson({ key, old_until: until })
          : `key: ${key}\n${also}both are in /keys as long\n`,
      )
      return 0
    }
    const secret = readSecret(args['secret-file'])
    const rotated = await atDesk(args, desk => rotateSecret(desk, id, { grace, ...(secret && { secret }) }))
    await writeResult(
      format === 'json'
        ? renderJson({ ...describe(rotated.endpoint), secret: rotated.secret, old_until: until })
        : `secret: ${rotated.secret}\n  shown this once: give it to the subscriber where nobody reads along\n${also}`,
    )
    return 0
  },
}

function buildTest(yargs: Argv) {
  return yargs
    .positional('endpoint', endpointArgument)
    .options(secretOptions)
    .options(ceremonyOptions)
    .example('$0 webhook test ep_1f2e3d --store raffles.db', 'Sends a challenge, and says what came back')
    .epilogue('Exits 4 when the challenge is not answered.')
}

export const webhookTestCommand: Command<typeof buildTest> = {
  name: 'test <endpoint>',
  describe: 'Send a challenge to an endpoint; once it answers, it is told of draws',
  build: buildTest,
  async run(args) {
    const challenged = await atDesk(args, async desk =>
      challengeEndpoint(desk, await findEndpoint(desk.store.outbox, args.endpoint)),
    )
    await writeResult(
      args.format === 'json'
        ? renderJson({ ...describe(challenged.endpoint), ...sayChallenge(challenged) })
        : renderChallenge(challenged),
    )
    return challenged.answered ? 0 : 4
  },
}

type DeskWork = Parameters<typeof atDesk<EndpointRow>>[1]

async function settle(
  args: { readonly store: string | undefined; readonly format: 'text' | 'json' },
  work: DeskWork,
): Promise<0> {
  const endpoint = await atDesk(args, work)
  await writeResult(args.format === 'json' ? renderJson(describe(endpoint)) : renderEndpoint(endpoint))
  return 0
}

function readSecret(file: string | undefined): Uint8Array | undefined {
  if (file === undefined) return undefined
  const key = parseWebhookKey(new TextDecoder().decode(readFile(file)).trim())
  if (key.kind === 'secret') return key.secret
  throw new DrawauditError('webhook-secret', 'a public key is no secret', {
    hint: 'the file has one line: whsec_ and base64 of 24 to 64 bytes',
    where: { file },
  })
}

const time = (at: number): string => formatTime(new Date(at))

const describe = (row: EndpointRow) => ({
  endpoint: row.id,
  url: row.url,
  state: row.state,
  reason: row.reason ?? null,
  events: row.events ?? webhookEventTypes,
  allow_http: row.allow.http,
  allow_any_port: row.allow.anyPort,
  allow_networks: row.allow.networks,
  created_at: time(row.createdAt),
  changed_at: time(row.changedAt),
  old_secret_until: row.oldSecret === undefined ? null : time(row.oldSecret.until),
  not_before: row.notBefore === 0 ? null : time(row.notBefore),
})

function renderEndpoint({ id, url, state, reason, events, changedAt, notBefore }: EndpointRow): string {
  const lines = [`${id}  ${state.padEnd('unconfirmed'.length)}  ${escapeText(url)}`]
  if (reason !== undefined) lines.push(`  since ${time(changedAt)}: ${escapeText(reason)}`)
  if (events !== undefined) lines.push(`  only ${events.join(', ')}`)
  if (notBefore > Date.now()) lines.push(`  it asked to wait until ${time(notBefore)}`)
  if (state === 'unconfirmed') lines.push(`  next: drawaudit webhook test ${id}`)
  if (state === 'disabled') lines.push(`  next: drawaudit webhook resume ${id}`)
  return `${lines.join('\n')}\n`
}

const sayChallenge = (challenged: Challenged) => ({
  challenge: {
    answered: challenged.answered,
    status: challenged.sent.attempt.status ?? null,
    code: challenged.sent.attempt.error ?? null,
    address: challenged.sent.attempt.address ?? null,
    ms: challenged.sent.attempt.duration,
  },
})

function renderChallenge(challenged: Challenged): string {
  const { id, state } = challenged.endpoint
  const says = `challenge ${escapeText(describeChallenge(challenged))}\n`
  const next = {
    active: 'it is told of draws\n',
    unconfirmed: `it is told of nothing until it answers one: drawaudit webhook test ${id}\n`,
    paused: `it is paused: drawaudit webhook resume ${id}\n`,
    disabled: `it is disabled: drawaudit webhook resume ${id}\n`,
  }
  return says + next[state]
}
