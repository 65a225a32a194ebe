import { useSyncExternalStore } from 'react'
import { Alert, useTranslation } from '@host/plugin-sdk'

/** Says that the browser has no network, as long as that lasts. It floats, so that nothing moves when it comes. */
export function OfflineNote() {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return isOnline ? null : (
    <div className="pointer-events-none fixed inset-x-4 bottom-20 z-40 mx-auto w-fit rounded-control shadow-float">
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
