/**
 * The content of closed sections: the replay, the timeline, the paths and the calculation.
 *
 * @packageDocumentation
 */
import { renderSteps } from './derivation.js'
import type { LaterScope } from './later.js'
import { renderLevels } from './levels.js'
import { createPlayer } from './picture-replay.js'
import { renderElsewhere, renderShare } from './share.js'
import { renderTimeline } from './timeline.js'
import { renderPaths } from './tree-path.js'

/** `later.css`, inserted by the build, so that it is loaded only when a section is opened. */
declare const laterStyle: string
const style = new CSSStyleSheet()
style.replaceSync(laterStyle)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]

const scope = globalThis as LaterScope
scope.laterProgram = {
  ...{ createPlayer, renderTimeline, renderPaths, renderSteps },
  ...{ renderLevels, renderShare, renderElsewhere },
}
