/** Which typed endpoints take an `Idempotency-Key`: those that change something, are not public, and do not refuse it. */
import type { Endpoint, MaybePromise } from '@host/plugin'
import { plainAnswer } from '@host/plugin/platform'
import { andThen } from '../request/and-then.ts'
import { isMutating } from '../request/is-mutating.ts'

export function takesKeys(endpoint: Endpoint): boolean {
  return endpoint.audience !== 'public' && endpoint.takesKey !== false && isMutating(endpoint)
}

/** Refuses an answer that sets a cookie, key or not: a replay would lack it. @throws TypeError */
export function withoutCookie<Scope>(
  { pattern }: Endpoint,
  handler: (scope: Scope) => MaybePromise<Response>,
): (scope: Scope) => MaybePromise<Response> {
  return (scope) =>
    andThen(handler(scope), (response) => {
      if (!setsCookie(response)) return response
      throw new TypeError(
        `The handler of "${pattern}" sets a cookie, which a replay doesn't repeat; set takesKey: false.`,
      )
    })
}

function setsCookie(response: Response): boolean {
  const plain = plainAnswer(response)
  return plain === undefined ? response.headers.has('set-cookie') : 'set-cookie' in plain.headers
}
