import { useTranslation } from '@host/plugin-sdk'
import type { ListedRecordSet } from '../../shared.ts'
import { useTtlText } from '../useTtlText.ts'

/** The values of a record set that is read-only. */
export function FixedSet({ set: { type, ttl, data, comment } }: { readonly set: ListedRecordSet }) {
  const { t } = useTranslation()
  const ttlText = useTtlText()
  const rows: readonly (readonly [label: string, value: string])[] = [
    [t('domains.records.type'), type],
    [t('domains.records.ttl'), ttlText(ttl)],
    [t('domains.records.values'), data.join('\n')],
    ...(comment === null || comment === '' ? [] : [[t('domains.records.comment'), comment] as const]),
  ]
  return (
    <dl className="mt-4 flex flex-col gap-3 text-sm">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="font-mono text-xs break-all whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
