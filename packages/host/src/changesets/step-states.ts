import type { StepState } from '@host/plugin'

/**
 * States of steps, as the journal stores them.
 *
 *   waiting --committed before the write--> writing --committed after it--> applied
 *   any --judgeSteps, by reading the target--> waiting, applied or differs
 */
const letters = { waiting: 'w', writing: 'i', applied: 'a', differs: 'd' } as const satisfies Record<StepState, string>

const states = new Map(Object.entries(letters).map(([state, letter]) => [letter, state as StepState]))

/** The states of a chunk as text. */
export function statesText(of: readonly StepState[]): string {
  return of.map((state) => letters[state]).join('')
}

/** The states of a chunk. */
export function statesOf(text: string): readonly StepState[] {
  return Array.from(text, (letter) => states.get(letter as 'w') ?? 'differs')
}
