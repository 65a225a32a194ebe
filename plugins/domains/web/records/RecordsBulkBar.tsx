import { BulkBar, Button, Menu, MenuItem, useTranslation, type Selection } from '@host/plugin-sdk'
import type { ListedRecordSet, WantedSet } from '../../shared.ts'
import { useTtlText } from '../useTtlText.ts'
import { isReadOnly, recordKey, wantedOf, type Draft } from './drafts.ts'
import { ttlOptions, type TtlBounds } from './ttl-options.ts'
import type { DraftsHandle } from './useDrafts.ts'

export interface RecordsBulkBarProps {
  readonly selection: Selection
  readonly rows: readonly ListedRecordSet[]
  readonly bounds: TtlBounds
  readonly handle: DraftsHandle
}

/** Changes of all chosen record sets at once; read-only ones are left out. */
export function RecordsBulkBar({ selection, rows, bounds, handle }: RecordsBulkBarProps) {
  const { t } = useTranslation()
  const ttlText = useTtlText()
  const chosen = rows.filter((row) => selection.keys.has(recordKey(row)) && !isReadOnly(row))
  function change(to: (wanted: WantedSet) => WantedSet | null) {
    const draftOf = (before: ListedRecordSet): Draft => {
      const key = recordKey(before)
      return { key, before, after: to(handle.drafts.get(key)?.after ?? wantedOf(before)) }
    }
    handle.putAll(chosen.map(draftOf))
    selection.clear()
  }
  return (
    <BulkBar selection={selection} loaded={rows.length}>
      <Menu trigger={<Button size="compact">{t('domains.records.setTtl')}</Button>} side="top" align="start">
        {ttlOptions(bounds, []).map((ttl) => (
          <MenuItem
            key={ttl}
            onSelect={() => change((wanted) => (wanted.isProxied === true ? wanted : { ...wanted, ttl }))}
          >
            {ttlText(ttl)}
          </MenuItem>
        ))}
      </Menu>
      <Button size="compact" icon="trash" onClick={() => change(() => null)}>
        {t('domains.records.deleteChosen')}
      </Button>
    </BulkBar>
  )
}
