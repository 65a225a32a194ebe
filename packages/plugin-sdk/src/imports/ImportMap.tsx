import { Select } from '../components/Select.tsx'
import { Table } from '../components/Table.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { ImportField, ImportMapping, ImportTable } from './import-file.ts'

/** Props of `ImportMap`. */
export interface ImportMapProps {
  readonly table: ImportTable
  readonly mapping: ImportMapping
  readonly fields: readonly ImportField[]
  readonly onMap: (place: number, field: string | undefined) => void
}

/** Rows whose values are shown as examples. */
const mostExamples = 3
/** The choice that leaves a column out; no field is named like it. */
const none = '\u0000none'

/** The columns of a file, the first values of each, and the field that it fills in. */
export function ImportMap({ table, mapping, fields, onMap }: ImportMapProps) {
  const { t } = useTranslation()
  const columns = table.columns.map((name, place) => ({
    place,
    name: name.trim() === '' ? t('sdk.import.unnamed', { number: place + 1 }) : name,
    examples: table.rows.slice(0, mostExamples).map(({ cells }) => cells[place] ?? ''),
  }))
  const optionsOf = (place: number) => [
    { value: none, label: t('sdk.import.none') },
    ...fields
      .filter(({ name }) => mapping[place] === name || !mapping.includes(name))
      .map(({ name, label }) => ({ value: name, label })),
  ]
  return (
    <Table
      label={t('sdk.import.columns')}
      columns={[
        {
          key: 'name',
          header: t('sdk.import.column'),
          cell: ({ name }) => <span className="font-medium">{name}</span>,
        },
        {
          key: 'examples',
          header: t('sdk.import.examples'),
          cell: ({ examples }) => (
            <span className="block max-w-60 truncate text-muted">{examples.filter(Boolean).join(' · ')}</span>
          ),
        },
        {
          key: 'field',
          header: t('sdk.import.field'),
          cell: ({ name, place }) => (
            <Select
              size="compact"
              label={t('sdk.import.fieldOf', { column: name })}
              value={mapping[place] ?? none}
              options={optionsOf(place)}
              onChange={(field) => onMap(place, field === none ? undefined : field)}
            />
          ),
        },
      ]}
      rows={columns}
      rowKey={({ place }) => String(place)}
    />
  )
}
