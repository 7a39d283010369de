/**
 * What few visitors need: closed sections, the replay, the nonce of a receipt, files of their own, and the
 * question before a ticket is sent.
 *
 * @packageDocumentation
 */
import { renderSteps } from './derivation.js'
import type { LaterScope } from './later.js'
import { renderLevels } from './levels.js'
import { createNonceForm } from './nonce-form.js'
import { renderBytes } from './picture-bytes.js'
import { createPlayer } from './picture-replay.js'
import { recognizeFiles } from './recognize.js'
import { renderElsewhere, renderShare } from './share.js'
import { renderQuestion } from './ticket-question.js'
import { renderTimeline } from './timeline.js'
import { renderPaths } from './tree-path.js'
import { renderTable } from './winner-table.js'

/** `later.css`, inserted by the build, so that it is loaded with this program alone. */
declare const laterStyle: string
const style = new CSSStyleSheet()
style.replaceSync(laterStyle)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]

const scope = globalThis as LaterScope
scope.laterProgram = {
  ...{ createNonceForm, recognizeFiles, renderBytes, renderQuestion },
  ...{ createPlayer, renderTimeline, renderPaths, renderSteps },
  ...{ renderLevels, renderShare, renderElsewhere, renderTable },
}
