/**
 * The answers of all routes.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import type { Engine } from '../core/engine.js'
import type { Store } from '../store/store.js'
import { createView } from '../store/views.js'
import type { Assets } from './assets.js'
import type { ReadAddress } from './client-address.js'
import { createEvidence, type EvidenceViews } from './evidence.js'
import { createHealth, type HealthViews } from './health.js'
import { createLogViews, type LogViews, type ExportedTiles } from './log.js'
import type { Outage } from './outage.js'
import { createPages, type PageViews } from './pages.js'
import { createPictureCache } from './pictures.js'
import { createPublished, type PublishedViews } from './published.js'
import { keepRaffles, serveView } from './raffles.js'
import type { RouteAnswer } from './route.js'
import { createWebhookViews, type WebhookViews } from './webhook-keys.js'

export type Views = PublishedViews &
  EvidenceViews &
  LogViews &
  PageViews &
  WebhookViews &
  HealthViews & { readonly openapi: RouteAnswer }

export interface ViewsOptions {
  readonly store: Store
  /** Hashes entries of the log. */
  readonly engine: Engine
  readonly readAddress: ReadAddress
  /** As in `application/vnd.<vendor>.v1+json`. */
  readonly vendor: string
  readonly outage: Outage
  /** Files of the page; undefined if it was not built. */
  readonly assets: Assets | undefined
  /** Public base URL of this service: scheme and host. */
  readonly publicUrl?: string | undefined
  /** Name and contact of the site's operator: its own word. */
  readonly runBy?: string | undefined
  readonly exported?: ExportedTiles | undefined
  /** Whether the server is shutting down. */
  readonly isDraining: () => boolean
}

export function createViews(options: ViewsOptions): Views {
  const raffles = keepRaffles(options.store)
  return {
    ...createPublished({ ...options, raffles }),
    ...createEvidence(options),
    ...createLogViews(options),
    ...createPages({ ...options, pictures: createPictureCache(options.readAddress, options.publicUrl) }),
    ...createWebhookViews(options),
    ...createHealth(options),
    openapi: createOpenapi(options.vendor),
  }
}

/** The OpenAPI document, with the vendor's name in its media types. */
function createOpenapi(vendor: string): RouteAnswer {
  const text = readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8')
  const named = text.replaceAll('application/vnd.service.v1+json', `application/vnd.${vendor}.v1+json`)
  const view = serveView(createView(named))
  return (exchange, { type }) => exchange.sendView(view, type)
}
