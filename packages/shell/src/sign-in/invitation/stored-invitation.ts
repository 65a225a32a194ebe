const key = 'host.invitation'

/**
 * The secret of an invitation while its holder signs in, possibly at a provider: in this tab only, and only until then.
 * Other links need no storage.
 */
export function storeInvitation(token: string): void {
  try {
    sessionStorage.setItem(key, token)
  } catch {
    return
  }
}

/** The stored secret; empty for none. */
export function storedInvitation(): string {
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
