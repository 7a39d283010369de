/**
 * Where the page in one file begins.
 *
 * @packageDocumentation
 */
import { openFilePage } from './file-page.js'

const app = document.getElementById('app')
if (app !== null) void openFilePage(app)
