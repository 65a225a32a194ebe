import { Select, Table, useTranslation } from '@host/plugin-sdk'
import { importFields, type LinkImport } from '../../shared.ts'

interface ColumnTableProps {
  readonly known: LinkImport
  readonly mapping: LinkImport['mapping']
  readonly onChange: (mapping: LinkImport['mapping']) => void
}

/** Stands for no field. */
const none = 'none'

/** The columns of a file, the first values of each, and the field that each fills. */
export function ColumnTable({ known: { columns, examples }, mapping, onChange }: ColumnTableProps) {
  const { t } = useTranslation()
  const rows = columns.map((name, at) => ({
    at,
    name: name === '' ? t('links.import.unnamed', { number: at + 1 }) : name,
    examples: examples.map((cells) => cells[at] ?? '').filter((cell) => cell !== ''),
  }))
  const optionsOf = (at: number) => [
    { value: none, label: t('links.import.leaveOut') },
    ...importFields
      .filter((field) => mapping[at] === field || !mapping.includes(field))
      .map((field) => ({ value: field, label: t(`links.import.fields.${field}`) })),
  ]
  return (
    <Table
      label={t('links.import.columns')}
      columns={[
        {
          key: 'name',
          header: t('links.import.column'),
          cell: ({ name }) => <span className="font-medium">{name}</span>,
        },
        {
          key: 'examples',
          header: t('links.import.examples'),
          from: 'sm',
          cell: (row) => <span className="block max-w-60 truncate text-muted">{row.examples.join(' · ')}</span>,
        },
        {
          key: 'field',
          header: t('links.import.field'),
          cell: ({ at, name }) => (
            <Select
              size="compact"
              label={t('links.import.fieldOf', { column: name })}
              value={mapping[at] ?? none}
              options={optionsOf(at)}
              onChange={(next) => onChange(mapping.with(at, importFields.find((field) => field === next) ?? null))}
            />
          ),
        },
      ]}
      rows={rows}
      rowKey={({ at }) => String(at)}
    />
  )
}
