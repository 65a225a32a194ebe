import type { ReactNode } from 'react'
import {
  Avatar,
  Icon,
  Link,
  RelativeTime,
  Table,
  useTranslation,
  type TableColumn,
  type Translate,
} from '@host/plugin-sdk'
import type { ListedAuditEntry } from '../shared.ts'
import { actorName } from './actor-name.ts'
import type { AuditSource } from './audit-source.ts'
import type { EntryFilter } from './useEntryFilter.ts'

export interface EntryTableProps {
  readonly entries: readonly ListedAuditEntry[]
  readonly path: AuditSource['path']
  readonly state: EntryFilter
}

/** The entries; each is a link to its details. */
export function EntryTable({ entries, path, state }: EntryTableProps) {
  const { t } = useTranslation()
  const link = (entry: ListedAuditEntry) => (
    <Link
      to={`${path}?${state.queryOf(entry.id)}`}
      aria-current={entry.id === state.entryId ? 'true' : undefined}
      className="font-mono text-xs font-medium wrap-anywhere hover:underline"
    >
      {entry.action}
    </Link>
  )
  return <Table label={t('audit.entries')} columns={columns(t, link)} rows={entries} rowKey={({ id }) => id} />
}

function columns(t: Translate, link: (entry: ListedAuditEntry) => ReactNode): readonly TableColumn<ListedAuditEntry>[] {
  return [
    {
      key: 'action',
      header: t('audit.action'),
      cell: (entry) => (
        <span className="block min-w-0">
          {link(entry)}
          <span className="block truncate text-xs text-subtle sm:hidden">{actorName(entry.actor, t)}</span>
        </span>
      ),
    },
    { key: 'actor', header: t('audit.actor'), from: 'sm', cell: ({ actor }) => <Actor actor={actor} /> },
    {
      key: 'target',
      header: t('audit.target'),
      from: 'lg',
      cell: ({ target }) => <span className="font-mono text-xs wrap-anywhere text-muted">{target ?? '–'}</span>,
    },
    {
      key: 'address',
      header: t('audit.address'),
      from: 'lg',
      cell: ({ address }) => <span className="text-muted tabular-nums">{address ?? '–'}</span>,
    },
    { key: 'at', header: t('audit.time'), align: 'end', cell: ({ at }) => <RelativeTime value={at} /> },
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
