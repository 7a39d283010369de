/** Of a raffle that nobody here waits for: what a line of the list says beside its name and state. */
export const summaryTimes = {
  closesAt: '2099-09-01T13:00:00+00:00',
  drawAt: '2099-09-01T13:15:00+00:00',
  isRehearsal: false,
} as const
