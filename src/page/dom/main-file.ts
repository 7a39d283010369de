/**
 * Entry point of the single-file page.
 *
 * @packageDocumentation
 */
import { openFilePage } from './file-page.js'

const app = document.getElementById('app')
if (app !== null) void openFilePage(app)
