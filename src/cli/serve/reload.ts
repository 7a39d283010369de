/**
 * SIGHUP: reloads the config file of a running server.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import { DrawauditError } from '../../errors.js'
import type { ServiceManager } from '../shared/service-manager.js'
import { reloadable, serveSettingNames, type ServeSettingName, type ServeSettings } from './settings.js'

interface ReloadOptions {
  /** Settings at the start. */
  readonly chosen: ServeSettings
  /** Reads the settings again. */
  readonly read: () => ServeSettings
  /**
   * Applies the {@link reloadable} settings.
   *
   * @throws DrawauditError for an invalid one; none is applied then.
   */
  readonly change: (settings: ServeSettings) => void
  readonly log: Logger
  readonly manager: ServiceManager
}

/**
 * Reloads the settings at each SIGHUP; if one is invalid, none is applied.
 *
 * @returns a function that gets the settings in force.
 */
export function reloadOnHangUp({ chosen, read, change, log, manager }: ReloadOptions): () => ServeSettings {
  let inForce = chosen
  const takeUp = (): void => {
    const next = read()
    const isChanged = (name: ServeSettingName): boolean => next[name] !== inForce[name]
    const restart = serveSettingNames.filter(name => isChanged(name) && !isReloadable(name))
    change(next)
    log.info({ changed: reloadable.filter(isChanged), ...(restart.length > 0 && { restart }) }, 'reloaded')
    log.level = next['log-level']
    // Settings that need a restart keep differing, and are listed each time.
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
