/** The state of a domain after a check, as a pure function: see the drawing in `models.ts`. */
import { domainLimits, type CheckOutcome, type DomainState } from '../../shared.ts'
import { failingDelay, failingTime, pendingDelay, verifiedDelay } from '../checks/check-schedule.ts'

/** A domain as a check finds and leaves it. Moments in milliseconds since 1970. */
export interface ClaimState {
  readonly state: DomainState
  readonly attempts: number
  readonly failingSince: number | null
}

/** A check that ended. */
export interface EndedCheck {
  readonly outcome: CheckOutcome
  readonly at: number
  /** Whether a user asked for it, which leaves the plan of the background alone. */
  readonly isAsked: boolean
}

/** The state after a check, and the milliseconds until the next one; null for a domain that is checked on request only. */
export interface NextClaimState extends ClaimState {
  readonly delay: number | null
}

/** Follows one arrow of the drawing. */
export function nextState(before: ClaimState, check: EndedCheck): NextClaimState {
  if (check.outcome === 'ok') return { state: 'verified', attempts: 0, failingSince: null, delay: verifiedDelay }
  if (before.state === 'lost') return { ...before, delay: null }
  if (before.state === 'pending') {
    const attempts = before.attempts + (check.isAsked ? 0 : 1)
    return { ...before, attempts, delay: pendingDelay(attempts) }
  }
  return failed(before, check)
}

/**
 * A look-up that failed is shown and asks again sooner or later, but never takes a domain away: the fault may be ours, and
 * would take all of them at once.
 */
function failed(before: ClaimState, { outcome, at }: EndedCheck): NextClaimState {
  const counted = before.state === 'failing' ? before.attempts : 0
  const since = before.state === 'failing' ? (before.failingSince ?? at) : at
  if (outcome === 'lookup_failed') {
    return { state: 'failing', attempts: counted, failingSince: since, delay: failingDelay }
  }
  const failingSince = counted === 0 ? at : since
  const attempts = counted + 1
  const isLost = attempts >= domainLimits.failures && at - failingSince >= failingTime
  return isLost
    ? { state: 'lost', attempts, failingSince, delay: null }
    : { state: 'failing', attempts, failingSince, delay: failingDelay }
}
