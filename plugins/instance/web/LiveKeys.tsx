import {
  Badge,
  Button,
  EmptyState,
  Panel,
  RelativeTime,
  Table,
  useTranslation,
  type ListQueryResult,
  type TableColumn,
  type Translate,
} from '@host/plugin-sdk'
import type { IdempotencyKey, IdempotencyKeyCount } from '../shared.ts'
import { KeyFilters } from './KeyFilters.tsx'
import { keyLooks } from './key-states.ts'
import { ListRows } from './ListRows.tsx'
import type { KeyFilter } from './useKeyFilter.ts'

export interface LiveKeysProps {
  readonly keys: ListQueryResult<IdempotencyKey>
  readonly counts: readonly IdempotencyKeyCount[]
  readonly filter: KeyFilter
  readonly onFilter: (filter: KeyFilter) => void
}

/** The keys themselves, newest first, as far as the filter lets them through. */
export function LiveKeys({ keys, counts, filter, onFilter }: LiveKeysProps) {
  const { t } = useTranslation()
  const title = t('instance.keys.list')
  const isFiltered = filter.plugin !== undefined || filter.state !== undefined
  return (
    <Panel flush title={title} actions={<KeyFilters counts={counts} filter={filter} onFilter={onFilter} />}>
      <ListRows list={keys} empty={isFiltered ? <NoMatch onClear={() => onFilter({})} /> : <NoKey />}>
        {(rows) => <Table label={title} columns={columns(t)} rows={rows} rowKey={({ id }) => id} />}
      </ListRows>
    </Panel>
  )
}

function NoKey() {
  const { t } = useTranslation()
  return (
    <EmptyState icon="repeat" title={t('instance.keys.none')}>
      {t('instance.keys.noneHint')}
    </EmptyState>
  )
}

function NoMatch({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation()
  const clear = <Button onClick={onClear}>{t('instance.keys.clear')}</Button>
  return <EmptyState icon="repeat" title={t('instance.keys.noMatch')} action={clear} />
}

function columns(t: Translate): readonly TableColumn<IdempotencyKey>[] {
  return [
    { key: 'endpoint', header: t('instance.keys.endpoint'), cell: (key) => <Endpoint of={key} /> },
    { key: 'plugin', header: t('instance.keys.plugin'), from: 'lg', cell: ({ plugin }) => plugin.title },
    { key: 'workspace', header: t('instance.keys.workspace'), from: 'lg', cell: ({ workspace }) => workspace.name },
    {
      key: 'state',
      header: t('instance.keys.state'),
      cell: ({ state }) => <Badge tone={keyLooks[state].tone}>{t(`instance.keys.${state}`)}</Badge>,
    },
    {
      key: 'age',
      header: t('instance.keys.age'),
      align: 'end',
      from: 'sm',
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
    {
      key: 'expires',
      header: t('instance.keys.expires'),
      align: 'end',
      from: 'md',
      cell: ({ expiresAt }) =>
        expiresAt === null ? (
          <span className="text-subtle">{t('instance.keys.running')}</span>
        ) : (
          <RelativeTime value={expiresAt} />
        ),
    },
  ]
}

/** The route; below it what has no column of its own on a narrow page. */
function Endpoint({ of: { endpoint, plugin, workspace, createdAt } }: { readonly of: IdempotencyKey }) {
  return (
    <span className="block min-w-0">
      <code className="font-mono text-xs wrap-anywhere">{endpoint}</code>
      <span className="block text-xs text-subtle lg:hidden">
        {plugin.title} · {workspace.name}
        <span className="sm:hidden">
          {' · '}
          <RelativeTime value={createdAt} />
        </span>
      </span>
    </span>
  )
}
