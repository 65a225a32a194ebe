import { serviceToken } from '../service.ts'

/** Variables of the environment that operators may set in the console instead; they apply without a restart. */
export const operatorSettingNames = [
  'HOST_RATE_SIGN_IN',
  'HOST_RATE_API',
  'HOST_RATE_PERSON',
  'HOST_RATE_REDIRECT',
  'HOST_RATE_PAGE',
  'HOST_RATE_FORM',
  'HOST_CORS_ORIGINS',
  'HOST_SMTP_URL',
  'HOST_SMTP_FROM',
  'HOST_METRICS_TOKEN',
] as const

/** The name of a setting. */
export type OperatorSettingName = (typeof operatorSettingNames)[number]

/** A setting of the operator. */
export interface OperatorSetting {
  readonly name: OperatorSettingName
  /** The text in use: `settingsMask` for a secret that is set, empty where nothing is set. */
  readonly value: string
  /** Empty where there is none. */
  readonly default: string
  /** The environment wins over a stored setting. */
  readonly source: 'environment' | 'stored' | 'default'
  readonly isSecret: boolean
}

/** Settings to change, by name: null and an empty text take a setting away, `settingsMask` keeps a secret. */
export type OperatorSettingChanges = Readonly<Partial<Record<OperatorSettingName, string | null | undefined>>>

/** Settings of the operator that need no restart; the caller has checked the rights. */
export interface OperatorSettingsService {
  list(): Promise<readonly OperatorSetting[]>
  /**
   * Stores settings, applies them on every process, and records them in the audit log without secrets.
   * @throws Problem `invalid_input` naming every wrong setting and those that the environment sets, `conflict` when others
   * keep writing
   */
  save(changes: OperatorSettingChanges): Promise<readonly OperatorSetting[]>
}

/**
 * Settings of the operator that the console changes. In-tree only.
 *
 * Audience: platform.
 */
export const OperatorSettings = serviceToken<OperatorSettingsService>('core.operator-settings')
