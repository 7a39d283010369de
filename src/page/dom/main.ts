/**
 * Where the page begins: one that a service serves names a raffle, one that is a file does not.
 *
 * @packageDocumentation
 */
import { openFilePage } from './file-page.js'
import { openServedPage } from './served-page.js'

const app = document.getElementById('app')
if (app !== null) void (app.dataset['raffle'] === undefined ? openFilePage(app) : openServedPage(app))
