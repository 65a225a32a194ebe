import { instanceOrgId } from '../request/instance-org-id.ts'
import type { EndedAttempt } from '../jobs/background-pauses.ts'
import type { AttemptResults } from './breaker.ts'

const nothing: AttemptResults = Object.freeze({
  hasSuccess: false,
  failures: 0,
  failingSince: 0,
  place: null,
  fault: '',
})
/** Characters; databases keep no NUL among them. */
const longestFault = 500

/** AttemptResults with one more, at a moment. */
export function withTry(tries: AttemptResults = nothing, { orgId, fault }: EndedAttempt, now: number): AttemptResults {
  if (fault === undefined) return { ...nothing, hasSuccess: true }
  const place = orgId === instanceOrgId ? null : orgId
  return {
    ...tries,
    failures: tries.failures + 1,
    failingSince: tries.failures === 0 ? now : tries.failingSince,
    place: tries.failures === 0 || tries.place === place ? place : null,
    fault: fault.message.replaceAll('\0', '').slice(0, longestFault),
  }
}

/** AttemptResults, and those that came after them. */
export function together(earlier: AttemptResults, later: AttemptResults | undefined): AttemptResults {
  if (later === undefined) return earlier
  const hasSuccess = later.hasSuccess || earlier.hasSuccess
  if (later.hasSuccess || earlier.failures === 0) return { ...later, hasSuccess }
  if (later.failures === 0) return earlier
  return {
    ...later,
    hasSuccess,
    failures: earlier.failures + later.failures,
    failingSince: earlier.failingSince,
    place: earlier.place === later.place ? later.place : null,
  }
}
