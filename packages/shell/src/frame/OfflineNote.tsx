import { useSyncExternalStore } from 'react'
import { Alert, useTranslation } from '@host/plugin-sdk'

/** Says that the browser has no network, as long as that lasts. */
export function OfflineNote() {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return isOnline ? null : (
    <div className="mb-4">
      <Alert tone="warning">{t('shell.offline')}</Alert>
    </div>
  )
}

function watchNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
