import t from 'tap'
import { random } from '../../src/cli/shared/random.js'
import { checkSecrets } from '../../src/operator/check-secrets.js'
import { createLog } from '../../src/operator/create-log.js'
import { addEndpoint, rotateSecret } from '../../src/operator/webhooks.js'
import { replace } from './signed-record.js'
import { goTo, keyFile, raffleId, setUp, type Stage } from './stage.js'

const allow = { http: false, anyPort: false, networks: [] }
const url = 'https://subscriber.example/hook'

/** A store with a secret of every kind. */
async function setUpAll(test: Parameters<typeof setUp>[0]): Promise<Stage & { readonly endpointId: string }> {
  const stage = await setUp(test)
  await goTo(stage, 'created')
  await createLog(stage.desk, 'raffles.example/log')
  const offer = { url, allow, apiUrl: 'https://raffles.example/api/v1' }
  const { endpoint } = await addEndpoint(stage.desk, offer)
  await rotateSecret(stage.desk, endpoint.id, {})
  return { ...stage, endpointId: endpoint.id }
}

await t.test('every secret is opened, of whichever kind', async t => {
  const { store } = await setUpAll(t)
  // A key, the log’s, three seeds, the webhook key, and of the endpoint its path and both secrets.
  t.strictSame(await checkSecrets(store, keyFile, random), { opened: 9, problems: [] })
})

await t.test(
  'where nothing opens them it is not known, and where there is none there is no problem',
  async t => {
    const { store } = await setUpAll(t)
    t.strictSame(await checkSecrets(store, undefined, random), { opened: undefined, problems: [] })
    t.match(await checkSecrets(store, { key: new Uint8Array(32).fill(8) }, random), {
      opened: undefined,
      problems: [/^the key file is not the one/],
    })
    const bare = await setUp(t, { bare: true, file: `${t.testdir()}/bare.db` })
    t.strictSame(await checkSecrets(bare.store, keyFile, random), { opened: 0, problems: [] })
  },
)

await t.test('what cannot be opened is named, and everything else is looked at', async t => {
  const { store, endpointId } = await setUpAll(t)
  const { ceremonies, outbox } = store
  const [seed, ...seeds] = await ceremonies.readSeeds(raffleId)
  const swapped = replace(store, {
    ceremonies: replace(ceremonies, {
      // Each opens in its own place only.
      readSeeds: () => Promise.resolve([...seeds, ...(seed ? [seed] : [])]),
    }),
    outbox: replace(outbox, {
      listEndpoints: async () =>
        (await outbox.listEndpoints()).map(one => ({
          ...one,
          allow: { ...one.allow, http: true },
          key: { ...one.key, secret: new Uint8Array(60) },
        })),
    }),
  })
  t.strictSame(await checkSecrets(swapped, keyFile, random), {
    opened: 4,
    problems: [
      `raffle ${raffleId}: the seed of prize 1 cannot be opened`,
      `raffle ${raffleId}: the seed of prize 2 cannot be opened`,
      `raffle ${raffleId}: the seed of prize 3 cannot be opened`,
      `webhook endpoint ${endpointId}: its address, with what is allowed of it, cannot be opened`,
      `webhook endpoint ${endpointId}: its key cannot be opened`,
    ],
  })
})

await t.test(
  'a store that fails while its secrets are read is not taken for one without problems',
  async t => {
    const { store } = await setUpAll(t)
    const failing = replace(store, {
      ceremonies: replace(store.ceremonies, {
        readSeeds: () => Promise.reject(new Error('the disk is gone')),
      }),
    })
    await t.rejects(checkSecrets(failing, keyFile, random), { message: 'the disk is gone' })
  },
)
