import type { AnyResource } from '@host/plugin/wire'
import { FieldValue } from './FieldValue.tsx'
import type { AnyRecord } from './record-endpoints.ts'

interface RecordFieldsProps {
  readonly resource: AnyResource
  readonly record: AnyRecord
  /** The names of the fields. */
  readonly fields: readonly string[]
}

/** Some fields of a record in a line, without those that have no value. */
export function RecordFields({ resource, record, fields }: RecordFieldsProps) {
  const shown = fields.filter((name) => record[name] !== null && record[name] !== undefined)
  if (shown.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      {shown.map((name) => (
        <FieldValue key={name} resource={resource} name={name} record={record} />
      ))}
    </p>
  )
}
