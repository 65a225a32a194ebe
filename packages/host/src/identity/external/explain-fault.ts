import { SafeHttpError } from '@host/plugin/safehttp'
import { AuthorizationResponseError, OperationProcessingError, RESPONSE_IS_NOT_CONFORM } from 'oauth4webapi'
import { PARSE_ERROR, ResponseBodyError, RESPONSE_IS_NOT_JSON } from 'oauth4webapi'
import { SignInFault } from './fault.ts'

const unanswered: ReadonlySet<string | undefined> = new Set([
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
  PARSE_ERROR,
])

/**
 * The fault for a protocol error. Only its own sentence and code are used: the library's cause may contain codes and
 * tokens.
 */
export function explainFault(error: unknown): SignInFault {
  if (error instanceof SignInFault) return error
  if (error instanceof SafeHttpError) return new SignInFault('sso_unavailable', `A request failed: ${error.reason}`)
  if (error instanceof AuthorizationResponseError) {
    const isDenied = error.error === 'access_denied'
    return new SignInFault(isDenied ? 'sso_denied' : 'sso_failed', `The provider returned ${quoted(error.error)}`)
  }
  if (error instanceof ResponseBodyError) {
    return new SignInFault('sso_failed', `The token endpoint returned ${quoted(error.error)}`)
  }
  if (error instanceof OperationProcessingError) {
    return new SignInFault(unanswered.has(error.code) ? 'sso_unavailable' : 'sso_failed', error.message)
  }
  return new SignInFault('sso_failed', error instanceof Error ? error.message : 'Unknown')
}

/** A provider's text, shortened to one line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}
