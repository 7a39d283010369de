/**
 * What is closed at first: the replay, the timeline, the paths and the calculation.
 *
 * @packageDocumentation
 */
import { renderSteps } from './derivation.js'
import type { LaterScope } from './later.js'
import { createPlayer } from './picture-replay.js'
import { renderTimeline } from './timeline.js'
import { renderPaths } from './tree-path.js'

/** `later.css`, put here by the build: nobody who opens nothing loads it. */
declare const laterStyle: string
const style = new CSSStyleSheet()
style.replaceSync(laterStyle)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]

const scope = globalThis as LaterScope
scope.laterProgram = { createPlayer, renderTimeline, renderPaths, renderSteps }
