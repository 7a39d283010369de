/**
 * The routes of the desk: each is an operation in schemas/desk-openapi.json.
 *
 * @packageDocumentation
 */
import { createFindRoute, type Place } from '../server/route.js'
import type { DeskScope } from '../store/desk.js'
import type { DeskOperations } from './operations.js'

/** The route of a method at a path. */
export interface DeskRoute {
  /** The operation's name, also in the log and the metrics. */
  readonly name: keyof DeskOperations
  /** Required scopes, any of them. */
  readonly scopes: readonly DeskScope[]
}

interface DeskPath extends Place {
  readonly methods: Readonly<Record<string, DeskRoute>>
}

const both: readonly DeskScope[] = ['entries', 'ceremony']
const raffle = '/v1/raffles/{raffle_uuid}'

export const paths: readonly DeskPath[] = [
  {
    path: '/v1/raffles',
    methods: { GET: { name: 'list', scopes: both }, POST: { name: 'create', scopes: ['ceremony'] } },
  },
  { path: raffle, methods: { GET: { name: 'status', scopes: both } } },
  { path: `${raffle}/entries`, methods: { POST: { name: 'take', scopes: ['entries'] } } },
  {
    path: `${raffle}/entries/{entry_id}`,
    methods: { DELETE: { name: 'withdraw', scopes: ['entries'] } },
  },
  { path: `${raffle}/seal`, methods: { POST: { name: 'seal', scopes: ['ceremony'] } } },
  { path: `${raffle}/draw`, methods: { POST: { name: 'draw', scopes: ['ceremony'] } } },
  { path: `${raffle}/cancel`, methods: { POST: { name: 'cancel', scopes: ['ceremony'] } } },
]

/** Finds the route of a decoded path. */
export const findPath = createFindRoute(paths)
