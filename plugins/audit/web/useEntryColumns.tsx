import { Avatar, Icon, RelativeTime, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { ListedAuditEntry } from '../shared.ts'
import { actorName } from './actor-name.ts'
import { EntrySentence } from './EntrySentence.tsx'

/** The columns of the entries. */
export function useEntryColumns(): readonly DataColumn<ListedAuditEntry>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'action',
      header: t('audit.entry'),
      value: ({ actor, action, sentence }) => `${actorName(actor, t)} ${sentence ?? action}`,
      cell: (entry) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <ActorMark actor={entry.actor} />
          <span className="line-clamp-2 min-w-0 wrap-anywhere">
            <EntrySentence entry={entry} />
          </span>
        </span>
      ),
      skeleton: 'w-64',
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

function ActorMark({ actor }: { readonly actor: ListedAuditEntry['actor'] }) {
  if (actor.name !== null) return <Avatar name={actor.name} of={actor.id ?? undefined} size="small" />
  return (
    <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
      <Icon name={actor.kind === 'host' ? 'server' : 'user-round'} size={14} />
    </span>
  )
}
