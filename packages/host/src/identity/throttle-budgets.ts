/** How much anonymous clients may attempt, and which of their attempts count together. */

const minute = 60_000
const quarter = 15 * minute
const hour = 60 * minute

export const throttleBudgets = {
  /** Failures to prove a password, by account and network; of codes, by account from any network. */
  signIn: { limit: 5, window: quarter },
  /** Requests of anonymous clients: for one address from one network, and for all addresses from it. */
  recovery: { each: { limit: 5, window: quarter }, network: { limit: 30, window: quarter } },
  registration: { each: { limit: 5, window: quarter }, network: { limit: 20, window: quarter } },
  email: { each: { limit: 5, window: quarter }, network: { limit: 30, window: quarter } },
  /** Emails to one mailbox. */
  mailbox: { limit: 10, window: hour },
  /** Invalid tokens by kind: of one network, and look-ups of all networks together. */
  tokens: {
    malformed: { network: { limit: 30, window: minute }, inAll: undefined },
    unknown: { network: { limit: 300, window: minute }, inAll: { limit: 6_000, window: minute } },
  },
  /** Audit entries of refused attempts: of one action on one account from one network, from one network, and in all. */
  entries: { window: hour, perTarget: 5, perNetwork: 100, inAll: 600 },
} as const

/** Failures of a password of one account from one network. */
export function passwordKey({ email, network }: { readonly email: string; readonly network: string }): string {
  return `${network}|${email}`
}

/**
 * Wrong codes of one account, from any network: six digits are guessed from many networks at once, and only a client
 * that knows the password can guess. Recovery codes are counted apart, so that guessed digits do not keep the owner
 * from using one.
 */
export function codeKey(kind: 'totp' | 'recovery', userId: string): string {
  return `anywhere|${kind}|${userId}`
}
