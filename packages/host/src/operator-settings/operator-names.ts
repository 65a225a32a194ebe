import { operatorSettingNames, type OperatorSettingName } from '@host/plugin/platform'
import { variables, type ConfigVariable } from '../config/config-variables.ts'

/** Texts of settings by the name of their variable. */
export type OperatorTexts = Readonly<Partial<Record<OperatorSettingName, string>>>

/** Whether a setting is stored encrypted and never shown. */
export function isSecretSetting(name: OperatorSettingName): boolean {
  const { isSecret = false }: ConfigVariable = variables[name]
  return isSecret
}

/** The default of a setting; empty where it has none. */
export function defaultOf(name: OperatorSettingName): string {
  const { default: text = '' }: ConfigVariable = variables[name]
  return text
}

/** Those of the settings among values by name. */
export function settingsAmong(values: Readonly<Record<string, unknown>>): OperatorTexts {
  const pairs = operatorSettingNames.flatMap((name) => {
    const text = values[name]
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : []
  })
  return Object.fromEntries(pairs)
}
