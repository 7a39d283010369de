/**
 * What a service tells systemd of itself: that it listens, reloads and ends, and that it still turns (sd_notify(3)).
 *
 * @packageDocumentation
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface ServiceManager {
  /** It listens, or has taken its settings up again. */
  ready(): void
  reloading(): void
  stopping(): void
  /** Tells nothing any more. */
  close(): void
}

const nobody: ServiceManager = {
  ready: () => undefined,
  reloading: () => undefined,
  stopping: () => undefined,
  close: () => undefined,
}

/**
 * The systemd that started this process; without it nothing is told. Node has no datagram sockets of Unix, so systemd's
 * own program sends what is said, which takes `NotifyAccess=all` in the unit.
 */
export function findServiceManager(
  onTrouble: (reason: string) => void,
  environment = process.env,
): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds, WATCHDOG_PID: watched } = environment
  if (socket === undefined) return nobody
  let isTroubled = false
  // One after the other: READY before RELOADING is another thing than after it.
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
  // Twice in the time that systemd waits, as sd_watchdog_enabled(3) has it; from a timer of the loop that answers requests,
  // so a loop that hangs tells nothing.
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
