/**
 * Notifies systemd of a service's state: ready, reloading, stopping, and the watchdog (sd_notify(3)).
 *
 * @packageDocumentation
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface ServiceManager {
  /** Ready, after the start or a reload. */
  ready(): void
  reloading(): void
  stopping(): void
  /** Ends notifications. */
  close(): void
}

const nobody: ServiceManager = {
  ready: () => undefined,
  reloading: () => undefined,
  stopping: () => undefined,
  close: () => undefined,
}

/**
 * The systemd that started this process; without one, notifications do nothing. Node has no Unix datagram sockets,
 * so the program systemd-notify sends them, which needs `NotifyAccess=all` in the unit.
 *
 * @param onTrouble - called for the first failure only.
 */
export function findServiceManager(
  onTrouble: (reason: string) => void,
  environment = process.env,
): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds, WATCHDOG_PID: watched } = environment
  if (socket === undefined) return nobody
  let isTroubled = false
  // In sequence: the order of READY and RELOADING matters.
  let last: Promise<void> = Promise.resolve()
  const tell = (...assignments: readonly string[]): void => {
    last = last
      .then(() => send(assignments))
      .then(
        () => undefined,
        (error: unknown) => {
          if (!isTroubled) onTrouble((error as Error).message)
          isTroubled = true
        },
      )
  }
  // At half the watchdog interval, as sd_watchdog_enabled(3) recommends, from a timer of the event loop that
  // answers requests: if the loop hangs, the watchdog fires.
  const isWatched = microseconds !== undefined && (watched === undefined || Number(watched) === process.pid)
  const timer = isWatched
    ? setInterval(
        () => {
          tell('WATCHDOG=1')
        },
        Number(microseconds) / 2000,
      )
    : undefined
  return {
    ready() {
      tell('READY=1')
    },
    reloading() {
      tell('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1000n}`)
    },
    stopping() {
      tell('STOPPING=1')
    },
    close() {
      clearInterval(timer)
    },
  }
}

const send = async (assignments: readonly string[]): Promise<unknown> =>
  promisify(execFile)('systemd-notify', assignments, { timeout: 10_000 })
