/** The instance's requirements at sign-in, and permissions for anonymous clients. */
export interface SignInSettings {
  /** Whether anonymous clients may create accounts. */
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
