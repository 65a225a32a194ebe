/** What the instance asks of everyone at sign-in, or lets strangers do. */
export interface SignInSettings {
  /** Whether strangers may make accounts. */
  readonly registration: boolean
  readonly requireSecondFactor: boolean
}

/** The row of `instance_settings` that holds them. */
export const signInSettingsKey = 'sign_in'

/** Settings as the row has them; an instance that never set any is invitation only. */
export function signInSettingsOf(value: unknown): SignInSettings {
  const { registration, requireSecondFactor } = (value ?? {}) as Partial<Record<keyof SignInSettings, unknown>>
  return { registration: registration === true, requireSecondFactor: requireSecondFactor === true }
}
