import { useState } from 'react'
import { Button, Confirm, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { countJobs, listJobs, retryJobs } from '../shared.ts'

export interface RetryFailedProps {
  readonly plugin: string
  readonly title: string
}

/** Lets everything that has failed of a plugin run again, after a question. */
export function RetryFailed({ plugin, title }: RetryFailedProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const retry = useMutation(retryJobs, {
    invalidates: [listJobs, countJobs],
    onSuccess: ({ count }) => toast({ tone: 'positive', title: t('jobs.retryAll.done', { count }) }),
  })
  return (
    <>
      <Button size="compact" icon="rotate-ccw" onClick={() => setAsked(true)}>
        {t('jobs.retryAll.label')}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('jobs.retryAll.title', { plugin: title })}
        confirmLabel={t('jobs.retryAll.label')}
        onConfirm={() => retry.mutateAsync({ plugin })}
      >
        {t('jobs.retryAll.means')}
      </Confirm>
    </>
  )
}
