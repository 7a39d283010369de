/**
 * A raffle's page on a service.
 *
 * @packageDocumentation
 */
import { colon } from '../catalogue/en/grammar.js'
import { headlineOf, lateBy } from '../headline.js'
import * as labels from '../catalogue/en/labels.js'
import type { CheckRequest, LogRequest } from '../messages.js'
import type { CheckResult, PageModel } from '../model.js'
import { CheckFailure, Checker } from './check.js'
import { button, closedSection, el, untrusted } from './elements.js'
import { renderFileButton } from './file-button.js'
import { addGiven, besideOf, withNonce, withoutReceipt, type GivenFile, type FileRole } from './given.js'
import { laterSection, loadLater } from './later.js'
import { forgetLink, onLink, readLink, readTicketLink } from './link.js'
import { lacksTicketProof, Screen } from './screen.js'
import {
  decode,
  fetchLog,
  fetchPart,
  fetchPublished,
  fetchView,
  findService,
  type FetchedRaffle,
} from './service.js'
import { splitTickets } from '../several-tickets.js'
import { createTicketBox } from './ticket.js'

/** Max tickets of a list offered for download; longer lists take too long to check here. */
const mostEntries = 200_000

/**
 * Max entries of a log that is read automatically, about a megabyte, and of one that is offered: below
 * 256,000.
 */
const mostLoggedUnasked = 768
const mostLogged = 50_000

/** Roles of the visitor's files that are checked with the service's evidence. */
const ownRoles: readonly FileRole[] = ['trust', 'observation', 'receipt', 'timestamp', 'round']

/** The visitor's input. */
interface Own {
  readonly given: readonly GivenFile[]
  /** The number that was typed. */
  readonly ticket?: CheckRequest['ticket'] | undefined
  /** Entry proof for the receipt's ticket, if the service supplied one. */
  readonly proof?: string | undefined
  /** Fingerprints that the visitor has compared. */
  readonly compared: readonly string[]
}

/** Whether the texts are not part of the program; inserted by the build. */
declare const isTranslated: boolean

/** @param app - its data attributes contain the raffle's id, the base of its views, and the worker. */
export async function openServedPage(app: HTMLElement): Promise<void> {
  const { raffle = '', base = '', worker = '', workerIntegrity = '' } = app.dataset
  const { stamps = '', stampsIntegrity = '', words = '', wordsIntegrity = '', file = '', runBy } = app.dataset
  // The service wrote this part into the page; it is kept with and without a result.
  const written = app.querySelector<HTMLElement>('#written') ?? undefined
  const service = findService(base, raffle)
  const fetchWorker = async (): Promise<Blob> => {
    const program = fetchPart(worker, workerIntegrity)
    return isTranslated ? new Blob([await fetchPart(words, wordsIntegrity), '\n', await program]) : program
  }
  // Loads in parallel with the evidence.
  const early = fetchWorker()
  early.catch(() => undefined)
  const readWorker = (): Promise<Blob> => early.catch(fetchWorker)
  const checker = new Checker(readWorker, async () => ({
    sources: await Promise.all([fetchPart(stamps, stampsIntegrity), readWorker()]),
  }))
  checker.prepare()
  const screen = new Screen(
    app,
    el('a', { href: `/${location.search}` }, labels.allRaffles),
    el('a', { href: '#share', class: 'with-result' }, labels.shareLink),
    // As the server wrote it.
    app.querySelector('[href="#languages"]') ?? undefined,
  )
  let published: FetchedRaffle | undefined
  const linkedTicket = readTicketLink()
  let own: Own = {
    given: readLink(),
    compared: [],
    ...(linkedTicket !== undefined && { ticket: { id: linkedTicket } }),
  }
  let isShown = false
  let shown: PageModel | undefined
  let notices: readonly string[] = []
  let log: LogRequest | undefined
  /** The current reading of the log; replaced by another one or by newer evidence. */
  let reading: object | undefined
  const logNote = el('p', { class: 'soft screen-only', hidden: true })
  /** Number of the current check; results of stopped checks are ignored. */
  let turn = 0
  let latest: Promise<unknown> = Promise.resolve()

  const box = createTicketBox({
    hint: labels.ticketHintServed,
    lookUp: id => void lookUp(id),
    take: files => void take(files),
    useNonce(nonce) {
      own = { ...own, given: withNonce(own.given, nonce) }
      void check().then(askForProof)
    },
  })

  /** @param mayStay - whether the last result remains visible until there is a new one. */
  function check(mayStay = own.ticket !== undefined): Promise<CheckResult | undefined> {
    turn += 1
    const made = checkNow(mayStay, turn)
    latest = made
    return made
  }

  async function checkNow(mayStay: boolean, ownTurn: number): Promise<CheckResult | undefined> {
    try {
      // The result of the draw remains visible during a ticket look-up.
      const isQuiet = isShown && mayStay
      if (!isQuiet) screen.showWork(labels.loading)
      published ??= await fetchPublished(service)
      if (!isQuiet) screen.showWork(labels.checking)
      const now = Date.now()
      const { receipt, ...beside } = besideOf(own.given)
      const isOwn = beside.trust !== undefined
      const { ticket, proof } = own
      const checked = await checker.check({
        ...asRequest(published),
        ...beside,
        compared: own.compared,
        trustFrom: isOwn ? 'file' : published.trust === undefined ? 'none' : 'service',
        now,
        ...(log && { log }),
        ...(ticket && { ticket }),
        ...(receipt && { receipt: { ...receipt, ...(proof !== undefined && { proof }) } }),
      })
      box.askNonce(checked.model.asksNonce === true)
      box.askFor(checked.model)
      isShown = true
      shown = checked.model
      const isBundle = checked.model.kind === 'bundle'
      const isSealed = isBundle && checked.model.state !== 'open'
      screen.showResult(checked, now, {
        ticket: isSealed ? box.element : undefined,
        lookUp(id) {
          box.fill(id)
          void lookUp(id)
        },
        checkAgain: () => void checkAnew(),
        poll,
        compare(fingerprint) {
          own = { ...own, compared: [...own.compared, fingerprint] }
          void check(true).then(askForProof)
        },
        log: logNote,
        withoutTrust: isOwn
          ? el('p', { class: 'screen-only' }, renderForget(labels.ownRemoveServed))
          : undefined,
        ...{ host: location.host, runBy },
        trustName: own.given.find(({ role }) => role === 'trust')?.name,
        save: isBundle
          ? el(
              'p',
              { class: 'screen-only' },
              el(
                'a',
                { class: 'button', href: service.bundleWithList, download: 'bundle-with-list.json' },
                labels.save,
              ),
            )
          : undefined,
        corrections: written,
        beside: [renderUsed(), renderListOffer(checked.model)],
        after: [isBundle ? renderOwnFiles() : undefined, renderElsewhere(), renderShare()],
      })
      if (checked.model.asksLog === true && reading === undefined) void readLog(mostLoggedUnasked)
      return checked
    } catch (error) {
      if (ownTurn !== turn) return undefined
      isShown = false
      screen.showFailure(error, () => void checkAnew(), written)
      return undefined
    }
  }

  /** Reads the operator's log after the first answer, and checks again with what it shows. */
  async function readLog(most: number): Promise<void> {
    const mine = {}
    reading = mine
    sayOfLog(labels.logReading)
    const found = await fetchLog(service, most).catch(() => undefined)
    // A look-up in the meantime has priority.
    await latest
    if (reading !== mine) return
    if (typeof found === 'object') {
      log = found
      sayOfLog()
      askForProof(await check(true))
      return
    }
    if (found === undefined) sayOfLog(labels.logFailed)
    else if (found > mostLogged) sayOfLog(labels.logLarge(found))
    else
      sayOfLog(
        labels.logLarge(found),
        ' ',
        button(labels.logRead, () => void readLog(mostLogged)),
      )
  }

  function sayOfLog(...said: readonly (Node | string)[]): void {
    logNote.hidden = said.length === 0
    logNote.replaceChildren(...said)
  }

  /** Discards what was fetched. */
  function forget(): void {
    published = undefined
    log = undefined
    reading = undefined
    sayOfLog()
  }

  /** Polls for news; the last result remains visible in the meantime. */
  async function poll(): Promise<void> {
    const evidence = await fetchView(service.evidence)
    const now = Date.now()
    if (evidence === undefined || shown === undefined) return
    if (
      published?.evidence !== undefined &&
      isSame(published.evidence, evidence) &&
      lateBy(shown, now) !== undefined
    ) {
      screen.tellHeadline(headlineOf(shown, now))
      return
    }
    forget()
    await check(true)
  }

  async function checkAnew(): Promise<void> {
    forget()
    own = { given: own.given, compared: own.compared }
    askForProof(await check())
  }

  async function lookUp(id: string): Promise<void> {
    own = { given: withoutReceipt(own.given), compared: own.compared, ticket: { id } }
    forgetLink()
    box.say(labels.checking)
    askForProof(await check())
    box.focus()
  }

  /** The service may have a missing proof; the visitor is asked before the service is. */
  function askForProof(checked: CheckResult | undefined): void {
    const id = checked?.model.ticketId
    if (checked === undefined || id === undefined || !lacksTicketProof(checked.model)) {
      box.say()
      return
    }
    const entries = checked.model.totals?.entries ?? Infinity
    const mayDownload = entries <= mostEntries
    const [one = id, ...more] = splitTickets(id, checked.model.hasNames)
    // Of several the server is asked about the first, or about none where the whole list can be read.
    const sent = more.length > 0 ? one : id
    box.ask({
      id,
      host: location.host,
      ...(mayDownload && { entries }),
      send: more.length === 0 || !mayDownload ? () => void sendTicket(sent, mayDownload) : undefined,
      download: () => void download(),
    })
  }

  async function sendTicket(id: string, mayDownload: boolean): Promise<void> {
    box.say(labels.asking)
    try {
      const proof = decode(await fetchView(service.proof(id)))
      if (proof === undefined) {
        box.say(
          el('p', {}, own.ticket ? labels.ticketUnknown : labels.receiptUnknown),
          mayDownload ? button(labels.askDownload, () => void download()) : undefined,
        )
        box.focus()
        return
      }
      box.say()
      own = own.ticket ? { ...own, ticket: { id, proof } } : { ...own, proof }
      await check()
      box.focus()
    } catch (error) {
      box.say(labels.ticketFailed(error instanceof CheckFailure ? error.message : labels.crashed))
    }
  }

  async function download(): Promise<void> {
    box.say(labels.asking)
    try {
      const document = await fetchView(service.bundleWithList)
      if (document === undefined) throw new CheckFailure(labels.noRaffle)
      published = { ...published, document }
      await check()
      box.say()
      box.focus()
    } catch (error) {
      box.say(labels.ticketFailed(error instanceof CheckFailure ? error.message : labels.crashed))
    }
  }

  async function take(files: readonly File[]): Promise<void> {
    let given: readonly GivenFile[] = []
    try {
      const { recognizeFiles } = await loadLater()
      ;({ given, notices } = await recognizeFiles(files))
    } catch {
      notices = [labels.badAsset]
    }
    if (given.length > 0) own = { given: own.given, compared: own.compared }
    for (const one of given) {
      if (!ownRoles.includes(one.role)) notices = [...notices, labels.notBeside(one.name)]
      else own = { ...own, given: addGiven(own.given, one) }
      if (one.role === 'receipt') forgetLink()
    }
    askForProof(await check())
  }

  /** Says at the top whose keys and observations are used. */
  function renderUsed(): HTMLElement | undefined {
    const names = own.given.map(({ name, role }) =>
      role === 'receipt' || role === 'timestamp' ? labels.named(role, name) : name,
    )
    if (names.length + notices.length === 0) return undefined
    return el(
      'section',
      { class: 'given', 'aria-label': labels.ownUsed },
      ...notices.map(notice => el('p', { class: 'note', role: 'status' }, notice)),
      names.length === 0
        ? undefined
        : el(
            'p',
            {},
            labels.ownUsed,
            colon,
            untrusted(names.join(', '), 300),
            ' ',
            renderForget(labels.ownRemove),
          ),
    )
  }

  const renderForget = (text: string): HTMLElement =>
    button(
      text,
      () => {
        own = { given: [], compared: own.compared }
        forgetLink()
        notices = []
        void check()
      },
      { class: 'quiet' },
    )

  /** Offers the whole list: a list that was not read completely could contain one ticket many times. */
  function renderListOffer({ totals, state, verdict }: CheckResult['model']): HTMLElement | undefined {
    const { entries = Infinity, hasList = true } = totals ?? {}
    // Unpublished winners are looked up in the list.
    const isOut = state === 'drawn' || (state === 'sealed' && own.given.some(({ role }) => role === 'round'))
    if (hasList || entries > mostEntries || !isOut || verdict === 'refuted') return undefined
    return el(
      'p',
      { class: 'screen-only' },
      button(labels.readList, () => void download()),
    )
  }

  function renderOwnFiles(): HTMLElement {
    const choose = renderFileButton(labels.ownFilesButton, files => void take(files))
    const part = closedSection('own-files', labels.ownFiles, labels.ownFilesNote, choose)
    part.classList.add('screen-only')
    return part
  }

  const renderShare = (): HTMLElement =>
    laterSection('share', labels.share, labels.shareAbout, later => later.renderShare())

  const renderElsewhere = (): HTMLElement =>
    laterSection('elsewhere', labels.elsewhere, labels.elsewhereText, later =>
      later.renderElsewhere({ ...service, file, raffle }),
    )

  onLink((linked, ticket) => {
    own = {
      given: [...withoutReceipt(own.given), ...linked],
      compared: own.compared,
      ...(ticket !== undefined && { ticket: { id: ticket } }),
    }
    box.fill(ticket ?? '')
    void check().then(askForProof)
  })
  box.fill(linkedTicket ?? '')
  askForProof(await check())
}

/** The worker does not need the values that only the page compares. */
const asRequest = ({ document, record, trust }: FetchedRaffle): Omit<FetchedRaffle, 'evidence'> => ({
  document,
  ...(record !== undefined && { record }),
  ...(trust !== undefined && { trust }),
})

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [a, b] = [new Uint8Array(one), new Uint8Array(other)]
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
