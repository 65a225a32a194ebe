import type { SafeHttpReason } from '../safe-http-error.ts'
import { SafeHttpError } from '../safe-http-error.ts'

/** Why a request came to nothing. @throws Error when it did not */
export async function reasonOf(request: Promise<unknown>): Promise<SafeHttpReason> {
  const outcome: unknown = await request.catch((thrown: unknown) => thrown)
  if (outcome instanceof SafeHttpError) return outcome.reason
  throw new Error('The request should have failed as a SafeHttpError.', { cause: outcome })
}
