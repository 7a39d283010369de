/**
 * Loads the program for what few visitors need, when it is first needed.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import type {
  Level,
  PageClaim,
  PageModel,
  PageStep,
  PageWinner,
  Picture,
  Timeline,
  TreePath,
} from '../model.js'
import { readBlock, runText } from './blocks.js'
import { el, lateSection } from './elements.js'
import type { Bytes } from './picture-bytes.js'
import type { recognizeFiles } from './recognize.js'
import type { TicketLookup } from './ticket-question.js'

/** Addresses at which a service offers the evidence of a raffle, and the page in one file. */
export interface ViewAddresses {
  readonly evidence: string
  readonly bundleWithList: string
  readonly keys: string
  readonly file: string
  readonly raffle: string
}

/** What that program puts into the global scope. */
export interface LaterProgram {
  /**
   * @param scene - the parts of the picture, each with its stage.
   * @param leave - called at the end.
   */
  readonly createPlayer: (picture: Picture, scene: HTMLElement, leave: () => void) => HTMLElement
  /** @param useNonce - receives 32 hex digits. */
  readonly createNonceForm: (useNonce: (nonce: string) => void) => HTMLElement
  readonly renderBytes: (bytes: readonly Bytes[]) => HTMLElement
  readonly renderQuestion: (question: TicketLookup, refuse: () => void) => HTMLElement
  readonly recognizeFiles: typeof recognizeFiles
  readonly renderTable: (winners: readonly PageWinner[]) => HTMLElement
  readonly renderTimeline: (timeline: Timeline) => HTMLElement
  readonly renderPaths: (paths: readonly TreePath[], model: Pick<PageModel, 'believing'>) => HTMLElement
  readonly renderSteps: (steps: readonly PageStep[]) => HTMLElement
  readonly renderLevels: (level: Level, claims: readonly PageClaim[]) => HTMLElement
  readonly renderShare: () => HTMLElement
  readonly renderElsewhere: (views: ViewAddresses) => HTMLElement
}

/** Its property in the global scope. Not `later`, since elements are found there by id. */
export interface LaterScope {
  laterProgram?: LaterProgram
}

/** @throws Error if it could not be loaded. */
export async function loadLater(): Promise<LaterProgram> {
  const scope = globalThis as LaterScope
  if (scope.laterProgram === undefined) await run()
  if (scope.laterProgram === undefined) throw new Error(labels.badAsset)
  return scope.laterProgram
}

/** A place for an element that the program creates once it is loaded. */
export function renderLate(
  render: (program: LaterProgram) => HTMLElement | Promise<HTMLElement>,
): HTMLElement {
  const place = el('div', {})
  void loadLater()
    .then(render)
    .catch(() => el('p', {}, labels.badAsset))
    .then(made => {
      place.append(made)
    })
  return place
}

/** A closed section whose content that program creates. */
export function laterSection(
  id: string,
  title: string,
  about: string,
  render: (program: LaterProgram) => HTMLElement | Promise<HTMLElement>,
): HTMLElement {
  return lateSection(id, title, about, inside => {
    inside.append(renderLate(render))
  })
}

/** Runs the program from the page itself, or from the address and hash in the page. */
function run(): Promise<void> {
  const text = readBlock('later')
  if (text !== '') {
    runText(text)
    return Promise.resolve()
  }
  const script = el('script', {})
  const { later = '', laterIntegrity = '' } = document.getElementById('app')?.dataset ?? {}
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => {
      resolve()
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(labels.badAsset))
    })
    script.crossOrigin = 'anonymous'
    script.integrity = laterIntegrity
    script.src = later
    document.head.append(script)
  })
}
