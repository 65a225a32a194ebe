import { useTranslation } from '@host/plugin-sdk'
import { readDevice } from './read-device.ts'

/** Names the device of a session: "Firefox on Windows". */
export function useDeviceName(userAgent: string): string {
  const { t } = useTranslation()
  const { browser, system } = readDevice(userAgent)
  if (browser !== undefined && system !== undefined) return t('account.sessions.device', { browser, system })
  return browser ?? system ?? t('account.sessions.unknown')
}
