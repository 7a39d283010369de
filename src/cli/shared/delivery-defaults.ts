/**
 * How webhooks are delivered when nobody says otherwise.
 *
 * @packageDocumentation
 */

/** `rate`: attempts a second at one host. `keepDays`: how long attempts, and events that are done, are kept. */
export const deliveryDefaults = { rate: 50, keepDays: 30 }
