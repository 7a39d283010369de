/**
 * Where the page of a raffle begins, as a service serves it.
 *
 * @packageDocumentation
 */
import { openServedPage } from './served-page.js'

const app = document.getElementById('app')
if (app !== null) void openServedPage(app)
