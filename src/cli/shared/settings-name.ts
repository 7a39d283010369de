/**
 * Name of the settings file, for what must not load all of `settings.ts`.
 *
 * @packageDocumentation
 */

/** Name of the settings file in the working folder. */
export const settingsName = 'drawaudit.json'
