import { CodeBlock, KeyValue, Progress, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Job } from '../shared.ts'
import { JobActs } from './JobActs.tsx'
import { JobKind } from './JobKind.tsx'

export interface JobDetailsProps {
  readonly job: Job
  readonly onRemoved: () => void
}

/** Facts that operators may see about a job, and its actions. */
export function JobDetails({ job, onRemoved }: JobDetailsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, plugin, workspace, state, progress, error, fault, attempt, attempts } = job
  const isOver = job.finishedAt !== null
  return (
    <div className="flex flex-col gap-6">
      {progress !== null && !isOver && <Progress label={t('jobs.progress')} value={progress} showLabel />}
      <KeyValue
        items={[
          { label: t('jobs.stateOf'), value: t(`jobs.state.${state}`) },
          { label: t('jobs.plugin'), value: plugin.title },
          { label: t('jobs.name'), value: <JobKind job={job} /> },
          { label: t('jobs.workspace'), value: workspace?.name ?? t('jobs.ofInstance') },
          { label: t('jobs.tries'), value: t('jobs.triesOf', { attempt, attempts }) },
          { label: t('jobs.created'), value: format.dateTime(job.createdAt) },
          isOver
            ? { label: t('jobs.ended'), value: format.dateTime(job.finishedAt ?? '') }
            : { label: t('jobs.due'), value: format.dateTime(job.dueAt) },
          ...(error === null
            ? []
            : [{ label: t('jobs.code'), value: <code className="font-mono text-xs">{error}</code> }]),
          { label: t('jobs.id'), value: <code className="font-mono text-xs wrap-anywhere">{id}</code> },
        ]}
      />
      {fault !== null && (
        <section>
          <h3 className="mb-1 text-sm text-muted">{t('jobs.fault')}</h3>
          <CodeBlock code={fault} wrap />
        </section>
      )}
      <JobActs job={job} onRemoved={onRemoved} />
    </div>
  )
}
