/**
 * The life of a job. Each arrow is one statement of `JobStore`; those that leave `running` are fenced on the process and the
 * epoch of the claim, so that who has lost a job, having stood still for longer than its lease, decides nothing of it.
 *
 *                         enqueue                       claim                  complete
 *     (none) ──┬─────────────────────────► waiting ──────────────► running ────────────────► done ────────┐
 *              │                            ▲ ▲ ▲ │                │ │ │ │                                │
 *              │ enqueue         promote    │ │ │ └── hold ──► held │ │ │ └── end ───────────► failed ────┤
 *              └─────────► delayed ─────────┘ │ └──── release ──┘  │ │ │ end                    │         │ remove
 *                            ▲                │                    │ │ │                        │ retry   ├───────► (none)
 *                            └────────────────│────────────────────┘ │ │   ┌────────────────────┘         │
 *                               end           ├──────────────────────┘ │   ▼                              │
 *                                             │ free: its process died │ waiting                          │
 *                                             └────────────────────────┘                                  │
 *     waiting, delayed, held, running ────── cancel ──────────────────────────────► cancelled ────────────┘
 *
 * `end` is how a try ends that did not do its job: it is tried again later, or at once when the host stops; or it has failed.
 */
import type { JobState } from '@host/plugin'

/** Where a job stands in the database; `delayed` is one that waits and is not due. */
export type StoredState = JobState | 'delayed'

/** The public name of a stored state. */
export function shownState(state: StoredState): JobState {
  return state === 'delayed' ? 'waiting' : state
}

/** The states of a list, in the groups in which it shows them: without one asked for, those that need a look first. */
export function listedGroups(state: JobState | undefined): readonly (readonly StoredState[])[] {
  if (state !== undefined) return [storedStates(state)]
  return [['failed'], ['running'], allStates.filter((each) => each !== 'failed' && each !== 'running')]
}

/** The stored states that share one public name. */
function storedStates(state: JobState): readonly StoredState[] {
  return state === 'waiting' ? ['waiting', 'delayed'] : [state]
}

/** Every state of a job. */
export const allStates: readonly StoredState[] = [
  'waiting',
  'delayed',
  'running',
  'held',
  'done',
  'failed',
  'cancelled',
]

/** Where one arrow leads from each state. */
export const arrows: Readonly<Record<StoredState, readonly StoredState[]>> = Object.freeze({
  waiting: ['running', 'held', 'cancelled'],
  delayed: ['waiting', 'cancelled'],
  running: ['done', 'waiting', 'delayed', 'failed', 'cancelled'],
  held: ['waiting', 'cancelled'],
  failed: ['waiting', 'cancelled'],
  done: [],
  cancelled: [],
})

/** How long an ended job is kept, in milliseconds. */
export const keptFor = Object.freeze({ done: 86_400_000, cancelled: 86_400_000, failed: 30 * 86_400_000 })
