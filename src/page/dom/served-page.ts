/**
 * The page of a raffle, as a service serves it.
 *
 * @packageDocumentation
 */
import { labels } from '../labels.js'
import type { CheckRequest } from '../messages.js'
import type { Checked } from '../model.js'
import { CheckFailure, Checker } from './check.js'
import { button, copyable, el, section, untrusted } from './elements.js'
import { renderFileButton } from './file-button.js'
import { recognize, type Given } from './given.js'
import { lacksTicketProof, Screen } from './screen.js'
import { decode, fetchPart, fetchPublished, fetchView, findService, type Published } from './service.js'
import { createTicketBox } from './ticket.js'

/** Lists with more tickets are not offered for download: they would take too long to check here. */
const mostEntries = 200_000

/** What the visitor gives. */
interface Own {
  /** Names of the files. */
  readonly names?: readonly string[]
  readonly trust?: string
  readonly observations?: readonly string[]
  readonly ticket?: CheckRequest['ticket'] | undefined
}

/**
 * @param app - names the raffle, where the views begin, and the worker, in its data attributes.
 */
export async function openServedPage(app: HTMLElement): Promise<void> {
  const { raffle = '', base = '', worker = '', workerIntegrity = '' } = app.dataset
  const { stamps = '', stampsIntegrity = '' } = app.dataset
  // The service wrote it into the page: it stays where the result is shown, and where there is none.
  const corrections = app.querySelector<HTMLElement>('#corrections') ?? undefined
  const service = findService(base, raffle)
  const checker = new Checker(
    () => fetchPart(worker, workerIntegrity),
    () => fetchPart(stamps, stampsIntegrity),
  )
  const screen = new Screen(app, el('a', { href: '/' }, labels.allRaffles))
  let published: Published | undefined
  let own: Own = {}
  let notice: string | undefined

  const box = createTicketBox(labels.ticketHintServed, id => void lookUp(id))

  async function check(): Promise<Checked | undefined> {
    try {
      // What was found of the draw stays where it is while a ticket is looked up.
      if (own.ticket === undefined) screen.showWork(labels.loading)
      published ??= await fetchPublished(service)
      if (own.ticket === undefined) screen.showWork(labels.checking)
      const now = Date.now()
      const trust = own.trust ?? published.trust
      const trustFrom = own.trust !== undefined ? 'file' : trust === undefined ? 'none' : 'service'
      const { ticket, observations = [] } = own
      const checked = await checker.check({
        ...published,
        trustFrom,
        now,
        observations,
        ...(trust !== undefined && { trust }),
        ...(ticket && { ticket }),
      })
      const isBundle = checked.model.kind === 'bundle'
      const isSealed = isBundle && checked.model.state !== 'open'
      screen.showResult(checked, now, {
        ticket: isSealed ? box.element : undefined,
        checkAgain: () => void checkAnew(),
        corrections,
        before: [renderUsed(), renderListOffer(checked.model)],
        after: isBundle ? [renderOwnFiles(), renderElsewhere()] : [renderElsewhere()],
      })
      return checked
    } catch (error) {
      screen.showFailure(error, () => void checkAnew(), corrections)
      return undefined
    }
  }

  async function checkAnew(): Promise<void> {
    published = undefined
    own = { ...own, ticket: undefined }
    await check()
  }

  async function lookUp(id: string): Promise<void> {
    own = { ...own, ticket: { id } }
    box.say(labels.checking)
    const checked = await check()
    box.say()
    box.focus()
    if (checked === undefined || !lacksTicketProof(checked.model)) return
    const entries = checked.model.totals?.entries ?? Infinity
    const mayDownload = entries <= mostEntries
    box.ask({
      host: location.host,
      ...(mayDownload && { entries }),
      send: () => void sendTicket(id, mayDownload),
      download: () => void download(),
    })
  }

  async function sendTicket(id: string, mayDownload: boolean): Promise<void> {
    box.say(labels.asking)
    try {
      const proof = decode(await fetchView(service.proof(id)))
      if (proof === undefined) {
        box.say(
          el('p', {}, labels.ticketUnknown),
          mayDownload ? button(labels.askDownload, () => void download()) : undefined,
        )
        box.focus()
        return
      }
      box.say()
      own = { ...own, ticket: { id, proof } }
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
    own = { ...own, ticket: undefined }
    notice = undefined
    for (const { name, role, content } of await Promise.all(files.map(read))) {
      const text = typeof content === 'string' ? content : ''
      const names = [...(own.names ?? []), name]
      if (role === 'trust') own = { ...own, names, trust: text }
      else if (role === 'observation') {
        own = { ...own, names, observations: [...(own.observations ?? []), text] }
      } else notice = labels.notBeside(name)
    }
    await check()
  }

  /** Whose keys and observations count is said at the top. */
  function renderUsed(): HTMLElement | undefined {
    const { names = [] } = own
    if (names.length === 0 && notice === undefined) return undefined
    const forget = button(
      labels.ownRemove,
      () => {
        own = {}
        notice = undefined
        void check()
      },
      { class: 'quiet' },
    )
    return el(
      'section',
      { class: 'given', 'aria-label': labels.ownUsed },
      notice === undefined ? undefined : el('p', { class: 'note', role: 'status' }, notice),
      names.length === 0
        ? undefined
        : el('p', {}, `${labels.ownUsed}: `, untrusted(names.join(', '), 300), ' ', forget),
    )
  }

  /** A list that was not read whole could hold one ticket many times. */
  function renderListOffer({ totals, state, verdict }: Checked['model']): HTMLElement | undefined {
    const { entries = Infinity, hasList = true } = totals ?? {}
    if (hasList || entries > mostEntries || state !== 'drawn' || verdict === 'refuted') return undefined
    return el(
      'p',
      { class: 'screen-only' },
      button(labels.readList, () => void download()),
    )
  }

  function renderOwnFiles(): HTMLElement {
    const choose = renderFileButton(labels.ownFilesButton, files => void take(files))
    const part = section('own-files', labels.ownFiles, el('p', {}, labels.ownFilesNote), choose)
    part.classList.add('screen-only')
    return part
  }

  function renderElsewhere(): HTMLElement {
    const link = (href: string, text: string, download: string): HTMLElement =>
      el('li', {}, el('a', { href, download }, text))
    return section(
      'elsewhere',
      labels.elsewhere,
      el('p', {}, labels.elsewhereText),
      el(
        'ul',
        {},
        link(service.bundle, labels.evidence, 'bundle.json'),
        link(service.bundleWithList, labels.evidenceAll, 'bundle-with-list.json'),
        link(service.keys, labels.keysLink, 'trust.json'),
      ),
      el('p', {}, labels.commandLine),
      el(
        'p',
        {},
        copyable(
          `drawaudit verify bundle-with-list.json --trust trust.json --raffle ${raffle}`,
          labels.commandLine,
        ),
      ),
      el('h3', {}, labels.link),
      el('p', {}, copyable(`${location.origin}${location.pathname}`, labels.link)),
    )
  }

  await check()
}

const read = async (file: File): Promise<Given> => recognize(file.name, await file.arrayBuffer())
