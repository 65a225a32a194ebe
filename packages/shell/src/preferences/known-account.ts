const key = 'host.account'

/** Whether this device shows the settings of an account already, so that nothing has to wait for them. */
export function isKnownAccount(userId: string): boolean {
  try {
    return localStorage.getItem(key) === userId
  } catch {
    return false
  }
}

/** Stores the account whose preferences this device shows. */
export function rememberAccount(userId: string): void {
  try {
    localStorage.setItem(key, userId)
  } catch {
    return
  }
}
