/**
 * `drawaudit webhook add`, `list`, `pause`, `resume`, `remove`, `rotate` and `test`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { parsePublicKey } from '../../core/signature.js'
import { formatWebhookPublicKey, parseWebhookKey } from '../../core/webhook-key.js'
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
import type { Allowance, EndpointRow, OutboxReader } from '../../store/outbox.js'
import { openStore } from '../../store/open-store.js'
import { parseEndpointUrl } from '../../webhook/endpoint-url.js'
import { challengeEndpoint } from './challenge-endpoint.js'
import { atDesk, ceremonyOptions, secretOptions } from '../shared/desk.js'
import { readFile } from '../../io/files.js'
import { findStore } from '../shared/options.js'
import { readBaseUrl, readSeconds } from '../shared/remote.js'
import { writeResult } from '../shared/terminal.js'
import { describeEndpoint, renderChallenge, renderEndpoint, renderSecret, reportChallenge } from './report.js'
import type { Command } from '../shared/command.js'

const text = { type: 'string' as const, requiresArg: true }
const off = { type: 'boolean' as const, default: false }

const endpointArgument = {
  type: 'string' as const,
  demandOption: true as const,
  describe: 'The id of the endpoint, or at least six characters of its beginning',
}

const secretFileOption = {
  ...text,
  describe:
    'A file with a secret that the subscriber has chosen: whsec_ and base64 of 24 to 64 bytes (default: one is made)',
}

function buildAdd(yargs: Argv) {
  return yargs
    .positional('url', { type: 'string', demandOption: true, describe: 'Where events are sent' })
    .option('api-url', {
      ...text,
      describe: 'Where this store is served, for all endpoints: https://HOST/api/v1; needed the first time',
    })
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
    const apiUrl = given === undefined ? undefined : readApiUrl(given)
    const secret = readSecret(args['secret-file'])
    const events = args.event as readonly WebhookEventType[] | undefined
    const { added, moved, keys, challenged } = await atDesk(args, async desk => {
      const before = (await desk.store.outbox.readWebhookSettings())?.apiUrl
      const { href: url } = parseEndpointUrl(args.url, allow, apiUrl ?? before)
      const added = await addEndpoint(desk, {
        url,
        allow,
        ...(events && { events }),
        ...(apiUrl !== undefined && { apiUrl }),
        ...(secret && { secret }),
      })
      const moved = before !== undefined && apiUrl !== undefined && apiUrl !== before ? before : undefined
      const keys = await listPublicKeys(desk.store.outbox)
      return { added, moved, keys, challenged: await challengeEndpoint(desk, added.endpoint) }
    })
    const { id, url } = added.endpoint
    await writeResult(
      args.format === 'json'
        ? renderJson({
            ...describeEndpoint(challenged.endpoint),
            ...(args['secret-file'] === undefined && { secret: added.secret }),
            keys,
            ...reportChallenge(challenged),
          })
        : `added ${id}: ${escapeText(url)}\n` +
            renderSecret(added.secret, args['secret-file']) +
            `key for everyone: ${keys.join(', ')}\n` +
            (moved === undefined
              ? ''
              : `note: events of all endpoints name ${escapeText(apiUrl ?? '')} from now on, and not ${escapeText(moved)}\n`) +
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
    const store = await openStore(findStore(file), { access: 'read' })
    try {
      const endpoints = await store.outbox.listEndpoints()
      const settings = await store.outbox.readWebhookSettings()
      const keys = await listPublicKeys(store.outbox)
      await writeResult(
        format === 'json'
          ? renderJson({
              api_url: settings?.apiUrl ?? null,
              keys,
              endpoints: endpoints.map(describeEndpoint),
            })
          : endpoints.length === 0
            ? 'nobody is told of draws; drawaudit webhook add adds an endpoint\n'
            : `${endpoints.map(renderEndpoint).join('')}events name the audit record below ${escapeText(settings?.apiUrl ?? '')}\nkey for everyone: ${keys.join(', ')}\n`,
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

const buildRemove = buildOne('remove ep_1f2e3d', 'With all that was or is to be sent there')

export const webhookRemoveCommand: Command<typeof buildRemove> = {
  name: 'remove <endpoint>',
  describe: 'Remove an endpoint, what is queued for it, and the record of what was sent there',
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
        ? renderJson({ ...describeEndpoint(rotated.endpoint), secret: rotated.secret, old_until: until })
        : renderSecret(rotated.secret, args['secret-file']) +
            also +
            (rotated.dropped === true ? 'the one before that does not sign any more\n' : ''),
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
        ? renderJson({ ...describeEndpoint(challenged.endpoint), ...reportChallenge(challenged) })
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
  await writeResult(
    args.format === 'json' ? renderJson(describeEndpoint(endpoint)) : renderEndpoint(endpoint),
  )
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

/** Ends as the API does, so that what events name is there. */
function readApiUrl(text: string): string {
  const url = readBaseUrl(text)
  if (url.endsWith('/api/v1')) return url
  throw new DrawauditError('url-invalid', `--api-url ends in /api/v1, found ${JSON.stringify(text)}`, {
    hint: 'give the URL at which the public reaches the API, like https://raffles.example/api/v1',
  })
}

/** The keys that sign for everyone, as /keys has them. */
async function listPublicKeys(outbox: OutboxReader): Promise<readonly string[]> {
  const keys = await outbox.listWebhookKeys()
  return keys.map(({ publicKey }) => formatWebhookPublicKey(parsePublicKey('ed25519', publicKey)))
}
