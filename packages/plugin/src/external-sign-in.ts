/**
 * Cause of a failed sign-in with an external account: the `error` that the browser returns with, to `/login` or to the
 * page where an account was being linked.
 * @since 1.0.0
 */
export const externalSignInErrors = [
  /** The provider's answer was invalid, or the account may not sign in: no further details are given. */
  'sso_failed',
  /** The person said no at the provider. */
  'sso_denied',
  /** It took longer than ten minutes, was finished before, or began in another browser. */
  'sso_expired',
  /** The provider did not answer. */
  'sso_unavailable',
  /** An account with this email address exists: sign in to it, then link. */
  'sso_not_linked',
  /** The external account is not linked to any user here, and registration is closed. */
  'sso_no_account',
  /** The provider gave no verified email address. */
  'sso_no_email',
  /** The account is not a member of the workspace whose single sign-on was used. */
  'sso_not_member',
  /** The external account is linked to another account here. */
  'sso_taken',
  /** Linking begins on a page of this product, in a session that has just proved who it is. */
  'sso_link_refused',
] as const

/** Cause of a failed sign-in with an external account. */
export type ExternalSignInError = (typeof externalSignInErrors)[number]
