import { lazy, Suspense, useState } from 'react'
import { Button, ErrorNote, Panel, useMutation, useTranslation } from '@host/plugin-sdk'
import { addSamples, type Samples } from '../shared.ts'

const RemoveSamples = lazy(() => import('./RemoveSamples.tsx'))

export interface SampleDataProps {
  readonly samples: Samples
  /** Whether adding is suggested; existing sample data can always be removed. */
  readonly isSuggested: boolean
}

/** Adds sample data on a press, and removes it on another. */
export function SampleData({ samples: { canAdd, records }, isSuggested }: SampleDataProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  if (records === 0 && !(canAdd && isSuggested)) return null
  return (
    <Panel
      flush
      title={t('overview.samples.title')}
      description={records > 0 ? t('overview.samples.there') : t('overview.samples.means')}
      actions={
        <>
          {canAdd && <AddSamples />}
          {records > 0 && <Button onClick={() => setAsking(true)}>{t('overview.samples.remove')}</Button>}
        </>
      }
    >
      {isAsking && (
        <Suspense>
          <RemoveSamples onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

function AddSamples() {
  const { t } = useTranslation()
  const { mutate, error, isPending } = useMutation(addSamples)
  return (
    <>
      <ErrorNote error={error} />
      <Button icon="plus" busy={isPending} onClick={() => mutate()}>
        {t('overview.samples.add')}
      </Button>
    </>
  )
}
