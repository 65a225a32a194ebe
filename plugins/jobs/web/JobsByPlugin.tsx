import {
  Link,
  Panel,
  SkeletonRows,
  Table,
  useFormat,
  useTranslation,
  type Format,
  type TableColumn,
  type Translate,
} from '@host/plugin-sdk'
import { openStates, type JobCount } from '../shared.ts'
import { tally } from './job-states.ts'
import { RetryFailed } from './RetryFailed.tsx'

interface PluginJobs {
  readonly name: string
  readonly title: string
  readonly counts: readonly JobCount[]
}

/** Jobs per plugin and state. Hidden when there are none. */
export function JobsByPlugin({ counts }: { readonly counts: readonly JobCount[] | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = counts && byPlugin(counts)
  if (rows?.length === 0) return null
  const title = t('jobs.byPlugin')
  return (
    <Panel flush title={title}>
      {rows === undefined ? (
        <SkeletonRows rows={2} />
      ) : (
        <Table label={title} columns={columns(t, format)} rows={rows} rowKey={({ name }) => name} />
      )}
    </Panel>
  )
}

function byPlugin(counts: readonly JobCount[]): readonly PluginJobs[] {
  const open = counts.filter(({ state }) => openStates.some((one) => one === state))
  const grouped = Map.groupBy(open, ({ plugin }) => plugin.name)
  return [...grouped].map(([name, own]) => ({ name, title: own[0]?.plugin.title ?? name, counts: own }))
}

function columns(t: Translate, format: Format): readonly TableColumn<PluginJobs>[] {
  const states = openStates.map((state): TableColumn<PluginJobs> => ({
    key: state,
    header: t(`jobs.state.${state}`),
    align: 'end',
    ...(state === 'held' && { from: 'sm' }),
    cell: ({ counts }) => {
      const { count, isMore } = tally(counts.filter((one) => one.state === state))
      return <span className={count === 0 ? 'text-subtle' : ''}>{format.number(count) + (isMore ? '+' : '')}</span>
    },
  }))
  return [
    {
      key: 'plugin',
      header: t('jobs.plugin'),
      cell: ({ name, title }) => (
        <Link
          to={`/jobs?plugin=${encodeURIComponent(name)}`}
          aria-current={undefined}
          className="font-medium underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {title}
        </Link>
      ),
    },
    ...states,
    {
      key: 'acts',
      header: t('jobs.acts'),
      hideHeader: true,
      align: 'end',
      from: 'sm',
      cell: ({ name, title, counts }) =>
        counts.some(({ state }) => state === 'failed') && <RetryFailed plugin={name} title={title} />,
    },
  ]
}
