/**
 * Entry point of a raffle's page on a service.
 *
 * @packageDocumentation
 */
import { openServedPage } from './served-page.js'

const app = document.getElementById('app')
if (app !== null) void openServedPage(app)
