/**
 * A button for the replay of a pick, whose program is loaded on demand.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import type { Picture } from '../model.js'
import { pictureStrings as say } from '../catalogue/en/picture.js'
import { button, el } from './elements.js'
import { loadLater } from './later.js'

export function offerReplay(picture: Picture, scene: HTMLElement): HTMLElement {
  const bar = el('div', { class: 'replay screen-only' })
  const note = el('p', { class: 'small soft', role: 'status' }, say.replayNote)
  const start = button(say.replay, () => {
    note.textContent = say.replayLoading
    loadLater().then(
      ({ createPlayer }) => {
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
