import type { ReactNode } from 'react'
import type { JobStatus } from '@host/plugin/wire'
import { Alert } from '../components/Alert.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Progress } from '../components/Progress.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useJob } from './useJob.ts'

export interface JobProgressProps {
  /** The id of the job; nothing shows while there is none. */
  readonly id: string | undefined
  /** The task in progress, such as "Importing members". */
  readonly label: string
  /** Text shown on completion. Default: "Done". */
  readonly done?: ReactNode
  /** Adds a cancel button while the job runs. */
  readonly onCancel?: () => void
  /** Whether the cancelling is on its way. */
  readonly isCancelling?: boolean
  /** Offers to start it again when it has failed. */
  readonly onRestart?: () => void
}

/**
 * How far a job is, from its start to its end, live; after a reload too when its id is in the address.
 * @example <JobProgress id={search.get('job') ?? undefined} label={t('notes.importing')} onRestart={start} />
 * @since 1.0.0
 */
export function JobProgress(props: JobProgressProps) {
  const { id, label } = props
  const { t } = useTranslation()
  const { job, error, refetch } = useJob(id)
  if (id === undefined) return null
  if (error?.status === 404) return <Alert title={t('sdk.job.gone')}>{t('sdk.job.goneNext')}</Alert>
  if (job === undefined) {
    return error === null ? (
      <Progress label={label} showLabel />
    ) : (
      <ErrorNote error={error} onRetry={() => void refetch()} />
    )
  }
  return <Known job={job} {...props} />
}

type PartProps = JobProgressProps & { readonly job: JobStatus }

function Known(props: PartProps) {
  const { t } = useTranslation()
  const { job, label, done = t('sdk.job.done') } = props
  if (job.state === 'failed') return <Failed {...props} />
  if (job.state === 'cancelled') return <Alert title={label}>{t('sdk.job.cancelled')}</Alert>
  if (job.state !== 'done') return <Ongoing {...props} />
  return (
    <Alert tone="positive" title={label}>
      {done}
    </Alert>
  )
}

function Ongoing({ job, label, onCancel, isCancelling }: PartProps) {
  const { t } = useTranslation()
  const { state, progress, note } = job
  return (
    <div className="flex items-end gap-4">
      <div className="min-w-0 flex-1">
        <Progress label={label} showLabel {...(progress !== null && { value: progress })} />
        <p className="mt-1 truncate text-xs text-subtle">
          {state === 'running' && note !== null ? note : t(`sdk.job.${state}`)}
        </p>
      </div>
      {onCancel !== undefined && (
        <Button size="compact" busy={isCancelling === true} onClick={onCancel}>
          {t('sdk.cancel')}
        </Button>
      )}
    </div>
  )
}

function Failed({ job: { error }, label, onRestart }: PartProps) {
  const { t } = useTranslation()
  const restart = onRestart !== undefined && (
    <Button size="compact" onClick={onRestart}>
      {t('sdk.retry')}
    </Button>
  )
  return (
    <Alert tone="danger" title={t('sdk.job.failed', { label })} action={restart || undefined}>
      <p>{t('sdk.job.failedNext')}</p>
      {error !== null && <code className="font-mono text-xs">{error}</code>}
    </Alert>
  )
}
