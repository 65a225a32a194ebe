/**
 * The life of an idempotency key (spec §3). Each arrow is one statement of `EntryStore`, fenced on the claim's owner
 * and epoch, and each step of a keyed request has a name, reported in this order to a `StepListener`:
 *
 *                    claim                            keep
 *     (none) ───────────────────────► in_flight ──────────────► stored ──────────────┐
 *       ▲ ▲                            │ │  ▲ │  keep                                │ 24 h over:
 *       │ │         release            │ │  │ └──────────► stored_without_body ──────┤ claim, sweep
 *       │ └────────────────────────────┘ │  │                                        │
 *       │                                └──┘ claim, sweep: the lease of its owner is over
 *       └────────────────────────────────────────────────────────────────────────────┘
 *
 *     authorized ─► claimed ─► handled ─┬─────────────────────► stored ───┬─► sent      the answer is kept, then sent
 *         │                             ├─► kept (atomic only) ─► stored ─┤             kept: written, not committed
 *         │                             └─► released ─────────────────────┤             5xx, 429, 408, thrown
 *         └─► repeated ───────────────────────────────────────────────────┘             replayed or refused, not run
 *
 * A crash at `authorized` or `repeated` leaves nothing. At `claimed`, `handled` or `kept` it leaves a row in flight
 * that is free when the lease of the dead process ends: effects of the handler stay, except with `atomic`, which leaves
 * none. From `stored` on every repeat gets the answer.
 */

/** Where a key stands; a key without a row stands nowhere. */
export type EntryState = 'in_flight' | 'stored' | 'stored_without_body'

/** How a handler ended that did not fail: with a whole answer, or with one that can't or must not be kept. */
export type Ending = 'complete' | 'too_large' | 'streamed' | 'withheld'

/** Where a key goes when its handler has ended; one that failed frees its key. */
export const endings: Readonly<Record<Ending, Exclude<EntryState, 'in_flight'>>> = Object.freeze({
  complete: 'stored',
  too_large: 'stored_without_body',
  streamed: 'stored_without_body',
  withheld: 'stored_without_body',
})

/**
 * Whether a handler that answers so has failed, as one that throws anything but a problem with another status. An upload
 * that broke off (408) can be sent again.
 */
export function isFailure(status: number): boolean {
  return status >= 500 || status === 429 || status === 408
}

/** How a repeat compares with the first request: alike, of a caller with fewer rights, or with another body. */
export type Likeness = 'same' | 'lesser_caller' | 'other_request'

/** Answer to a repeat. */
export type Reply = 'wait' | 'replay' | 'not_kept' | 'caller_mismatch' | 'contradiction'

const settled = { lesser_caller: 'caller_mismatch', other_request: 'contradiction' } as const

/** Answer to a repeat, by the state of its key. */
export const replies: Readonly<Record<EntryState, Readonly<Record<Likeness, Reply>>>> = Object.freeze({
  in_flight: { same: 'wait', lesser_caller: 'wait', other_request: 'wait' },
  stored: { same: 'replay', ...settled },
  stored_without_body: { same: 'not_kept', ...settled },
})

/** The steps of a keyed request, as drawn above. */
export type IdempotencyStep =
  | 'authorized'
  | 'claimed'
  | 'handled'
  | 'kept'
  | 'stored'
  | 'released'
  | 'repeated'
  | 'sent'

/** Called at each step at the moment it was taken; a test that kills the process in it ends it there. */
export type StepListener = (step: IdempotencyStep) => void
