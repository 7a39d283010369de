/**
 * The single-file page: checks the files that are dropped on it, without network access.
 *
 * @packageDocumentation
 */
import * as fileLabels from '../catalogue/en/file-labels.js'
import * as labels from '../catalogue/en/labels.js'
import { readBlock, unpackBlock, unpackWords } from './blocks.js'
import { renderAddress } from './certificate.js'
import { CheckFailure, Checker, type MoreProgram } from './check.js'
import { renderDrawLadder } from './draw-ladder.js'
import { el } from './elements.js'
import { renderFileButton } from './file-button.js'
import { addGiven, requestOf, withNonce, withoutReceipt, type GivenFile, type FileRole } from './given.js'
import { createFileNav, isUsed, renderGiven, renderNames, renderNotice } from './given-files.js'
import { forgetLink, onLink, readLink, readTicketLink } from './link.js'
import { readLogFiles, recognizeLog } from './log-files.js'
import { renderFormula } from './picture-formula.js'
import { readFile, recognize } from './recognize.js'
import { lacksTicketProof, Screen } from './screen.js'
import { describeSubject, findSubject, sayReplaced, takesPlaceOf, type PageSubject } from './subject.js'
import { createTicketBox } from './ticket.js'

/** Max size of a file in bytes; larger ones need more memory than a browser provides. */
const largest = 512 * 1024 * 1024

export async function openFilePage(app: HTMLElement): Promise<void> {
  const checker = new Checker(() => withWords(readBlock('worker')), readMore)
  checker.prepare()
  document.title = labels.brand
  const nav = createFileNav({ take: files => void take(files), startOver })
  const screen = new Screen(app, nav.element)
  const embedded = readEmbedded()
  let given: readonly GivenFile[] = [...embedded, ...readLink()]
  let notices: readonly string[] = []
  let ticket = readTicketLink()
  /** The document checked last. */
  let shown: PageSubject | undefined
  /** The documents that the latest one replaced. */
  let replaced: readonly PageSubject[] = []
  /** The files given last. */
  let taken: readonly GivenFile[] = []

  const box = createTicketBox({
    hint: fileLabels.ticketHint,
    lookUp,
    take: files => void take(files),
    useNonce(nonce) {
      given = withNonce(given, nonce)
      void check()
    },
  })

  function lookUp(id: string): void {
    ticket = id
    given = withoutReceipt(given)
    forgetLink()
    box.say(labels.checking)
    void check().then(() => {
      box.focus()
    })
  }

  async function check(): Promise<void> {
    const now = Date.now()
    const request = requestOf(given, now, ticket)
    nav.count(given.length)
    if (request === undefined) {
      showStart()
      return
    }
    try {
      // The result of the draw remains visible during a ticket look-up.
      if (ticket === undefined) screen.showWork(labels.checking)
      const log = readLogFiles(given)
      const checked = await checker.check({
        ...request,
        ...(log && { log }),
      })
      const { kind, state, asksNonce = false, formula, level } = checked.model
      const hasTickets = (kind === 'bundle' && state !== 'open') || formula?.entries !== undefined
      shown = describeSubject(given, checked.model)
      // For time-stamps the result says so.
      const unused = taken.filter(
        one => given.includes(one) && one.role !== 'timestamp' && !isUsed(one, kind),
      )
      const said = [
        ...sayReplaced(replaced, shown, kind),
        ...unused.map(({ name }) => fileLabels.notBeside(name)),
      ]
      box.askNonce(asksNonce)
      box.askFor(checked.model)
      // Other platforms have no receipts.
      box.element.classList.toggle('of-draw', kind === 'draw')
      box.say(lacksTicketProof(checked.model) ? fileLabels.offlineTicket : undefined)
      document.body.classList.toggle('certificate', isCertificate())
      screen.showResult(checked, now, {
        ticket: hasTickets ? box.element : undefined,
        lookUp(id) {
          box.fill(id)
          lookUp(id)
        },
        formula: formula && renderFormula(formula),
        ladder: kind === 'draw' && level !== undefined ? renderDrawLadder(level) : undefined,
        checkAgain: () => void check(),
        isTrustEmbedded: given.some(one => one.role === 'trust' && embedded.includes(one)),
        trustName: given.find(one => one.role === 'trust' && !embedded.includes(one))?.name,
        notices: [...notices, ...said].map(renderNotice),
        after: [isCertificate() ? renderAddress() : undefined, renderGiven(given, kind, isCertificate())],
      })
    } catch (error) {
      showFailure(error)
    }
  }

  const showFailure = (error: unknown): void => {
    screen.showFailure(error, undefined, ...notices.map(renderNotice), renderGiven(given))
  }

  const isCertificate = (): boolean =>
    given.length > 0 && given.every(one => embedded.includes(one)) && ticket === undefined

  async function take(files: readonly File[]): Promise<void> {
    notices = []
    replaced = []
    taken = []
    try {
      for (const file of files) {
        if (file.size > largest) throw new CheckFailure(fileLabels.tooLarge)
        const bytes = await readFile(file)
        if (bytes === undefined) {
          notices = [...notices, labels.unreadableFile(file.name)]
          continue
        }
        const next = recognizeLog(file.name, bytes) ?? recognize(file.name, bytes)
        // The next result is not about the last ticket.
        ticket = readTicketLink()
        const before = findSubject(given)
        if (next.role === 'unknown' && before !== undefined && before.role !== 'unknown') {
          const say = /\.(?:ndjson|csv)$/i.test(file.name) ? fileLabels.notUsableList : fileLabels.notUsable
          notices = [...notices, say(file.name)]
          continue
        }
        if (before !== undefined && takesPlaceOf(next, before)) {
          replaced = [...replaced, shown?.given === before ? shown : { given: before }]
        }
        given = addGiven(given, next)
        taken = [...taken, next]
        if (next.role === 'receipt') forgetLink()
      }
      await check()
    } catch (error) {
      showFailure(error)
    }
  }

  function startOver(): void {
    given = []
    forgetLink()
    notices = []
    replaced = []
    taken = []
    ticket = undefined
    nav.count(0)
    showStart()
    // The pressed button no longer exists.
    app.querySelector<HTMLElement>('.drop input')?.focus()
  }

  function showStart(): void {
    screen.show(
      el(
        'section',
        { class: 'drop' },
        el('h1', {}, fileLabels.dropTitle),
        el('p', {}, fileLabels.dropText),
        renderFileButton(fileLabels.dropButton, files => void take(files)),
        el('p', { class: 'soft' }, fileLabels.onlyTicket),
        given.length === 0 ? undefined : el('p', { class: 'note', role: 'status' }, fileLabels.notAlone),
        given.length === 0 ? undefined : renderNames(given),
        ...notices.map(renderNotice),
      ),
      el(
        'section',
        { class: 'part' },
        el('h2', {}, fileLabels.dropKinds),
        el('ul', {}, ...fileLabels.dropList.map(kind => el('li', {}, kind))),
      ),
    )
  }

  acceptDrops(files => void take(files))
  onLink((linked, asked) => {
    ticket = asked
    box.fill(asked ?? '')
    given = [...withoutReceipt(given), ...linked]
    void check()
  })
  box.fill(ticket ?? '')
  await check()
}

/** A program for a worker, with the texts that it needs. */
const withWords = async (program: string | Promise<string>): Promise<string> =>
  `${await unpackWords()}\n${await program}`

/** The full checking program, and the recipes as JSON by name. */
async function readMore(): Promise<MoreProgram> {
  const [program, recipes] = await Promise.all([
    withWords(unpackBlock('whole-worker')),
    unpackBlock('recipes'),
  ])
  return { sources: [program], beside: { recipes } }
}

/** Files embedded when the page was made. */
function readEmbedded(): readonly GivenFile[] {
  const roles: Readonly<Record<string, FileRole>> = {
    bundle: 'document',
    record: 'record',
    trust: 'trust',
    receipt: 'receipt',
    observation: 'observation',
    timestamp: 'timestamp',
  }
  return [...document.querySelectorAll<HTMLElement>('script[data-role]')].flatMap(block => {
    const role = roles[block.dataset['role'] ?? '']
    const content = block.textContent
    if (role === undefined || content === '') return []
    const bytes = (): ArrayBuffer => Uint8Array.from(atob(content), byte => byte.charCodeAt(0)).buffer
    return [{ name: fileLabels.embedded, role, content: role === 'timestamp' ? bytes() : content }]
  })
}

/** Accepts files dropped anywhere on the page. */
function acceptDrops(take: (files: readonly File[]) => void): void {
  const { body } = document
  let depth = 0
  const mark = (by: number): void => {
    depth = Math.max(0, depth + by)
    body.classList.toggle('dropping', depth > 0)
    body.dataset['drop'] = fileLabels.dropHere
  }
  body.addEventListener('dragenter', () => {
    mark(1)
  })
  body.addEventListener('dragleave', () => {
    mark(-1)
  })
  body.addEventListener('dragover', event => {
    event.preventDefault()
  })
  body.addEventListener('drop', event => {
    event.preventDefault()
    mark(-depth)
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0) take(files)
  })
}
