import type { Coherence } from './coherence.ts'
import { Epochs } from './epochs.ts'

/** The coherence of a process that trusts no memory: every read goes to the database. */
export function untrustedCoherence(): Coherence {
  return Object.freeze<Coherence>({
    isAlone: false,
    epochs: new Epochs(),
    isTrusted: () => false,
    forget: async () => {},
  })
}
