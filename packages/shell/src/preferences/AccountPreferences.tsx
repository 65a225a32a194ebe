import { useLayoutEffect, useState, type ReactNode } from 'react'
import { readUserSettings } from '@host/platform-api/preferences'
import { useQuery } from '@host/plugin-sdk'
import { usePreferenceStore } from '@host/plugin-sdk/shell'
import { isKnownAccount, rememberAccount } from './known-account.ts'

export interface AccountPreferencesProps {
  readonly userId: string
  readonly waiting: ReactNode
  readonly children: ReactNode
}

/**
 * Applies the account's preferences. A device that has shown them before starts with its stored copy; on a new device
 * the page waits, to prevent a visible change.
 */
export function AccountPreferences({ userId, waiting, children }: AccountPreferencesProps) {
  const monitor = usePreferenceStore()
  const [isReady, setReady] = useState(() => isKnownAccount(userId))
  const { data, error } = useQuery(readUserSettings, {}, { errors: 'page' })
  // Set once: another workspace refetches everything, and the page stays.
  if (!isReady && (data !== undefined || error !== null)) setReady(true)
  useLayoutEffect(() => {
    if (data === undefined) return
    monitor?.adopt(data)
    rememberAccount(userId)
  }, [monitor, data, userId])
  return isReady ? children : waiting
}
