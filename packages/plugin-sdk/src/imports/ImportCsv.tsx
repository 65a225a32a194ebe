import type { ImportField } from './import-file.ts'
import { ImportDialog } from './ImportDialog.tsx'

/** The file that is sent. */
export interface SentImport {
  /** Comma-separated values; the first line has the names of the fields. */
  readonly csv: string
  /** Checks the file and creates nothing. */
  readonly dryRun: boolean
}

/** The answer to a file. */
export interface ImportAnswer {
  /** Rows without the header. */
  readonly rows: number
  readonly created: number
  readonly problems: readonly {
    /** Line in the file that was sent. */
    readonly line: number
    /** Null for a problem of the whole line. */
    readonly field: string | null
    readonly message: string
  }[]
}

export interface ImportCsvProps {
  /** What is imported, such as "Import contacts": the title of the dialog. */
  readonly title: string
  readonly fields: readonly ImportField[]
  /** Checks or imports the file. */
  readonly onSend: (sent: SentImport) => Promise<ImportAnswer>
  /** Default: 1,000. */
  readonly maxRows?: number
  /** Default: 2,000,000. */
  readonly maxBytes?: number
  /** Characters of the mapped file. Default: 500,000. */
  readonly maxCharacters?: number
}

/**
 * Imports a file of comma-separated values: choose it, map its columns, check it, import it. The file is read in the
 * browser, without the apostrophes with which exports protect formulas; the server checks every row before any is
 * imported.
 * @example
 * <ImportCsv title={t('contacts.import')} fields={[{ name: 'email', label: t('contacts.email'), required: true }]}
 *   onSend={(sent) => mutateAsync(sent)} />
 * @since 1.0.0
 */
export function ImportCsv(props: ImportCsvProps) {
  return <ImportDialog {...props} />
}
