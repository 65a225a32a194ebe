import { lazy, Suspense, useState } from 'react'
import { Button, SkeletonRows, useTranslation } from '@host/plugin-sdk'
import { Part } from './Part.tsx'
import type { TryItProps } from './TryIt.tsx'

const TryIt = lazy(() => import('./TryIt.tsx'))

/** Sending a call, loaded on a press. An upload and a body that is not JSON are for other programs. */
export function TryPart({ operation, resolve }: TryItProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (operation.body !== undefined && operation.body.type !== 'application/json') return null
  return (
    <Part title={t('api-reference.try.title')}>
      {isOpen ? (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <TryIt operation={operation} resolve={resolve} />
        </Suspense>
      ) : (
        <Button icon="play" onClick={() => setOpen(true)}>
          {t('api-reference.try.open')}
        </Button>
      )}
    </Part>
  )
}
