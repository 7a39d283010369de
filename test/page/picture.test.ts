// The picture of a pick, and its replay: every value computed here once more by the second opinion.
import { readdirSync } from 'node:fs'
import t from 'tap'
import { pictureStrings, replayStrings, sayDifference } from '../../src/page/catalogue/en/picture.js'
import type { PageModel, Picture } from '../../src/page/model.js'
import { browserHasher, ownHasher, replay, type Replayed } from '../../src/page/replay-steps.js'
import { runRaffle } from '../protocol/factory.js'
import { base } from '../protocol/scenarios/scenario.js'
import { open, undrawn } from '../protocol/scenarios/unstoppable.js'
import { readScenario } from '../protocol/scenario-files.js'
import { hex, pickIndex, sha256, unhex } from '../protocol/second-opinion.js'
import { check, checkEvidence, readText, requestOfFixture, root } from './requests.js'

interface Statement {
  readonly type: string
  readonly winner_index: number
  readonly winner_entry_id: string
  readonly position: number
  readonly attempt?: number
  readonly rng_seed?: string
  readonly total_entries: number
}

interface Bundle {
  readonly statements: readonly { readonly payload: string }[]
  readonly beacon?: { readonly signature: string }
}

/** What a bundle says, read without the library. */
function readPicks(text: string) {
  const { statements, beacon } = JSON.parse(text) as Bundle
  const payloads = statements.map(({ payload }) => Buffer.from(payload, 'base64'))
  const read = payloads.map(payload => JSON.parse(payload.toString()) as Statement)
  const sealAt = read.findIndex(({ type }) => type === 'seal')
  return {
    sealDigest: sha256(payloads[sealAt]!),
    total: read[sealAt]?.total_entries ?? 0,
    randomness: beacon === undefined ? new Uint8Array(32) : sha256(unhex(beacon.signature)),
    picks: read.filter(({ type }) => type === 'draw' || type === 'replacement'),
  }
}

const replayAll = async (picture: Picture, hasher = ownHasher): Promise<readonly Replayed[]> => {
  const steps: Replayed[] = []
  for await (const step of replay(picture, hasher)) steps.push(step)
  return steps
}

const picturesOf = ({ pictures = [] }: PageModel): readonly Picture[] => pictures
const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')

await t.test('of every bundle, with the values that the second opinion gives', async t => {
  for (const name of readdirSync(new URL('fixtures/bundles/', root))) {
    const { sealDigest, total, randomness, picks } = readPicks(
      readText(`fixtures/bundles/${name}/bundle.json`),
    )
    const pictures = picturesOf(await check(requestOfFixture(name)))
    t.equal(pictures.length, Math.min(50, picks.length), name)
    for (const picture of pictures) {
      const order = picks.findIndex(
        ({ position, attempt = 0 }) => position === picture.position && attempt === picture.attempt,
      )
      const made = picks[order]!
      const seed = unhex(picks.find(one => one.position === made.position && one.rng_seed)?.rng_seed ?? '')
      const taken = picks.slice(0, order).map(({ winner_index }) => winner_index)
      const { position, attempt } = picture
      const given = { seed, sealDigest, position, attempt, randomness, pool: total - order, taken }
      t.equal(picture.index, pickIndex(given), `${name}, pick ${order}`)
      t.equal(picture.ticket?.id, made.winner_entry_id)
      t.equal(picture.list.digest, hex(sealDigest))
      t.equal(picture.random?.value ?? hex(new Uint8Array(32)), hex(randomness))
      t.equal(picture.agrees, true)
      t.equal(Number(BigInt(picture.trials.at(-1)!.number) % BigInt(picture.pool)), picture.rank)
      const steps = await replayAll(picture)
      t.ok(
        steps.every(({ frame }) => frame.compared.same),
        'every step of the replay agrees',
      )
      t.equal(steps.at(-1)?.frame.output, picture.list.root, 'and it ends at the root')
      t.equal(steps.length, steps[0]?.of)
    }
  }
})

await t.test('a winner who was replaced stands behind the one who remains', async t => {
  const pictures = picturesOf(await check(requestOfFixture('replacements')))
  const replaced = pictures.map(({ position, attempt, replaced }) => [position, attempt, replaced])
  const again = replaced.filter(([position]) => position === 1)
  t.ok(again.length > 1)
  t.equal(again[0]?.[2], false)
  t.equal(again[1]?.[2], true)
  t.match(pictureStrings.option(pictures[0]!), /, drawn again$/)
})

await t.test('by the cryptography of the browser it is the same', async t => {
  const [picture] = picturesOf(await check(requestOfFixture('three-prizes-142-entries')))
  const [own, browsers] = [await replayAll(picture!), await replayAll(picture!, browserHasher)]
  t.same(
    browsers.map(({ frame }) => frame),
    own.map(({ frame }) => frame),
  )
  t.same([own[0]?.by, browsers[0]?.by], ['page', 'browser'])
  t.match(
    plain(pictureStrings.told(picture!)),
    /the sealed list of 142 tickets and a public random number\. .*leaves 19\. Counted from 0, that is the 20th of them\. So the rule picks ticket 10133 for iPhone 15 Pro \(1st Prize\)\.$/,
  )
})

await t.test('where the operator published another winner, both are there', async t => {
  const { evidence } = readScenario('winner.derived/index-off-by-one')
  const pictures = picturesOf(await checkEvidence(evidence))
  const wrong = pictures.filter(({ agrees }) => !agrees)
  t.ok(wrong.length > 0)
  const [picture] = wrong
  t.not(picture?.ticket?.id, picture?.published?.id)
  t.equal(
    plain(sayDifference(picture!)),
    `The rule picks ticket ${picture?.ticket?.id}. Published: ticket ${picture?.published?.id}.`,
  )
  const steps = await replayAll(picture!)
  const differing = steps.filter(({ frame }) => !frame.compared.same)
  t.same(
    differing.map(({ frame }) => [frame.stage, frame.compared.to, frame.compared.value]),
    [['place', 'published', String(picture?.published?.index)]],
    'the replay says at which step',
  )
})

await t.test('a secret that is not the one that was fixed', async t => {
  const files = readdirSync(new URL('fixtures/mutants/seed.committed/', root))
  const wrong: Picture[] = []
  for (const file of files) {
    const { evidence, expect } = readScenario(`seed.committed/${file.replace('.json', '')}`)
    if (expect.status !== 'refuted') continue
    wrong.push(...picturesOf(await checkEvidence(evidence)).filter(({ secret }) => !secret.holds))
  }
  t.ok(wrong.length > 0)
  for (const picture of wrong) {
    const [first] = await replayAll(picture)
    t.equal(first?.frame.compared.same, false)
    t.equal(first?.frame.output, hex(sha256(unhex(picture.secret.value))))
  }
})

await t.test(
  'a sealed raffle with public seeds has the winners that follow, which nobody published',
  async t => {
    const { picks } = runRaffle({ ...base, ...open })
    const pictures = picturesOf(await checkEvidence(undrawn()))
    t.same(
      pictures.map(({ ticket, agrees, published, list, random }) => [
        ...[ticket?.id, agrees, published, list.word, random?.word],
      ]),
      picks.map(({ entryId }) => [entryId, true, undefined, 'proven', 'proven']),
    )
    const [picture] = pictures
    if (picture === undefined) throw new Error('no picture')
    const replayed = await replayAll(picture)
    t.ok(replayed.length > 0 && replayed.every(({ frame }) => frame.compared.same))
    const ended = plain(replayStrings.ended(picture))
    t.equal(ended, `The rule picks ticket ${picks[0]!.entryId}. The operator has not published this winner.`)
  },
)

await t.test('nothing is drawn of what is missing', async t => {
  for (const name of ['beacon-left-out', 'only-sealed', 'no-seal', 'no-commitment', 'no-entries']) {
    const { evidence } = readScenario(`winner.derived/${name}`)
    t.same(picturesOf(await checkEvidence(evidence)), [], name)
  }
})

await t.test('whatever is wrong with a bundle, its pictures are made and say what is wrong', async t => {
  for (const claim of ['winner.derived', 'entries.sealed', 'beacon.genuine']) {
    for (const file of readdirSync(new URL(`fixtures/mutants/${claim}/`, root))) {
      const { evidence } = readScenario(`${claim}/${file.replace('.json', '')}`)
      const model = await checkEvidence(evidence)
      const wordOf = (id: string): string | undefined => model.claims.find(one => one.id === id)?.word
      const isRight = wordOf('winner.derived') === 'proven' && wordOf('entries.sealed') === 'proven'
      for (const { agrees, random, list } of picturesOf(model)) {
        if (isRight) t.equal(agrees, true, file)
        t.equal(list.word, wordOf('entries.sealed'), file)
        if (random && wordOf('beacon.genuine') !== 'proven') t.not(random.word, 'proven', file)
      }
    }
  }
})

await t.test('names are text that cannot turn the sentence round', t => {
  const said = pictureStrings.wins('a\u202eb')
  t.equal(said, 'wins a\\u{202e}b')
  t.end()
})

await t.test('what the rule gives and what was published, where they differ', t => {
  const published = { id: '11', index: 3, pool: 5 }
  const said = (changes: object): string =>
    plain(
      sayDifference({ index: 3, pool: 5, ticket: { id: '11' }, published, ...changes } as unknown as Picture),
    )
  t.equal(said({ ticket: { id: '10' } }), 'The rule picks ticket 10. Published: ticket 11.')
  t.equal(said({ index: 2 }), 'The rule picks ticket 11. Published: ticket 11.')
  t.equal(said({ index: 2, ticket: undefined }), 'The rule picks place 2 in the list. Published: ticket 11.')
  t.equal(said({ pool: 4 }), 'The rule counts 4 tickets that were left. Published: 5.')
  t.equal(
    said({ pool: 4, ticket: undefined }),
    'The rule counts 4 tickets that were left. Published: 5.',
    'where the place is the same, no other ticket is spoken of',
  )
  t.equal(said({ published: undefined }), '')
  t.end()
})

await t.test('a picture of a round whose time nobody knows has no time of it', async t => {
  const pictures = picturesOf(await checkEvidence(readScenario('beacon.rule/chain-unknown').evidence))
  t.equal(pictures.length, 2)
  for (const { random } of pictures) {
    t.match(random, { isDrand: false, word: 'not-provable' })
    t.notOk(random === undefined || 'at' in random)
  }
})

await t.test('of a prize that nobody promised there is no picture', async t => {
  const pictures = picturesOf(await checkEvidence(readScenario('statement.chain/position-zero').evidence))
  t.same(
    pictures.map(({ position }) => position),
    [1],
  )
})
