// What the fuzzer is tried on: chance does not find this text, coverage and comparisons lead to it.
export const seeds = ['knock knock']

export function fuzz(data: Buffer): void {
  const text = data.toString('latin1')
  if (text === 'open sesame') throw new Error('finding: the door is open')
}
