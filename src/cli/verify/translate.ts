/**
 * Says a verified document in another language than English, with the texts of the page.
 *
 * @packageDocumentation
 */
import { isBuiltInChain } from '../../core/beacon.js'
import type { Engine } from '../../core/engine.js'
import { levelNames, type Claim, type Finding, type Status, type Subject } from '../../model/report.js'
import type { Catalogue } from '../../page/catalogue/catalogue.js'
import type { LanguageTag } from '../../page/languages.js'
import {
  sayChoiceIn,
  sayConditionIn,
  sayRestsIn,
  sayRestsOfDrawIn,
  type ChoiceBasis,
} from '../../page/say-choice.js'
import { sayClaimIn, sayUnlistedIn } from '../../page/say-claim.js'
import { tellingIn, type Translate } from '../../page/catalogue/translator.js'
import { describeClaim } from '../../render/claim-text.js'
import type { Told } from '../../render/text.js'
import type { BundleChoice } from '../../verify/bundle/bundle-choice.js'
import { readChain, type StatementChain } from '../../verify/bundle/chain.js'
import type { DrawHeadline } from '../../verify/headline.js'
import type { Document } from '../../verify/read-document.js'

/** What a subject was made of, beside what it says in English. */
export interface Basis {
  readonly document: Document
  readonly headline?: DrawHeadline
  /** Of a bundle. */
  readonly choice?: BundleChoice
  /** Whether there is a trust file, which says whose the keys are. */
  readonly hasTrust: boolean
  readonly engine: Engine
}

/** A subject in another language; undefined for kinds of documents that the catalogues have no texts for. */
type Tell = (subject: Subject, basis: Basis) => Told | undefined

/** What is told in another language. */
export interface Translation {
  readonly tell: Tell
  /** Says what reports and recipes say in English. */
  readonly say: Translate
  readonly texts: Catalogue['terminal']
}

/** Each is loaded by itself. */
const catalogues: Readonly<Record<Exclude<LanguageTag, 'en'>, () => Promise<Catalogue>>> = {
  de: () => import('../../page/catalogue/de/index.js'),
  es: () => import('../../page/catalogue/es/index.js'),
  fr: () => import('../../page/catalogue/fr/index.js'),
  it: () => import('../../page/catalogue/it/index.js'),
  nl: () => import('../../page/catalogue/nl/index.js'),
  pl: () => import('../../page/catalogue/pl/index.js'),
  pt: () => import('../../page/catalogue/pt/index.js'),
}

export async function loadTranslation(language: Exclude<LanguageTag, 'en'>): Promise<Translation> {
  const catalogue = await catalogues[language]()
  const { claims, grammar, phrases } = catalogue
  const telling = { ...catalogue, reported: tellingIn(phrases.tell, { ...claims, ...grammar }) }
  return {
    tell(subject, basis) {
      const { kind } = basis.document
      if (kind !== 'bundle' && kind !== 'audit-record' && kind !== 'published-draw') return undefined
      return translate(telling, subject, basis)
    },
    say: catalogue.phrases.tell,
    texts: catalogue.terminal,
  }
}

/** Browsers isolate the English words of a report by these marks; on a terminal they would only be in the way. */
const isolates = /[\u2068\u2069]/g

/** A catalogue, and its texts of claims with what reports say in the language. */
type Telling = Catalogue & { readonly reported: Catalogue['claims'] & Catalogue['grammar'] }

function translate(catalogue: Telling, subject: Subject, basis: Basis): Told {
  const { grammar, labels, result, terminal } = catalogue
  const { level, verdict } = subject
  const most = levelNames.length - 1
  const { wordLabels } = result
  const claim = (one: Claim): string => sayOne(catalogue, subject, one).replace(isolates, '')
  const isLevelled = level !== undefined && verdict !== 'refuted'
  const about = readRaffle(basis)?.chain.commitment
  return {
    ...(about && {
      title: `${about.raffle_name}, ${terminal.raffleOf(about.raffle_id, about.operator)}`,
    }),
    headline: sayHeadline(catalogue, subject, basis, one => sayOne(catalogue, subject, one)).replace(
      isolates,
      '',
    ),
    claim,
    finding: one => sayFinding(catalogue, one).replace(isolates, ''),
    label: catalogue.codes.label,
    statuses: {
      proven: wordLabels.proven,
      refuted: wordLabels.refuted,
      'not-provable': wordLabels['not-provable'],
      'not-applicable': wordLabels['not-checked'],
    },
    ...(isLevelled && {
      level: `${labels.levelReached(level, most)}${grammar.colon}${result.levelShorts[level] ?? ''}`,
      ...(level < most && { missing: `${labels.levelReached(level + 1, most)}, ${labels.notReached}` }),
    }),
    words: terminal.words,
    choice: sayChoice(catalogue, subject, basis).map(({ label, says }) => ({
      label,
      says: says.replace(isolates, ''),
    })),
  }
}

const words = {
  proven: 'proven',
  refuted: 'refuted',
  'not-provable': 'not-provable',
  'not-applicable': 'not-checked',
} as const satisfies Record<Status, string>

function sayOne({ reported }: Telling, { recipe }: Subject, claim: Claim): string {
  const { id, code, status, message, expected, found, pointer } = claim
  // These are about the report, of which the page has none.
  if (id === 'document.read' || code === 'claim-not-made') return describeClaim(claim)
  const say = recipe === undefined ? sayClaimIn : sayUnlistedIn
  return say(reported, {
    ...{ id, code, message, word: words[status] },
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
    ...(pointer !== undefined && { pointer }),
  })
}

/** The sentence of the catalogue, or else the report's. */
function sayFinding({ claims, draws, reported }: Telling, { code, message }: Finding): string {
  const findings: Readonly<Record<string, string>> = claims.findings
  const own = findings[code] ?? draws.findingStrings[code]
  return own ?? reported.asSentence(message)
}

/** Without the report's own reason, which the claim has below it. */
const withoutReason = (said: string): string => said.replace(/\s*\u2068[^\u2069]*\u2069/g, '')

function sayHeadline(
  catalogue: Catalogue,
  subject: Subject,
  basis: Basis,
  say: (claim: Claim) => string,
): string {
  const { result, grammar } = catalogue
  const { claims, headline } = subject
  const refuted = claims.find(({ status }) => status === 'refuted')
  if (refuted !== undefined) {
    const why = withoutReason(say(refuted))
    return why === '' ? result.headlines.refuted : `${result.headlines.refuted}${grammar.colon}${why}`
  }
  const unread = claims.find(({ id }) => id === 'document.read')
  if (unread !== undefined) return `${result.headlines.unread}${grammar.colon}${unread.code}`
  if (basis.headline === undefined) return headline
  const { shown, state } = basis.headline
  const own = readRaffle(basis)?.isOwnBeacon === true ? result.shownRehearsed[shown] : undefined
  const said = own ?? result.shown[shown]
  const whole = state === undefined ? said : result.withState(said, result.states[state])
  const rested = sayRests(catalogue, basis)
  if (rested.length === 0) return whole
  // One sentence, so that nobody quotes it without its condition.
  const condition = sayConditionIn({ ...result, ...grammar }, rested)
  return `${whole} – ${condition.charAt(0).toLowerCase()}${condition.slice(1)}`
}

function sayRests({ result, grammar }: Catalogue, basis: Basis): readonly string[] {
  const texts = { ...result, ...grammar }
  const raffle = readRaffle(basis)
  return raffle === undefined
    ? sayRestsOfDrawIn(texts, basis.headline)
    : sayRestsIn(texts, basis.headline, basis.choice, raffle.isOwnBeacon)
}

/** The last sentences; of anything but a draw in the words of the report. */
function sayChoice(catalogue: Catalogue, subject: Subject, basis: Basis): Told['choice'] {
  const { labels, answers, draws, result, grammar, terminal } = catalogue
  const { choice, hasTrust, headline } = basis
  const raffle = readRaffle(basis)
  const label = labels.whoCouldChoose
  if (choice === undefined || raffle === undefined) {
    const ofDraw = headline?.choice
    const says = ofDraw ? draws.chooser(ofDraw) : grammar.asSentence(subject.who_could_choose, longestChoice)
    return [{ label, says }]
  }
  const about: ChoiceBasis = {
    rested: sayRests(catalogue, basis),
    trustFrom: hasTrust ? 'file' : 'none',
    isOwnBeacon: raffle.isOwnBeacon,
    isForced: subject.claims.some(({ id, status }) => id === 'draw.unstoppable' && status === 'proven'),
  }
  const texts = { ...answers, ...result, ...grammar }
  const { says, left = [] } = sayChoiceIn(texts, choice, raffle.chain, about)
  const title = raffle.chain.drawn ? labels.leftTitleDrawn : labels.leftTitle
  return [
    { label, says: says.filter(one => one !== '').join(' ') },
    ...(left.length === 0 ? [] : [{ label: title, says: `${left.join(terminal.words.semicolon)}.` }]),
  ]
}

/** Max characters of the report's sentence. */
const longestChoice = 1200

/** The statements of a bundle, and whether its random numbers come from a source that is not public. */
function readRaffle({
  document,
  engine,
}: Basis): { readonly chain: StatementChain; readonly isOwnBeacon: boolean } | undefined {
  if (document.kind !== 'bundle') return undefined
  const chain = readChain(document.bundle.statements, engine)
  const beacon = chain.commitment?.beacon
  return { chain, isOwnBeacon: beacon != null && !isBuiltInChain(beacon.chain_hash) }
}
