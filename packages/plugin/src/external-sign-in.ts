/**
 * Why a sign-in with an account elsewhere came to nothing: the `error` that the browser comes back with, to `/login` or to
 * the page where an account was being linked.
 * @since 1.0.0
 */
export const externalSignInErrors = [
  /** The provider's answer was not right, or the account may not sign in: nothing more is told. */
  'sso_failed',
  /** The person said no at the provider. */
  'sso_denied',
  /** It took longer than ten minutes, was finished before, or began in another browser. */
  'sso_expired',
  /** The provider did not answer. */
  'sso_unavailable',
  /** An account with this e-mail address exists: sign in to it, then link. */
  'sso_not_linked',
  /** Nobody here is known by this account elsewhere, and strangers can't register. */
  'sso_no_account',
  /** The provider told no e-mail address that it has verified. */
  'sso_no_email',
  /** The account is no member of the workspace whose single sign-on was used. */
  'sso_not_member',
  /** The account elsewhere is linked to another account here. */
  'sso_taken',
  /** Linking begins on a page of this product, in a session that has just proved who it is. */
  'sso_link_refused',
] as const

/** Why a sign-in with an account elsewhere came to nothing. */
export type ExternalSignInError = (typeof externalSignInErrors)[number]
