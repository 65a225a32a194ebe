import { Badge, RelativeTime, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { IdempotencyKey } from '../shared.ts'
import { keyLooks } from './key-states.ts'

/** The columns of the live keys. */
export function useKeyColumns(): readonly DataColumn<IdempotencyKey>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'endpoint',
      header: t('instance.keys.endpoint'),
      cell: (key) => <Endpoint of={key} />,
      skeleton: 'w-40',
    },
    { key: 'plugin', header: t('instance.keys.plugin'), from: 'lg', cell: ({ plugin }) => plugin.title },
    {
      key: 'workspace',
      header: t('instance.keys.workspace'),
      from: 'lg',
      cell: ({ workspace }) => workspace?.name ?? '–',
    },
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

/** The route, and below it the fields that have no column on a narrow page. */
function Endpoint({ of: { endpoint, plugin, workspace, createdAt } }: { readonly of: IdempotencyKey }) {
  return (
    <span className="block min-w-0">
      <code className="font-mono text-xs wrap-anywhere">{endpoint}</code>
      <span className="block text-xs text-subtle lg:hidden">
        {plugin.title}
        {workspace !== null && ` · ${workspace.name}`}
        <span className="sm:hidden">
          {' · '}
          <RelativeTime value={createdAt} />
        </span>
      </span>
    </span>
  )
}
