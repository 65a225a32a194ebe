import { Avatar, Icon, RelativeTime, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { ListedAuditEntry } from '../shared.ts'
import { actorName } from './actor-name.ts'

/** The columns of the entries. */
export function useEntryColumns(): readonly DataColumn<ListedAuditEntry>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'action',
      header: t('audit.action'),
      value: ({ action }) => action,
      cell: (entry) => (
        <span className="block min-w-0">
          <span className="font-mono text-xs font-medium wrap-anywhere sm:whitespace-nowrap">{entry.action}</span>
          <span className="block truncate text-xs text-subtle sm:hidden">{actorName(entry.actor, t)}</span>
        </span>
      ),
      skeleton: 'w-40',
    },
    {
      key: 'actor',
      header: t('audit.actor'),
      from: 'sm',
      value: ({ actor }) => actorName(actor, t),
      cell: ({ actor }) => <Actor actor={actor} />,
      skeleton: 'w-28',
    },
    {
      key: 'target',
      header: t('audit.target'),
      from: 'lg',
      value: ({ target }) => target,
      cell: ({ target }) => (
        <span className="block max-w-40 truncate font-mono text-xs text-muted">{target ?? '–'}</span>
      ),
    },
    {
      key: 'address',
      header: t('audit.address'),
      from: 'lg',
      value: ({ address }) => address,
      cell: ({ address }) => <span className="text-muted tabular-nums">{address ?? '–'}</span>,
    },
    {
      key: 'at',
      header: t('audit.time'),
      align: 'end',
      value: ({ at }) => format.dateTime(at),
      cell: ({ at }) => <RelativeTime value={at} />,
    },
  ]
}

function Actor({ actor }: { readonly actor: ListedAuditEntry['actor'] }) {
  const { t } = useTranslation()
  const name = actorName(actor, t)
  return (
    <span className="flex items-center gap-2">
      {actor.name === null ? (
        <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
          <Icon name={actor.kind === 'host' ? 'server' : 'user-round'} size={14} />
        </span>
      ) : (
        <Avatar name={actor.name} size="small" />
      )}
      <span className="min-w-0 truncate">{name}</span>
    </span>
  )
}
