const key = 'host.invitation'

/**
 * The secret of an invitation while its holder signs in, maybe at a provider elsewhere: in this tab alone, and for no
 * longer than that takes. Other links need no such way round.
 */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(key, token)
  } catch {
    return
  }
}

/** What was kept; empty when nothing was. */
export function keptInvitation(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Forgets it: it is used, refused, or not wanted. */
export function forgetInvitation(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}
