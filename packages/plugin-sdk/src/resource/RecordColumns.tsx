import type { AnyResource, Field, Language } from '@host/plugin/wire'
import type { Translate } from '../i18n/texts.ts'
import { RelativeTime } from '../components/RelativeTime.tsx'
import { Link } from '../navigation/Link.tsx'
import type { DataColumn } from '../table/data-column.ts'
import { FieldValue } from './FieldValue.tsx'
import { titleOf } from './field-reading.ts'
import type { AnyRecord } from './record-endpoints.ts'

const sortedKinds: ReadonlySet<Field['kind']> = new Set([
  'text',
  'email',
  'number',
  'money',
  'toggle',
  'choice',
  'date',
])

/** Columns that a list shows until the reader chooses others. */
const usuallyShown = 6

/** The columns of a list: the title with a link to the record, the other fields, and the times. */
export function recordColumns(
  resource: AnyResource,
  { t, language }: { readonly t: Translate; readonly language: Language },
): readonly DataColumn<AnyRecord>[] {
  const names = Object.keys(resource.fields).filter((name) => resource.fields[name]?.kind !== 'longText')
  const ordered = [resource.title, ...names.filter((name) => name !== resource.title)]
  const fields = ordered.map((name, index) => fieldColumn(resource, name, { language, index }))
  return [
    ...fields,
    timeColumn('createdAt', t('sdk.resource.created')),
    timeColumn('updatedAt', t('sdk.resource.updated')),
  ]
}

interface Place {
  readonly language: Language
  readonly index: number
}

function fieldColumn(resource: AnyResource, name: string, { language, index }: Place): DataColumn<AnyRecord> {
  const field = resource.fields[name] as Field
  return {
    key: name,
    header: field.label[language],
    isSortable: sortedKinds.has(field.kind),
    isHidden: index >= usuallyShown || field.kind === 'sealed',
    align: field.kind === 'number' || field.kind === 'money' ? 'end' : 'start',
    cell: (record) =>
      name === resource.title ? (
        <Link to={`${resource.path}/${record.id}`}>{titleOf(resource, record)}</Link>
      ) : (
        <FieldValue resource={resource} name={name} record={record} />
      ),
  }
}

function timeColumn(key: 'createdAt' | 'updatedAt', header: string): DataColumn<AnyRecord> {
  return {
    key,
    header,
    isSortable: true,
    isHidden: true,
    cell: (record) => <RelativeTime value={String(record[key])} skipFocus />,
  }
}
