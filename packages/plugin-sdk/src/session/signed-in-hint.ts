const key = 'host.signedIn'

/** Whether somebody was signed in on this device when it was last known. */
export function isHintedSignedIn(): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

/**
 * Notes on this device whether somebody is signed in, for the script in the page that asks for what a signed-in reader
 * needs. It is a hint and opens nothing: the session is what the server says.
 */
export function hintSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
  } catch {
    return
  }
}
