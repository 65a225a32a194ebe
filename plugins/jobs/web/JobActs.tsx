import { useState } from 'react'
import { Button, Confirm, ErrorNote, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { countJobs, listJobs, removeJob, retryJob } from '../shared.ts'
import type { JobDetailsProps } from './JobDetails.tsx'
import { kindWords } from './kind-words.ts'

const removable: ReadonlySet<string> = new Set(['waiting', 'held', 'failed'])

/** Lets a job that failed run again, and takes out one that waits or failed, after a question. */
export function JobActs({ job, onRemoved }: JobDetailsProps) {
  const { id, state, plugin } = job
  const { t } = useTranslation()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const invalidates = [listJobs, countJobs]
  const retry = useMutation(retryJob, {
    invalidates,
    onSuccess: () => toast({ tone: 'positive', title: t('jobs.retry.done') }),
  })
  const remove = useMutation(removeJob, { invalidates, onSuccess: onRemoved })
  if (!removable.has(state)) return null
  return (
    <section aria-label={t('jobs.acts')} className="flex flex-col gap-3">
      <ErrorNote error={retry.error} onRetry={retry.reset} />
      <div className="flex flex-wrap gap-2">
        {state === 'failed' && (
          <Button variant="primary" icon="rotate-ccw" busy={retry.isPending} onClick={() => retry.mutate({ id })}>
            {t('jobs.retry.label')}
          </Button>
        )}
        <Button onClick={() => setAsked(true)}>{t('jobs.remove.label')}</Button>
      </div>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('jobs.remove.title')}
        confirmLabel={t('jobs.remove.label')}
        variant="danger"
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {t('jobs.remove.means', { plugin: plugin.title, name: kindWords(t, job) ?? job.name })}
      </Confirm>
    </section>
  )
}
