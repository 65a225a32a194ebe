import { MenuItem, useDownload, useTranslation } from '@host/plugin-sdk'
import type { AuditSource } from './audit-source.ts'
import type { EntryTable } from './useEntryTable.ts'

export interface ExportEntryProps {
  readonly source: AuditSource
  readonly filter: EntryTable['filter']
  readonly format: 'csv' | 'json'
}

/** The entries that the filter shows as a file, which the browser downloads by itself. */
export function ExportEntry({ source, filter, format }: ExportEntryProps) {
  const { t } = useTranslation()
  const input = { ...filter, format }
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  const { download, isPending } = useDownload({ check: source.checkExport, path: `${source.exportPath}?${query}` })
  return (
    <MenuItem calls={source.checkExport} icon="download" disabled={isPending} onSelect={() => download(input)}>
      {t(`audit.export.${format}`)}
    </MenuItem>
  )
}
