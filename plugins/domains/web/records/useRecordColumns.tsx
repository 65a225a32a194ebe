import { IconButton, Toggle, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { ListedRecordSet, WantedSet, ZoneDetails } from '../../shared.ts'
import { recordKey, wantedOf, type Draft } from './drafts.ts'
import { RecordData, RecordName } from './RecordName.tsx'
import { mayBeProxied } from './record-types.ts'
import { usualTtl } from './ttl-options.ts'
import { TtlCell } from './TtlCell.tsx'
import type { DraftsHandle } from './useDrafts.ts'
import { zoneCapabilities } from './zone-capabilities.ts'

type Column = DataColumn<ListedRecordSet>

/** The columns of the record sets; TTL and proxy are changed in their place. */
export function useRecordColumns(zone: ZoneDetails, handle: DraftsHandle): readonly Column[] {
  const { t } = useTranslation()
  const { ttl, hasProxy } = zoneCapabilities(zone)
  const { drafts, put } = handle
  const draftOf = (set: ListedRecordSet): Draft | undefined => drafts.get(recordKey(set))
  const change = (set: ListedRecordSet, part: Partial<WantedSet>): void =>
    put({ key: recordKey(set), before: set, after: { ...(draftOf(set)?.after ?? wantedOf(set)), ...part } })
  const proxy: Column = {
    key: 'isProxied',
    header: t('domains.records.proxied'),
    from: 'lg',
    cell: (set) =>
      mayBeProxied(set.type) && (
        <Toggle
          label={t('domains.records.proxiedOf', { name: recordKey(set) })}
          checked={draftOf(set)?.after?.isProxied ?? set.isProxied}
          disabled={draftOf(set)?.after === null}
          onChange={(isProxied) => change(set, { isProxied, ...(isProxied && { ttl: usualTtl(ttl) }) })}
        />
      ),
    skeleton: 'w-8',
  }
  return [
    {
      key: 'name',
      header: t('domains.records.name'),
      isSortable: true,
      cell: (set) => <RecordName set={set} draft={draftOf(set)} zone={zone} />,
      skeleton: 'w-32',
    },
    {
      key: 'type',
      header: t('domains.records.type'),
      from: 'sm',
      isSortable: true,
      cell: ({ type }) => <span className="font-mono text-xs">{type}</span>,
      skeleton: 'w-8',
    },
    {
      key: 'data',
      header: t('domains.records.values'),
      from: 'sm',
      cell: (set) => <RecordData set={set} draft={draftOf(set)} />,
      skeleton: 'w-48',
    },
    {
      key: 'ttl',
      header: t('domains.records.ttl'),
      from: 'md',
      isSortable: true,
      cell: (set) => (
        <TtlCell
          set={set}
          draft={draftOf(set)}
          bounds={ttl}
          onChange={(row, seconds) => change(row, { ttl: seconds })}
        />
      ),
      skeleton: 'w-16',
    },
    ...(hasProxy ? [proxy] : []),
    {
      key: 'actions',
      header: t('domains.records.actions'),
      hideHeader: true,
      isFixed: true,
      align: 'end',
      cell: (set) => <RowAction set={set} draft={draftOf(set)} handle={handle} />,
      skeleton: 'w-6',
    },
  ]
}

interface RowActionProps {
  readonly set: ListedRecordSet
  readonly draft: Draft | undefined
  readonly handle: DraftsHandle
}

/** Deletes a record set, or takes its change back. */
function RowAction({ set, draft, handle: { put, drop } }: RowActionProps) {
  const { t } = useTranslation()
  const key = recordKey(set)
  if (draft !== undefined) {
    return (
      <IconButton
        icon="undo-2"
        size="compact"
        label={t('domains.plan.undo', { name: key })}
        onClick={() => drop(key)}
      />
    )
  }
  return (
    <IconButton
      icon="trash"
      size="compact"
      label={t('domains.records.delete', { name: key })}
      onClick={() => put({ key, before: set, after: null })}
    />
  )
}
