import { Problem } from '@host/plugin'
import { waitWording } from '../../http/wait-wording.ts'

/** 429 with the time to wait, for programs and for people. @param wait whole seconds */
export function tooMany(wait: number): Problem {
  return new Problem('too_many_requests', {
    nextStep: waitWording(wait),
    headers: { 'retry-after': String(wait) },
  })
}
