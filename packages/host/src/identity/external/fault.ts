import type { ExternalSignInError } from '@host/plugin/wire'

/** Cause of a failed external sign-in: a code for the browser, and a sentence for the log. */
export class SignInFault extends Error {
  readonly code: ExternalSignInError

  /** @param reason for the operator's log; it holds nothing secret */
  constructor(code: ExternalSignInError, reason: string) {
    super(reason)
    this.code = code
  }
}
