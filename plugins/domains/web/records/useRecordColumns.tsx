import { IconButton, MenuItem, RowMenu, Toggle, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { ListedRecordSet, WantedSet, ZoneDetails } from '../../shared.ts'
import { isReadOnly, recordKey, wantedOf, type Draft } from './drafts.ts'
import { RecordData, RecordName } from './RecordName.tsx'
import { mayBeProxied } from './record-types.ts'
import { usualTtl, type TtlBounds } from './ttl-options.ts'
import { TtlCell } from './TtlCell.tsx'
import type { DraftsHandle } from './useDrafts.ts'
import { zoneCapabilities } from './zone-capabilities.ts'

type Column = DataColumn<ListedRecordSet>

interface RowDrafts {
  readonly draftOf: (set: ListedRecordSet) => Draft | undefined
  /** Changes members of a record set in its row. */
  readonly change: (set: ListedRecordSet, part: Partial<WantedSet>) => void
}

/** The columns of the record sets; TTL and proxy are changed in their place. */
export function useRecordColumns(zone: ZoneDetails, handle: DraftsHandle): readonly Column[] {
  const { t } = useTranslation()
  const { ttl: bounds, hasProxy } = zoneCapabilities(zone)
  const { drafts, put } = handle
  const draftOf: RowDrafts['draftOf'] = (set) => drafts.get(recordKey(set))
  const change: RowDrafts['change'] = (set, part) =>
    put({ key: recordKey(set), before: set, after: { ...(draftOf(set)?.after ?? wantedOf(set)), ...part } })
  const [ttl, proxy] = useEditedColumns(bounds, { draftOf, change })
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
    ttl,
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

/** The columns whose values are changed in the row. */
function useEditedColumns(bounds: TtlBounds, { draftOf, change }: RowDrafts): readonly [ttl: Column, proxy: Column] {
  const { t } = useTranslation()
  const ttl: Column = {
    key: 'ttl',
    header: t('domains.records.ttl'),
    from: 'md',
    isSortable: true,
    cell: (set) => (
      <TtlCell
        set={set}
        draft={draftOf(set)}
        bounds={bounds}
        onChange={(row, seconds) => change(row, { ttl: seconds })}
      />
    ),
    skeleton: 'w-16',
  }
  const proxy: Column = {
    key: 'isProxied',
    header: t('domains.records.proxied'),
    from: 'lg',
    cell: (set) =>
      mayBeProxied(set.type) && (
        <Toggle
          label={t('domains.records.proxiedOf', { name: recordKey(set) })}
          checked={draftOf(set)?.after?.isProxied ?? set.isProxied}
          disabled={draftOf(set)?.after === null || isReadOnly(set)}
          onChange={(isProxied) => change(set, { isProxied, ...(isProxied && { ttl: usualTtl(bounds) }) })}
        />
      ),
    skeleton: 'w-8',
  }
  return [ttl, proxy]
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
  if (isReadOnly(set)) return null
  return (
    <RowMenu name={key}>
      <MenuItem icon="trash" danger onSelect={() => put({ key, before: set, after: null })}>
        {t('domains.records.delete', { name: key })}
      </MenuItem>
    </RowMenu>
  )
}
