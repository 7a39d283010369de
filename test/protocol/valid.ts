import {
  createRaffle,
  createSigner,
  createEntries,
  lastMoments,
  type Choices,
  type Evidence,
} from './factory.js'
import { ownRound, published, realRound, type Round } from './rounds.js'
import { createRandom, type Entry } from './second-opinion.js'

/** A raffle in which everything is right. */
export interface Valid {
  readonly name: string
  readonly evidence: Evidence
  /** 4 with a beacon; 3 without one, and where a winner was replaced; 5 in a log. */
  readonly level: 3 | 4 | 5
}

const alpha = createSigner('Alpha Raffles')
const beta = createSigner('Beta Lotteries')
const gamma = createSigner('Γάμμα & Söhne')
const newBeta = createSigner('Beta Lotteries', 'Beta Lotteries, 2nd key')
const one = createSigner('Auditor One')
const two = createSigner('Auditor Two')

const sharedList = createEntries(20, 'shared list')

/** Ids that are easily confused: by case, by normal form, by order, by what JSON and hex make of them. */
const awkward: readonly Entry[] = [
  ['\u00e9', 'paid'],
  ['e\u0301', 'paid'],
  ['A', 'paid'],
  ['a', 'free'],
  ['Ⅷ 🎟️', 'paid'],
  [' ', 'paid'],
  ['0', 'free'],
  ['00', 'paid'],
  ['-0', 'paid'],
  ['1e3', 'paid'],
  ['null', 'paid'],
  ['__proto__', 'free'],
  ['"quoted"\\', 'paid'],
  ['</script>', 'paid'],
  ['\u{10ffff}', 'paid'],
  ['\u2028', 'paid'],
  ['x'.repeat(128), 'free'],
  ['ticket,1', 'paid'],
]

const quicknet = (round: number): Round => realRound('quicknet', round)
const theDefault = (round: number): Round => realRound('default', round)
const newest = published.quicknet.at(-1)!

/** Two histories of one raffle, the same in everything but its name. */
const twin: Omit<Choices, 'raffleName'> = {
  seed: 'twin',
  raffleId: createRandom('twin id').uuid(),
  operator: alpha,
  observer: one,
  prizes: 2,
  entries: 9,
  beacon: newest,
}

/** Everything at the same moments. */
const sameTimes: Omit<Choices, 'seed'> = {
  beacon: quicknet(1001),
  times: {
    ...{ committed: 1_692_800_000, close: 1_692_806_000, drawAt: 1_692_806_366, sealed: 1_692_806_100 },
    ...{ drawn: 1_692_806_400, commitmentSeen: 1_692_801_000, sealSeen: 1_692_806_200 },
  },
}

const chosen: Readonly<Record<string, Omit<Choices, 'seed'> & { readonly seed?: string }>> = {
  'one entry, one prize': { prizes: 1, entries: 1, operator: alpha, observer: one },
  'two entries, one prize': { prizes: 1, entries: 2, operator: alpha, observer: two },
  'twelve prizes of 300': { prizes: 12, entries: 300, operator: beta, observer: one },
  'every entry wins': { prizes: 5, entries: 5, operator: beta, observer: one, beacon: theDefault(1337) },
  'awkward ids': { prizes: 3, entries: awkward, operator: gamma, observer: two, beacon: theDefault(72785) },
  'awkward names': {
    prizes: ['1', '1', '\u{1f381} "a" \\ b', '\u00e9', 'e\u0301', '</b>'],
    ...{ raffleName: '__proto__', entries: 8, operator: gamma, observer: two },
  },
  'no beacon': { prizes: 1, entries: 7, beacon: null, operator: alpha, observer: one },
  'no beacon, light': { prizes: 3, entries: 33, beacon: null, list: 'light', operator: beta, observer: one },
  'no beacon, replaced': { prizes: 2, entries: 6, beacon: null, replace: [2], operator: beta, observer: two },
  'no beacon, same list': { prizes: 2, entries: sharedList, beacon: null, operator: beta, observer: two },
  'first round of default': { beacon: theDefault(1), operator: alpha, observer: one },
  'first round of quicknet': { beacon: quicknet(1), operator: alpha, observer: one },
  'same list, alpha': { entries: sharedList, operator: alpha, observer: one },
  'same list, alpha again': { entries: sharedList, operator: alpha, observer: one },
  'same list, beta': { entries: sharedList, operator: beta, observer: one },
  'same list, light': { entries: sharedList, operator: beta, observer: two, list: 'light' },
  'same list, chained': { entries: sharedList, operator: alpha, beacon: theDefault(1_000_000) },
  'same times': { ...sameTimes, operator: alpha, observer: one },
  'same times again': { ...sameTimes, operator: alpha, observer: one },
  'same times, beta': { ...sameTimes, operator: beta, observer: one },
  'same times, same list': { ...sameTimes, operator: alpha, observer: one, entries: sharedList },
  twin: { ...twin, raffleName: 'The raffle' },
  'other twin': { ...twin, raffleName: 'The raffle.' },
  'twin with more room': { ...twin, raffleName: 'The raffle', maxEntries: 10 },
  'replaced once': { prizes: 2, entries: 8, replace: [1], operator: alpha, observer: one },
  'replaced often': { prizes: 3, entries: 20, replace: [1, 3, 1, 1, 2], operator: beta, observer: one },
  'replaced to the end': {
    prizes: 2,
    entries: 5,
    replace: [2, 2, 1],
    operator: alpha,
    beacon: theDefault(2634945),
  },
  'new key': { prizes: 3, operator: beta, newKey: { from: 2, signer: newBeta }, observer: one },
  'new key for the seal': { operator: beta, newKey: { from: 1, signer: newBeta }, observer: two },
  'own chain': { beacon: ownRound('bls-unchained-g1-rfc9380', 1_000_000), operator: alpha, observer: one },
  'own chain, another': {
    ...{ beacon: ownRound('bls-unchained-g1-rfc9380', 1_000_000, { name: 'two' }), operator: alpha },
  },
  'own chained': { beacon: ownRound('pedersen-bls-chained', 4), prizes: 3, operator: beta, observer: one },
  'own chained, first round': { beacon: ownRound('pedersen-bls-chained', 1), operator: alpha, observer: two },
  'own unchained, signatures on G2': { beacon: ownRound('pedersen-bls-unchained', 777, { period: 1 }) },
  'own fastnet': { beacon: ownRound('bls-unchained-on-g1', 12_345, { period: 60 }), operator: gamma },
  'a raffle repeated': { supersedes: createRandom('cancelled').uuid(), operator: gamma, observer: one },
  'list in a file': { list: 'file', entries: 64, operator: alpha, observer: one },
  'room for more': { entries: 65, maxEntries: 9_007_199_254_740_991, operator: beta, beacon: newest },
  light: { list: 'light', entries: 257, prizes: 4, operator: alpha, observer: two, beacon: newest },
  'at the last moment': { times: lastMoments, prizes: 1, operator: alpha, observer: one },
  logged: { log: {}, operator: alpha, beacon: newest },
  'logged, by the same operator': { log: {}, operator: alpha, beacon: newest, list: 'light' },
  'logged and observed': { log: { isObserved: true }, operator: beta, observer: two, prizes: 3 },
  'logged among many': {
    log: { trusted: 3, others: Array.from({ length: 9 }, (_, at) => `entry ${at}`) },
    operator: gamma,
    prizes: 1,
  },
}

/** Without public randomness, with a winner who was replaced, or with a list that nobody reads whole. */
const isCapped = ({ beacon, replace, list }: Partial<Choices>): boolean =>
  beacon === null || replace !== undefined || list === 'light'

/** 44 raffles. The same names give the same bytes. */
export const valid: readonly Valid[] = Object.entries(chosen).map(([name, choices]) => ({
  name,
  evidence: createRaffle({ seed: name, ...choices }),
  level: isCapped(choices) ? 3 : choices.log === undefined ? 4 : 5,
}))
