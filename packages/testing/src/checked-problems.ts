import { Problem, type Endpoint } from '@host/plugin'
import { hostErrors } from '@host/plugin/wire'

/**
 * A problem that an endpoint's handler has thrown, passed on when the definition names its code. One that neither the
 * definition nor the host names is a mistake: the API's description and every typed client would know nothing of it.
 * @throws TypeError naming the code and the endpoint
 */
export function checkedProblem(endpoint: Endpoint, error: unknown): unknown {
  if (error instanceof Problem) requireNamed(endpoint, error.code)
  return error
}

/** @throws TypeError for a whole answer that is a problem which the definition does not name */
export async function checkProblemAnswer(endpoint: Endpoint, answer: unknown): Promise<void> {
  if (!(answer instanceof Response) || !isProblem(answer)) return
  const { code } = (await answer.clone().json()) as { readonly code?: unknown }
  requireNamed(endpoint, String(code))
}

function isProblem({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').startsWith('application/problem+json')
}

function requireNamed(endpoint: Endpoint, code: string): void {
  const named: readonly string[] = [...endpoint.errors, ...hostErrors(endpoint)]
  if (named.includes(code)) return
  throw new TypeError(
    `The handler of "${endpoint.pattern}" throws "${code}", which its definition does not list. Add it under errors.`,
  )
}
