/**
 * Defaults for webhook delivery.
 *
 * @packageDocumentation
 */

/** `rate`: attempts per second and host. `keepDays`: days that attempts and finished events are kept. */
export const deliveryDefaults = { rate: 50, keepDays: 30 }
