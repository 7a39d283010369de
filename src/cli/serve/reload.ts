/**
 * SIGHUP: what a server takes up again from its config file while it serves.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import { DrawauditError } from '../../errors.js'
import type { ServiceManager } from '../shared/service-manager.js'
import { reloadable, serveSettingNames, type ServeSettingName, type ServeSettings } from './settings.js'

interface Served {
  /** What it was started with. */
  readonly chosen: ServeSettings
  /** Reads the settings again. */
  readonly read: () => ServeSettings
  /** Takes those that {@link reloadable} names. @throws DrawauditError for one that is wrong: then none is taken. */
  readonly change: (settings: ServeSettings) => void
  readonly log: Logger
  readonly manager: ServiceManager
}

/**
 * Reads the settings again at each SIGHUP. Where one is wrong, none is taken.
 *
 * @returns the settings in force.
 */
export function reloadOnHangUp({ chosen, read, change, log, manager }: Served): () => ServeSettings {
  let inForce = chosen
  const takeUp = (): void => {
    const next = read()
    const isChanged = (name: ServeSettingName): boolean => next[name] !== inForce[name]
    const restart = serveSettingNames.filter(name => isChanged(name) && !isReloadable(name))
    change(next)
    log.info({ changed: reloadable.filter(isChanged), ...(restart.length > 0 && { restart }) }, 'reloaded')
    log.level = next['log-level']
    // What takes a restart stays different, and is named each time.
    inForce = { ...inForce, ...Object.fromEntries(reloadable.map(name => [name, next[name]])) }
  }
  process.on('SIGHUP', () => {
    manager.reloading()
    try {
      takeUp()
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      const { code, message, hint, where } = error
      log.error({ code, reason: message, hint, where }, 'not reloaded: the settings stay as they are')
    }
    manager.ready()
  })
  return () => inForce
}

const isReloadable = (name: ServeSettingName): boolean =>
  (reloadable as readonly ServeSettingName[]).includes(name)
