import { Select, useTranslation } from '@host/plugin-sdk'
import type { ListedRecordSet } from '../../shared.ts'
import { useTtlText } from '../useTtlText.ts'
import { isReadOnly } from './drafts.ts'
import type { RecordCellProps } from './RecordName.tsx'
import { ttlOptions, type TtlBounds } from './ttl-options.ts'

export interface TtlCellProps extends RecordCellProps {
  readonly bounds: TtlBounds
  readonly onChange: (set: ListedRecordSet, ttl: number) => void
}

/** The TTL of a record set, to be changed in its place; that of a proxied one is the provider's. */
export function TtlCell({ set, draft, bounds, onChange }: TtlCellProps) {
  const { t } = useTranslation()
  const ttlText = useTtlText()
  const ttl = draft?.after?.ttl ?? set.ttl
  const isProxied = draft?.after?.isProxied ?? set.isProxied
  return (
    <Select
      quiet
      size="compact"
      label={t('domains.records.ttlOf', { name: `${set.name} ${set.type}` })}
      value={String(ttl)}
      options={ttlOptions(bounds, [set.ttl, ttl]).map((value) => ({ value: String(value), label: ttlText(value) }))}
      disabled={draft?.after === null || isProxied || isReadOnly(set)}
      onChange={(value) => onChange(set, Number(value))}
    />
  )
}
