import { Button, useDownload, useTranslation } from '@host/plugin-sdk'
import type { AuditSource } from './audit-source.ts'
import type { EntryTable } from './useEntryTable.ts'

export interface ExportButtonProps {
  readonly source: AuditSource
  readonly filter: EntryTable['filter']
  readonly format: 'csv' | 'json'
}

/** The entries that the filter shows as a file, which the browser downloads by itself. */
export function ExportButton({ source, filter, format }: ExportButtonProps) {
  const { t } = useTranslation()
  const input = { ...filter, format }
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  const { download, isPending } = useDownload({ check: source.checkExport, path: `${source.exportPath}?${query}` })
  return (
    <Button icon="download" busy={isPending} onClick={() => download(input)}>
      {t(`audit.export.${format}`)}
    </Button>
  )
}
