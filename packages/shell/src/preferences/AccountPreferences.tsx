import { useLayoutEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@host/plugin-sdk'
import { usePreferenceStore } from '@host/plugin-sdk/shell'
import { readUserSettings } from '../endpoints.ts'
import { isKnownAccount, rememberAccount } from './known-account.ts'

export interface AccountPreferencesProps {
  readonly userId: string
  readonly waiting: ReactNode
  readonly children: ReactNode
}

/**
 * Shows the reader what they have chosen for their account. A device that has shown it before begins with that; on a
 * new one the page waits, rather than changing its look in front of the reader.
 */
export function AccountPreferences({ userId, waiting, children }: AccountPreferencesProps) {
  const monitor = usePreferenceStore()
  const [isReady, setReady] = useState(() => isKnownAccount(userId))
  const { data, error } = useQuery(readUserSettings, {}, { errors: 'page' })
  // Once and for all: another workspace asks for everything anew, and the page stays.
  if (!isReady && (data !== undefined || error !== null)) setReady(true)
  useLayoutEffect(() => {
    if (data === undefined) return
    monitor?.adopt(data)
    rememberAccount(userId)
  }, [monitor, data, userId])
  return isReady ? children : waiting
}
