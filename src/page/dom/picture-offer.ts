/**
 * Offers the replay of a pick: its program is loaded when somebody asks for it.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/labels.js'
import type { Picture } from '../model.js'
import { pictureStrings as say } from '../catalogue/picture.js'
import { button, el } from './elements.js'

/**
 * What the program of the replay gives the page.
 *
 * @param scene - the parts of the picture, each with its stage.
 * @param leave - what is done at the end.
 */
export type CreatePlayer = (picture: Picture, scene: HTMLElement, leave: () => void) => HTMLElement

/** Where the program puts it. */
export interface ReplayScope {
  createPlayer?: CreatePlayer
}

export function offerReplay(picture: Picture, scene: HTMLElement): HTMLElement {
  const bar = el('div', { class: 'replay screen-only' })
  const note = el('p', { class: 'small soft', role: 'status' }, say.replayNote)
  const start = button(say.replay, () => {
    note.textContent = say.replayLoading
    load().then(
      createPlayer => {
        bar.classList.add('playing')
        bar.replaceChildren(
          createPlayer(picture, scene, () => {
            show()
            start.focus()
          }),
        )
      },
      () => {
        note.textContent = labels.badAsset
      },
    )
  })
  const show = (): void => {
    note.textContent = say.replayNote
    bar.classList.remove('playing')
    bar.replaceChildren(note, start)
  }
  show()
  return bar
}

/** The program stands in the page itself, or the page says where it is and what it hashes to. */
async function load(): Promise<CreatePlayer> {
  const scope = globalThis as ReplayScope
  if (scope.createPlayer === undefined) await run()
  if (scope.createPlayer === undefined) throw new Error(labels.badAsset)
  return scope.createPlayer
}

function run(): Promise<void> {
  const script = el('script', {})
  const text = document.querySelector('script#replay')?.textContent
  if (text !== undefined) {
    // It runs at once: the policy of the page has its hash.
    script.textContent = text
    document.head.append(script)
    return Promise.resolve()
  }
  const { replay = '', replayIntegrity = '' } = document.getElementById('app')?.dataset ?? {}
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => {
      resolve()
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(labels.badAsset))
    })
    script.crossOrigin = 'anonymous'
    script.integrity = replayIntegrity
    script.src = replay
    document.head.append(script)
  })
}
