import { schemes, type Scheme, type SignatureFault } from '../../src/core/beacon-scheme.js'
import { hex } from './second-opinion.js'

/**
 * For the rest of this process, a beacon's signature that was verified before is not verified again: it takes 20 ms,
 * and a campaign asks about the same few a hundred thousand times.
 */
export function cacheBeaconSignatures(): void {
  const open = schemes as Record<string, Scheme>
  for (const [name, scheme] of Object.entries(schemes)) {
    const checked = new Map<string, SignatureFault | undefined>()
    open[name] = {
      ...scheme,
      findFault(...asked) {
        const question = asked.map(hex).join(' ')
        if (!checked.has(question)) checked.set(question, scheme.findFault(...asked))
        return checked.get(question)
      },
    }
  }
}
