/**
 * `drawaudit webhook add`, `list`, `pause`, `resume`, `remove`, `rotate` and `test`
 *
 * @packageDocumentation
 */
import { parseWebhookKey } from '../../core/webhook-key.js'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { webhookEventTypes } from '../../model/webhook-event.js'
import {
  addEndpoint,
  findEndpoint,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSigningKey,
  rotateSecret,
} from '../../operator/webhooks.js'
import { parseNetwork } from '../../remote/address.js'
import { escapeText } from '../../render/escape.js'
import type { EndpointAllowance } from '../../store/outbox.js'
import { parseEndpointUrl } from '../../webhook/endpoint-url.js'
import { challengeEndpoint } from './challenge-endpoint.js'
import { atStore } from '../shared/at-store.js'
import { atDesk, secretOptions } from '../shared/desk.js'
import { readFile } from '../../io/files.js'
import { requiredArgument, storeOption, switchOption, valueOption } from '../shared/options.js'
import { readBaseUrl, readSecondsOption } from '../shared/remote.js'
import {
  describeEndpoint,
  renderChallenge,
  renderEndpoint,
  renderEndpointKeys,
  renderSecret,
  reportChallenge,
  showAddress,
} from './report.js'
import { defineCommand } from '../shared/command.js'

const endpointArgument = {
  ...requiredArgument,
  describe: 'The id of the endpoint, or at least six characters of its beginning',
}

const secretFileOption = {
  ...valueOption,
  describe:
    'A file with a secret that the subscriber has chosen: whsec_ and base64 of 24 to 64 bytes (default: a new one)',
}

export const webhookAddCommand = defineCommand({
  name: 'add <url>',
  describe: 'Add an endpoint that is notified of draws',
  arguments: { url: { ...requiredArgument, describe: 'Where events are sent' } },
  options: {
    'api-url': {
      ...valueOption,
      describe: 'Where this store is served, for all endpoints: https://HOST/api/v1; needed the first time',
    },
    event: {
      choices: webhookEventTypes,
      array: true,
      requiresArg: true,
      describe: 'Send only these events (default: all)',
    },
    'secret-file': secretFileOption,
    'allow-http': { ...switchOption, describe: 'Send over plain HTTP' },
    'allow-any-port': { ...switchOption, describe: 'Allow a port other than 443 and 8443' },
    'allow-network': {
      ...valueOption,
      array: true,
      describe: 'A network of your own that the receiver may be in, such as 10.1.2.0/24',
    },
    ...secretOptions,
    store: storeOption,
  },
  examples: [
    [
      '$0 webhook add https://subscriber.example/hook --api-url https://raffles.example/api/v1 --store raffles.db',
      'Prints the secret, once, and sends a challenge',
    ],
  ],
  exits: { 4: 'the challenge is not answered' },
  epilogue:
    'An endpoint receives nothing until it has answered a challenge: docs/WEBHOOKS.md. Events are sent by drawaudit serve --webhooks yes, or drawaudit webhook deliver.',
  async run(args) {
    const allow: EndpointAllowance = {
      http: args['allow-http'],
      anyPort: args['allow-any-port'],
      networks: (args['allow-network'] ?? []).map(network => parseNetwork(network).text),
    }
    const given = args['api-url']
    const apiUrl = given === undefined ? undefined : readApiUrl(given)
    const secret = readSecret(args['secret-file'])
    const events = args.event
    return atDesk(args, async desk => {
      const before = (await desk.store.outbox.readWebhookSettings())?.apiUrl
      const { href: url } = parseEndpointUrl(args.url, allow, apiUrl ?? before)
      const added = await addEndpoint(desk, {
        url,
        allow,
        ...(events && { events }),
        ...(apiUrl !== undefined && { apiUrl }),
        ...(secret && { secret }),
      })
      const isMoved = before !== undefined && apiUrl !== undefined && apiUrl !== before
      const moved = isMoved ? { from: before, to: apiUrl } : undefined
      return { added, moved, challenged: await challengeEndpoint(desk, added.endpoint) }
    })
  },
  json: ({ added, challenged }, { 'secret-file': file }) => ({
    ...describeEndpoint(challenged.endpoint),
    ...(file === undefined && { secret: added.secret }),
    ...reportChallenge(challenged),
  }),
  text: ({ added: { endpoint, secret }, moved, challenged }, { 'secret-file': file }) =>
    [
      `added ${endpoint.id}: ${showAddress(endpoint.origin)}\n`,
      renderSecret(secret, file),
      renderEndpointKeys(endpoint),
      moved === undefined
        ? ''
        : `note: events of all endpoints now name ${escapeText(moved.to)} instead of ${escapeText(moved.from)}\n`,
      renderChallenge(challenged),
    ].join(''),
  exitCode: ({ challenged }) => (challenged.answered ? 0 : 4),
})

export const webhookListCommand = defineCommand({
  name: 'list',
  describe: 'List the endpoints',
  options: { store: storeOption },
  examples: [['$0 webhook list --store raffles.db', 'Endpoints and their states']],
  run: ({ store }) =>
    atStore(store, 'read', async ({ outbox }) => ({
      endpoints: await outbox.listEndpoints(),
      apiUrl: (await outbox.readWebhookSettings())?.apiUrl,
    })),
  json: ({ endpoints, apiUrl = null }) => ({
    api_url: apiUrl,
    endpoints: endpoints.map(describeEndpoint),
  }),
  text: ({ endpoints, apiUrl = '' }) =>
    endpoints.length === 0
      ? 'there are no endpoints; drawaudit webhook add adds one\n'
      : `${endpoints.map(renderEndpoint).join('')}events name the audit record below ${escapeText(apiUrl)}\n`,
})

export const webhookPauseCommand = defineCommand({
  name: 'pause <endpoint>',
  describe: 'Send nothing to an endpoint for now; its events are kept',
  arguments: { endpoint: endpointArgument },
  options: { store: storeOption },
  examples: [['$0 webhook pause ep_1f2e3d --store raffles.db', 'Its events are kept until it is resumed']],
  run: args => atDesk(args, desk => pauseEndpoint(desk, args.endpoint)),
  json: describeEndpoint,
  text: renderEndpoint,
})

export const webhookResumeCommand = defineCommand({
  name: 'resume <endpoint>',
  describe: 'Send again to an endpoint that was paused or disabled',
  arguments: { endpoint: endpointArgument },
  options: { store: storeOption },
  examples: [
    [
      '$0 webhook resume ep_1f2e3d --store raffles.db',
      'Also one that was disabled because it failed for days',
    ],
  ],
  run: args => atDesk(args, desk => resumeEndpoint(desk, args.endpoint)),
  json: describeEndpoint,
  text: renderEndpoint,
})

export const webhookRemoveCommand = defineCommand({
  name: 'remove <endpoint>',
  describe: 'Remove an endpoint, with its queue and history',
  arguments: { endpoint: endpointArgument },
  options: { store: storeOption },
  examples: [['$0 webhook remove ep_1f2e3d --store raffles.db', 'With its queue and history']],
  run: args => atDesk(args, desk => removeEndpoint(desk, args.endpoint)),
  json: ({ id }) => ({ removed: id }),
  text: ({ id, origin }) => `removed ${id}: ${showAddress(origin)}\n`,
})

export const webhookRotateCommand = defineCommand({
  name: 'rotate <endpoint>',
  describe: 'Give an endpoint a new secret, or a new key',
  arguments: { endpoint: endpointArgument },
  options: {
    'signing-key': {
      ...switchOption,
      describe: 'Replace the key of the endpoint (v1a), and not its secret (v1)',
    },
    'secret-file': secretFileOption,
    grace: {
      ...valueOption,
      placeholder: 'SECONDS',
      default: '86400',
      describe: 'Seconds for which the old one signs too',
    },
    ...secretOptions,
    store: storeOption,
  },
  examples: [
    ['$0 webhook rotate ep_1f2e3d --store raffles.db', 'Old and new sign for a day'],
    ['$0 webhook rotate ep_1f2e3d --signing-key --store raffles.db', 'The same for its key'],
    ['$0 webhook rotate ep_1f2e3d --grace 0 --store raffles.db', 'If the old one was leaked'],
  ],
  async run(args) {
    const { endpoint, 'signing-key': ofKey, 'secret-file': file } = args
    const grace = readSecondsOption('grace', args.grace) * 1000
    const until = formatTime(new Date(Date.now() + grace))
    const old = { until, isValid: grace > 0 }
    if (ofKey && file !== undefined) {
      throw new DrawauditError('usage', 'give either --secret-file, or --signing-key', {
        hint: 'a key is made here, and cannot be chosen by the subscriber',
      })
    }
    if (ofKey) {
      return { old, rotated: await atDesk(args, desk => rotateSigningKey(desk, endpoint, { grace })) }
    }
    const secret = readSecret(file)
    const options = { grace, ...(secret && { secret }) }
    const { secret: made, ...rotated } = await atDesk(args, desk => rotateSecret(desk, endpoint, options))
    return { old, rotated, secret: made }
  },
  json: ({ old, rotated, secret }) => ({
    ...describeEndpoint(rotated.endpoint),
    ...(secret !== undefined && { secret }),
    old_until: old.until,
  }),
  text: ({ old, rotated, secret }, { 'secret-file': file }) =>
    [
      secret === undefined ? renderEndpointKeys(rotated.endpoint) : renderSecret(secret, file),
      old.isValid ? `the old one signs too until ${old.until}\n` : 'the old one does not sign any more\n',
      rotated.dropped ? 'the one before that does not sign any more\n' : '',
    ].join(''),
})

export const webhookTestCommand = defineCommand({
  name: 'test <endpoint>',
  describe: 'Send a challenge to an endpoint; once it answers, it is notified of draws',
  arguments: { endpoint: endpointArgument },
  options: { ...secretOptions, store: storeOption },
  examples: [['$0 webhook test ep_1f2e3d --store raffles.db', 'Sends a challenge, and says what came back']],
  exits: { 4: 'the challenge is not answered' },
  run: args =>
    atDesk(args, async desk => challengeEndpoint(desk, await findEndpoint(desk.store.outbox, args.endpoint))),
  json: challenged => ({ ...describeEndpoint(challenged.endpoint), ...reportChallenge(challenged) }),
  text: renderChallenge,
  exitCode: ({ answered }) => (answered ? 0 : 4),
})

function readSecret(file: string | undefined): Uint8Array | undefined {
  if (file === undefined) return undefined
  const key = parseWebhookKey(new TextDecoder().decode(readFile(file)).trim())
  if (key.kind === 'secret') return key.secret
  throw new DrawauditError('webhook-secret', 'this is a public key, not a secret', {
    hint: 'the file has one line: whsec_ and base64 of 24 to 64 bytes',
    where: { file },
  })
}

/** Requires the API's own path, since events link to resources below it. */
function readApiUrl(text: string): string {
  const url = readBaseUrl(text)
  if (url.endsWith('/api/v1')) return url
  throw new DrawauditError('url-invalid', `--api-url ends in /api/v1, found ${JSON.stringify(text)}`, {
    hint: 'give the URL at which the public reaches the API, like https://raffles.example/api/v1',
  })
}
