const key = 'host.signedIn'

/** Whether a user was last known to be signed in on this device. */
export function isHintedSignedIn(): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

/**
 * Stores on this device whether a user is signed in, for the inline script that prefetches data for signed-in users. It
 * is only a hint and grants no access: the server decides about the session.
 */
export function hintSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
  } catch {
    return
  }
}
