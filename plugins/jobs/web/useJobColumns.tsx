import { Badge, RelativeTime, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Job } from '../shared.ts'
import { stateLooks } from './job-states.ts'
import { JobKind } from './JobKind.tsx'

/** The columns of the jobs. */
export function useJobColumns(): readonly DataColumn<Job>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'name', header: t('jobs.name'), cell: (job) => <JobName job={job} />, skeleton: 'w-40' },
    {
      key: 'state',
      header: t('jobs.stateOf'),
      cell: ({ state, progress }) => (
        <Badge tone={stateLooks[state].tone}>
          {t(`jobs.state.${state}`)}
          {state === 'running' && progress !== null && ` ${format.percent(Math.floor(progress * 100) / 100)}`}
        </Badge>
      ),
    },
    {
      key: 'workspace',
      header: t('jobs.workspace'),
      from: 'lg',
      cell: ({ workspace }) => workspace?.name ?? <span className="text-subtle">{t('jobs.ofInstance')}</span>,
    },
    {
      key: 'tries',
      header: t('jobs.tries'),
      align: 'end',
      from: 'lg',
      cell: ({ attempt, attempts }) => (
        <span className="whitespace-nowrap">{t('jobs.triesOf', { attempt, attempts })}</span>
      ),
    },
    {
      key: 'due',
      header: t('jobs.when'),
      from: 'sm',
      cell: ({ dueAt, finishedAt }) => <RelativeTime value={finishedAt ?? dueAt} />,
    },
    {
      key: 'fault',
      header: t('jobs.fault'),
      from: 'lg',
      cell: ({ fault, error }) => (
        <span className="block max-w-64 truncate font-mono text-xs text-muted">{fault ?? error ?? '–'}</span>
      ),
    },
  ]
}

/** The plugin with its kind of job, and below it the fields that have no column on a narrow page. */
function JobName({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  return (
    <span className="block min-w-0">
      <span className="font-medium">{job.plugin.title}</span> <JobKind job={job} />
      <span className="block text-xs text-subtle lg:hidden">{job.workspace?.name ?? t('jobs.ofInstance')}</span>
    </span>
  )
}
