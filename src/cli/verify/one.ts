/**
 * Verifies documents one by one, on any thread.
 *
 * @packageDocumentation
 */
import type { Envelope, EnvelopeJson } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { makeTogether } from '../../core/presumed.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import type { Subject } from '../../model/report.js'
import { emptyTrust, parseTrust, type TrustJson, type TrustRoot } from '../../model/trust.js'
import type { Recipe } from '../../recipe/recipe.js'
import { readFacts, type Facts } from '../../verify/feed-facts.js'
import type { BesideBundle, DocumentOptions, PublishedOptions } from '../../verify/options.js'
import * as english from '../../page/catalogue/en/terminal.js'
import type { LanguageTag } from '../../page/languages.js'
import { isStatement, readStatement } from '../../verify/bundle/chain.js'
import { examineWithChoice, type ExaminedBundle } from '../../verify/bundle/verify-bundle.js'
import type { Bundle } from '../../model/bundle.js'
import type { Companions } from './companions.js'
import { readDocuments, type Document, type ListedDocument } from '../../verify/read-document.js'
import { decideSubject, type Examination } from '../../verify/verdict.js'
import { describeUnreadable, examineRead } from '../../verify/verify-document.js'
import { isDocumentFault } from '../shared/exit-codes.js'
import { findEngine, type EngineName } from '../shared/options.js'
import { isLine, renderPart, type Rendering } from '../shared/print.js'
import { findNamed, parseRecipeFile, type LocatedRecipe } from '../shared/recipes.js'
import type { Beside } from '../../render/text.js'
import { findNext, type VerifyCall } from './next-step.js'
import type { Basis, Translation } from './translate.js'
import { listWinners } from './winners.js'

/** Settings for verifying documents: plain data, which can be passed to threads. */
export interface DocumentRules {
  /** Recipe for all documents. */
  readonly recipe?: LocatedRecipe
  readonly trust?: TrustJson
  readonly observations: readonly Envelope[]
  readonly companions: Companions
  readonly acceptReplacements: boolean
  readonly require?: readonly string[]
  readonly engine: EngineName
  readonly now: Date
  readonly rendering: Rendering
  /** Language of what is printed for people; English if absent. */
  readonly language?: LanguageTag
  /** The call, for suggesting the next one. */
  readonly call: VerifyCall
  /** Whether whole subjects are needed, not just what the verdict on all needs. */
  readonly isWhole: boolean
  /** Whether draws are compared with one another. */
  readonly isFeed: boolean
}

/** A verified document. */
export interface VerifiedDocument {
  readonly subject: Subject
  /** Its printed form. */
  readonly text: string
  /** Facts for comparing it with others. */
  readonly facts?: Facts
}

/** Options shared by all documents. */
type DocumentVerifierOptions = Pick<DocumentOptions, 'findRecipe' | 'recipe' | 'now' | 'require'> &
  BesideBundle & { readonly engine: Engine; readonly trust: TrustRoot }

/** Evidence for a single document. */
export type DocumentEvidence = BesideBundle &
  Pick<PublishedOptions, 'supply' | 'committed' | 'onProgress'> &
  Pick<DocumentOptions, 'logs'>

/** A document, how it is called, and what belongs to it alone. */
export interface NamedDocument {
  readonly document: Document
  readonly name: string
  readonly extras?: DocumentEvidence
}

/** What a subject was made of. */
type Made = Omit<Basis, 'hasTrust' | 'engine'>

/** The translation that the rules ask for, which is loaded only then; one line has nothing to translate. */
export async function findTranslation({
  language = 'en',
  rendering,
}: DocumentRules): Promise<Translation | undefined> {
  if (language === 'en' || rendering.format !== 'text' || isLine(rendering)) return undefined
  const { loadTranslation } = await import('./translate.js')
  return loadTranslation(language)
}

/** Verifies documents with shared settings. */
export class DocumentVerifier {
  readonly #rules: DocumentRules
  readonly #options: DocumentVerifierOptions
  readonly #translation: Translation | undefined
  readonly #hasCompanions: boolean
  readonly #endings = new Map<string, Subject>()
  readonly #recipes = new Map<string, Recipe | DrawauditError | undefined>()

  /**
   * @param translation - from {@link findTranslation}.
   * @param root - the parsed trust file of the rules, if available: parsing verifies its keys, which is slow.
   */
  constructor(rules: DocumentRules, translation: Translation | undefined, root?: TrustRoot) {
    this.#rules = rules
    this.#translation = translation
    const { recipe, trust, require } = rules
    this.#hasCompanions = Object.keys(rules.companions).length > 0
    const believed = root ?? (trust === undefined ? emptyTrust : parseTrust(trust))
    const given = recipe && parseRecipeFile(recipe, believed)
    this.#options = {
      engine: findEngine(rules.engine),
      now: rules.now,
      trust: believed,
      findRecipe: name => given ?? this.#findNamed(name),
      ...(given && { recipe: given }),
      observations: rules.observations,
      acceptReplacements: rules.acceptReplacements,
      ...(require && { require }),
    }
  }

  /** Options shared by all documents. */
  get options(): DocumentVerifierOptions {
    return this.#options
  }

  /**
   * Reads from a document; if that fails, the subject of an unreadable document.
   *
   * @throws DrawauditError for anything but a fault of the document.
   */
  read<T>(name: string, read: () => T): { readonly value: T } | VerifiedDocument {
    try {
      return { value: read() }
    } catch (error) {
      if (!isDocumentFault(error)) throw error
      return this.finish(describeUnreadable(name, error, this.#rules.require))
    }
  }

  /**
   * Parses a document. Fractions are allowed only in plain values for a given recipe, as in `recipe find`; whole
   * numbers beyond double precision never are.
   *
   * @throws DrawauditError as `parseJson` does.
   */
  parse(text: Uint8Array | string): JsonValue {
    try {
      return parseJson(text)
    } catch (error) {
      const isNumber = error instanceof DrawauditError && error.code === 'json-number-form'
      if (!isNumber || this.#options.recipe === undefined) throw error
      const value = parseJson(text, { numbers: 'any' })
      const isPlain = this.split(value).every(
        ({ document }) => document.kind === 'published-draw' && document.pointers !== undefined,
      )
      if (!isPlain || hasUnsafeNumber(value)) throw error
      return value
    }
  }

  /** The documents in a JSON value: each draw of a list. */
  split(value: JsonValue): readonly ListedDocument[] {
    return readDocuments(value, this.#options.recipe)
  }

  /** The same as `verify` of each, in less time; what could not be read is said already. */
  verifyTogether(parts: readonly (NamedDocument | VerifiedDocument)[]): readonly VerifiedDocument[] {
    return makeTogether(parts, this.#options.engine, (part, engine) =>
      'subject' in part ? part : this.verify(part.document, part.name, part.extras, engine),
    )
  }

  verify(
    document: Document,
    name: string,
    extras?: DocumentEvidence,
    engine = this.#options.engine,
  ): VerifiedDocument {
    const { findRecipe } = this.#options
    const others = document.kind === 'bundle' ? this.#findCompanions(document.bundle) : undefined
    const companions = others && { companions: others }
    const options = { ...this.#options, source: name, engine }
    if (others !== undefined || extras !== undefined) Object.assign(options, extras, companions)
    const examined: ExaminedBundle =
      document.kind === 'bundle'
        ? examineWithChoice(document.bundle, options.trust, options)
        : { examination: examineRead(document, options) }
    const verified = this.#finish(examined, document)
    const facts = this.#rules.isFeed ? readFacts(document, name, findRecipe, engine) : undefined
    return facts === undefined ? verified : { ...verified, facts }
  }

  /** Renders a subject, and reduces it to what is needed later. */
  finish(subject: Subject, made?: Made): VerifiedDocument {
    const { rendering, isWhole } = this.#rules
    const text = renderPart(subject, rendering, () => this.#describe(subject, made))
    return { subject: isWhole ? subject : outline(subject), text }
  }

  /** The same of an examination: what is not printed of it is not made. */
  #finish({ examination, choice }: ExaminedBundle, document: Document): VerifiedDocument {
    const { rendering, isWhole, require } = this.#rules
    const { headline } = examination
    const made = { document, ...(headline && { headline }), ...(choice && { choice }) }
    if (isWhole) return this.finish(decideSubject(examination, require), made)
    const ending = this.#decideEnding(examination)
    if (!isLine(rendering)) {
      return { ...this.finish(decideSubject(examination, require), made), subject: ending }
    }
    const { source, recipe, findings } = examination
    const shown = { ...ending, source, findings }
    return {
      subject: ending,
      text: renderPart(recipe === undefined ? shown : { ...shown, recipe }, rendering),
    }
  }

  /**
   * What the verdict on all needs of one. Subjects that end alike have the same verdict, which is decided once, and are one
   * object, which passes between threads once.
   */
  #decideEnding(examination: Examination): Subject {
    const key = nameEnding(examination)
    const known = this.#endings.get(key)
    if (known !== undefined) return known
    const ending = outline(decideSubject(examination, this.#rules.require))
    if (this.#endings.size >= mostEndings) this.#endings.clear()
    this.#endings.set(key, ending)
    return ending
  }

  /** Winners, next step and translation, printed beside or instead of what the subject says. */
  #describe(subject: Subject, made?: Made): Beside {
    const { findRecipe, engine } = this.#options
    const document = made?.document
    const isRead = !subject.claims.some(({ id }) => id === 'document.read')
    const recipe =
      isRead && document?.kind === 'published-draw' ? findRecipe(document.draw.recipe) : undefined
    // Captures and feeds are not files that a command could name.
    const next = document === undefined && isRead ? undefined : findNext(subject, this.#rules.call)
    const hasTrust = this.#rules.trust !== undefined
    const told = made && this.#translation?.tell(subject, { ...made, hasTrust, engine })
    const texts = (told && this.#translation?.texts) ?? english
    const say = (told && this.#translation?.say) ?? (() => undefined)
    return {
      ...(document && isRead && { winners: listWinners(document, recipe, engine, texts, say) }),
      ...(next && { next: { says: texts.nextSteps[next.step], command: next.command } }),
      ...(told && { told }),
    }
  }

  #findCompanions({ statements }: Bundle): readonly EnvelopeJson[] | undefined {
    // Hardly ever is there one, and reading statements again would take a tenth of the time.
    if (!this.#hasCompanions) return undefined
    const about = statements.map(readStatement).find(isStatement)
    return about && this.#rules.companions[about.raffle_id]
  }

  /** Parses a recipe, or its error, once: all documents of a run use the same recipe. */
  #findNamed(name: string): Recipe | undefined {
    if (!this.#recipes.has(name)) {
      try {
        this.#recipes.set(name, findNamed(name, this.#options.trust))
      } catch (error) {
        if (!(error instanceof DrawauditError)) throw error
        this.#recipes.set(name, error)
      }
    }
    const found = this.#recipes.get(name)
    if (found instanceof DrawauditError) throw found
    return found
  }
}

/** Whether a value has a whole number beyond 2^53, or one beyond the range of doubles. */
function hasUnsafeNumber(value: JsonValue): boolean {
  if (typeof value === 'number')
    return !Number.isSafeInteger(value) && !(value % 1 !== 0 && Number.isFinite(value))
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnsafeNumber)
}

/** Draws of a few recipes end in few ways. */
const mostEndings = 1000

/** Everything of an examination that its verdict, its level and what is asked of it follow from. */
function nameEnding({ kind, level, stopped_by, claims }: Examination): string {
  let name = `${kind} ${level} ${stopped_by}`
  for (const { id, status, code, asked } of claims) name += `\n${id} ${status} ${code} ${asked}`
  return name
}

/** Reduces a subject to what the verdict on all needs, so that memory does not grow with the documents' text. */
function outline({ kind, verdict, level, stopped_by, claims }: Subject): Subject {
  return {
    source: '',
    kind,
    verdict,
    headline: '',
    who_could_choose: '',
    ...(level !== undefined && { level }),
    ...(stopped_by !== undefined && { stopped_by }),
    findings: [],
    claims: claims.map(({ id, status, code, asked }) => ({
      id,
      status,
      code,
      message: '',
      ...(asked === false && { asked }),
    })),
  }
}

/** Whether the document is of a kind that can be verified, and readable. */
export function isRead({ subject }: VerifiedDocument): boolean {
  return !subject.claims.some(({ id }) => id === 'document.read')
}
