import { useState } from 'react'
import { Button, Confirm, Panel, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { addSamples, removeSamples, type Samples } from '../shared.ts'

export interface SampleDataProps {
  readonly samples: Samples
  /** Whether adding is suggested; sample data that is there can always be removed. */
  readonly isSuggested: boolean
}

/** Adds sample data on a press, and removes it on another. */
export function SampleData({ samples: { canAdd, records }, isSuggested }: SampleDataProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  if (records === 0 && !(canAdd && isSuggested)) return null
  return (
    <Panel
      title={t('overview.samples.title')}
      description={records > 0 ? t('overview.samples.there') : t('overview.samples.means')}
    >
      <div className="flex flex-wrap gap-2">
        {canAdd && <AddSamples />}
        {records > 0 && <Button onClick={() => setAsking(true)}>{t('overview.samples.remove')}</Button>}
      </div>
      {isAsking && <RemoveSamples onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function AddSamples() {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutate, isPending } = useMutation(addSamples, {
    onSuccess: () => toast({ tone: 'positive', title: t('overview.samples.added') }),
  })
  return (
    <Button icon="sparkles" busy={isPending} onClick={() => mutate()}>
      {t('overview.samples.add')}
    </Button>
  )
}

function RemoveSamples({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(removeSamples, {
    onSuccess: () => toast({ tone: 'positive', title: t('overview.samples.removed') }),
  })
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('overview.samples.removeTitle')}
      confirmLabel={t('overview.samples.remove')}
      variant="danger"
      onConfirm={() => mutateAsync()}
    >
      {t('overview.samples.removeMeans')}
    </Confirm>
  )
}
