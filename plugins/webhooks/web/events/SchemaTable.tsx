import { Table, useTranslation, type TableColumn } from '@host/plugin-sdk'
import { schemaRows, type SchemaRow } from './schema-rows.ts'

/** The fields of an event's data. */
export function SchemaTable({ schema }: { readonly schema: unknown }) {
  const { t } = useTranslation()
  const rows = schemaRows(schema)
  const columns: readonly TableColumn<SchemaRow>[] = [
    {
      key: 'path',
      header: t('webhooks.events.field'),
      cell: ({ path, description }) => (
        <span className="block min-w-0">
          <code className="font-mono text-xs font-medium wrap-anywhere">{path}</code>
          {description !== '' && <span className="block text-xs text-subtle">{description}</span>}
        </span>
      ),
    },
    {
      key: 'type',
      header: t('webhooks.events.type'),
      cell: ({ type, isRequired }) => (
        <span className="text-xs text-muted wrap-anywhere">
          {type}
          {!isRequired && ` · ${t('webhooks.events.optional')}`}
        </span>
      ),
    },
  ]
  return (
    <section aria-labelledby="fields">
      <h3 id="fields" className="mb-2 text-sm font-semibold">
        {t('webhooks.events.fields')}
      </h3>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t('webhooks.events.noFields')}</p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <Table label={t('webhooks.events.fields')} columns={columns} rows={rows} rowKey={({ path }) => path} />
        </div>
      )}
    </section>
  )
}
