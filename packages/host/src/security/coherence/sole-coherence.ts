import type { Coherence } from './coherence.ts'
import { Epochs, slotOf } from './epochs.ts'

/** The coherence of a process that is the only one on its database: it knows its own changes. */
export function soleCoherence(): Coherence {
  const epochs = new Epochs()
  return Object.freeze<Coherence>({
    isAlone: true,
    epochs,
    isTrusted: () => true,
    forget: async (subjects) => epochs.change(subjects.map(slotOf)),
  })
}
