import { useState } from 'react'
import type { RestorableBackup } from '@host/platform-api/set-up-restore'
import { RestoreChoice } from './RestoreChoice.tsx'
import { RestoreWaiting } from './RestoreWaiting.tsx'

export interface RestorePageProps {
  readonly token: string
  readonly onBack: () => void
}

/** Restores a backup in place of an empty instance: the choice, then the wait for the host. */
export function RestorePage({ token, onBack }: RestorePageProps) {
  const [ordered, setOrdered] = useState<RestorableBackup>()
  if (ordered === undefined) return <RestoreChoice token={token} onBack={onBack} onOrdered={setOrdered} />
  return <RestoreWaiting token={token} backup={ordered} onFailed={() => setOrdered(undefined)} />
}
