import type { ReactNode } from 'react'
import type { AnyResource, Field } from '@host/plugin/wire'
import { ColorMark } from '../accent/Swatch.tsx'
import { Avatar } from '../components/Avatar.tsx'
import { Badge } from '../components/Badge.tsx'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from '../navigation/Link.tsx'
import { currencyOfRecord, isNamed, targetOf, textOf } from './field-reading.ts'
import type { AnyRecord } from './record-endpoints.ts'

export interface FieldValueProps {
  readonly resource: AnyResource
  /** The field's name. */
  readonly name: string
  readonly record: AnyRecord
}

/** The value of a field of a record, as people read it. */
export function FieldValue({ resource, name, record }: FieldValueProps): ReactNode {
  const { t } = useTranslation()
  const field = resource.fields[name]
  const value = record[name]
  if (field === undefined || value === null || value === undefined) return <span className="text-subtle">—</span>
  if (field.kind === 'sealed') return value === true ? t('sdk.resource.stored') : <span className="text-subtle">—</span>
  if (field.kind === 'toggle') return t(value === true ? 'sdk.table.yes' : 'sdk.table.no')
  if (isNamed(value)) return <Named resource={resource} field={field} value={value} />
  if (field.kind === 'color') return <Color value={textOf(value)} />
  return <Written field={field} value={value} record={record} />
}

function Written({
  field,
  value,
  record,
}: {
  readonly field: Field
  readonly value: unknown
  readonly record: AnyRecord
}) {
  const { language } = useTranslation()
  const format = useFormat()
  if (field.kind === 'choice') return <Badge>{field.choices?.[textOf(value)]?.[language] ?? textOf(value)}</Badge>
  if (field.kind === 'number') return <span className="tabular-nums">{format.number(Number(value))}</span>
  if (field.kind === 'date') return format.date(`${textOf(value)}T00:00:00`)
  if (field.kind === 'longText' || field.multiline === true) {
    return <span className="whitespace-pre-wrap">{textOf(value)}</span>
  }
  if (field.kind !== 'money') return textOf(value)
  return <span className="tabular-nums">{format.money(Number(value), currencyOfRecord(field, record))}</span>
}

interface NamedProps {
  readonly resource: AnyResource
  readonly field: Field
  readonly value: { readonly id: string; readonly name: string | null }
}

function Named({ resource, field, value }: NamedProps) {
  const { t } = useTranslation()
  if (field.kind === 'member') {
    return (
      <span className="inline-flex items-center gap-2">
        <Avatar size="small" of={value.id} name={value.name ?? '?'} />
        {value.name ?? t('sdk.members.former')}
      </span>
    )
  }
  const target = targetOf(resource, field)
  if (value.name === null) return <span className="text-subtle">{t('sdk.resource.hidden')}</span>
  if (target === undefined) return value.name
  return (
    <Link to={`${target.path}/${value.id}`} className="rounded-control text-accent-fg hover:underline">
      {value.name}
    </Link>
  )
}

function Color({ value }: { readonly value: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="relative inline-flex size-5">
        <ColorMark color={value} isChosen={false} />
      </span>
      {value}
    </span>
  )
}
