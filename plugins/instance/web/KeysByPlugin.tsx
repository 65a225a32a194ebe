import {
  Link,
  Panel,
  RelativeTime,
  SkeletonRows,
  Table,
  useFormat,
  useTranslation,
  type Format,
  type TableColumn,
  type Translate,
} from '@host/plugin-sdk'
import { keyStates, type IdempotencyKeyCount } from '../shared.ts'
import { tally } from './key-states.ts'

interface PluginKeys {
  readonly name: string
  readonly title: string
  readonly counts: readonly IdempotencyKeyCount[]
}

/** Keys per plugin and state. Hidden when there are none. */
export function KeysByPlugin({ counts }: { readonly counts: readonly IdempotencyKeyCount[] | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (counts?.length === 0) return null
  const title = t('instance.keys.byPlugin')
  return (
    <Panel flush title={title}>
      {counts === undefined ? (
        <SkeletonRows rows={2} />
      ) : (
        <Table label={title} columns={columns(t, format)} rows={byPlugin(counts)} rowKey={({ name }) => name} />
      )}
    </Panel>
  )
}

function byPlugin(counts: readonly IdempotencyKeyCount[]): readonly PluginKeys[] {
  const grouped = Map.groupBy(counts, ({ plugin }) => plugin.name)
  return [...grouped].map(([name, own]) => ({ name, title: own[0]?.plugin.title ?? name, counts: own }))
}

function columns(t: Translate, format: Format): readonly TableColumn<PluginKeys>[] {
  const states = keyStates.map((state): TableColumn<PluginKeys> => ({
    key: state,
    header: t(`instance.keys.${state}`),
    align: 'end',
    cell: ({ counts }) => {
      const { count, isMore } = tally(counts.filter((one) => one.state === state))
      return <span className={count === 0 ? 'text-subtle' : ''}>{format.number(count) + (isMore ? '+' : '')}</span>
    },
  }))
  return [
    {
      key: 'plugin',
      header: t('instance.keys.plugin'),
      cell: ({ name, title }) => (
        <Link
          to={`/idempotency?plugin=${encodeURIComponent(name)}`}
          aria-current={undefined}
          className="font-medium underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {title}
        </Link>
      ),
    },
    ...states,
    {
      key: 'oldest',
      header: t('instance.keys.oldest'),
      align: 'end',
      from: 'sm',
      cell: ({ counts }) => <RelativeTime value={tally(counts).oldestAt ?? ''} />,
    },
  ]
}
