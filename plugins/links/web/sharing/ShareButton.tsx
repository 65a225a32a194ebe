import { lazy, Suspense, useState } from 'react'
import { Button, useTranslation } from '@host/plugin-sdk'

const ShareStatistics = lazy(() => import('./ShareStatistics.tsx'))

/** Opens the dialog that shares the statistics of a link. */
export function ShareButton({ linkId }: { readonly linkId: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="share-2" onClick={() => setOpen(true)}>
        {t('links.sharing.title')}
      </Button>
      {isOpen && (
        <Suspense>
          <ShareStatistics linkId={linkId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
