import { useState } from 'react'
import {
  DataTable,
  EmptyState,
  ErrorNote,
  FilterBar,
  HelpLink,
  PageHeader,
  SidePanel,
  useListQuery,
  useQuery,
  useTranslation,
  ViewOptions,
  type AskAhead,
} from '@host/plugin-sdk'
import { countJobs, listJobs, listPauses, type Job } from '../shared.ts'
import { JobDetails } from './JobDetails.tsx'
import { kindWords } from './kind-words.ts'
import { JobFigures } from './JobFigures.tsx'
import { JobsByPlugin } from './JobsByPlugin.tsx'
import { PausedPlugins } from './PausedPlugins.tsx'
import { useJobTable } from './useJobTable.ts'

/** Jobs change by the second: the page polls, and refetches at once on a live change. */
const often = { refetchMilliseconds: 5_000 }

/** Background jobs of this instance: volume, owner and failures. */
export default function JobsPage() {
  const { t } = useTranslation()
  const counts = useQuery(countJobs, undefined, often)
  const pauses = useQuery(listPauses, undefined, often)
  return (
    <>
      <PageHeader
        title={t('jobs.title')}
        description={t('jobs.description')}
        actions={<HelpLink slug="background-jobs" />}
      />
      <div className="flex flex-col gap-6">
        <ErrorNote error={counts.error ?? pauses.error} onRetry={() => void counts.refetch()} />
        <PausedPlugins paused={pauses.data?.items ?? []} />
        <JobFigures counts={counts.data?.items} />
        <JobsByPlugin counts={counts.data?.items} />
        {/* How high the counts are is known only with them; what stands below waits, so that it never moves. */}
        {counts.data !== undefined && <JobList counts={counts.data.items} />}
      </div>
    </>
  )
}

JobsPage.askAhead = ({ query }: AskAhead) => {
  query(countJobs)
  query(listPauses)
}

function JobList({ counts }: Pick<Parameters<typeof useJobTable>[0], 'counts'>) {
  const { t } = useTranslation()
  const [workspaces, setWorkspaces] = useState<ReadonlyMap<string, string>>(new Map())
  const { table, columns, filter } = useJobTable({ counts, workspaces })
  const jobs = useListQuery(listJobs, filter, { ...often, errors: 'list' })
  const seen = withNames(workspaces, jobs.items ?? [])
  if (seen !== workspaces) setWorkspaces(seen)
  return (
    <section aria-label={t('jobs.list')}>
      <h2 className="mb-2 text-base font-semibold">{t('jobs.list')}</h2>
      <FilterBar table={table} tools={<ViewOptions table={table} columns={columns} />} />
      <DataTable
        label={t('jobs.list')}
        columns={columns}
        table={table}
        list={jobs}
        rowKey={({ id }) => id}
        rowLabel={(job) => `${job.plugin.title} ${kindWords(t, job) ?? job.name}`}
        empty={<EmptyState title={t('jobs.nothing')}>{t('jobs.nothingMeans')}</EmptyState>}
        panel={({ row, ways }) => (
          <SidePanel label={t('jobs.details')} {...ways}>
            {row === undefined ? (
              <p className="text-sm text-muted">{t('jobs.gone')}</p>
            ) : (
              <JobDetails job={row} onRemoved={ways.onClose} />
            )}
          </SidePanel>
        )}
      />
    </section>
  )
}

/** The workspaces that were seen, so that one stays to be chosen while the list is narrowed to another. */
function withNames(known: ReadonlyMap<string, string>, jobs: readonly Job[]): ReadonlyMap<string, string> {
  const news = jobs.flatMap(({ workspace }) => (workspace === null || known.has(workspace.id) ? [] : [workspace]))
  return news.length === 0 ? known : new Map([...known, ...news.map(({ id, name }) => [id, name] as const)])
}
