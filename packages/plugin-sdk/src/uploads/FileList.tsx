import { useState } from 'react'
import { Confirm } from '../components/Confirm.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { useFormat } from '../i18n/useFormat.ts'
import { useApiHref } from '../navigation/useApiHref.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

/** A stored file in a `FileList`. */
export interface ListedFile {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly type: string
  /** The path of a GET route that answers it with `answerBlob`. */
  readonly href: string
}

export interface FileListProps {
  readonly files: readonly ListedFile[]
  /** Names the list for screen readers. */
  readonly label: string
  /** Deletes a file, after a question; without it no file can be deleted. */
  readonly onDelete?: (file: ListedFile) => Promise<unknown>
}

/**
 * Stored files with their sizes, each to download and, if allowed, to delete.
 * @example <FileList label={t('expenses.receipts')} files={receipts} onDelete={({ id }) => remove.mutateAsync({ id })} />
 * @since 1.0.0
 */
export function FileList({ files, label, onDelete }: FileListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const apiHref = useApiHref()
  const [asked, setAsked] = useState<ListedFile>()
  if (files.length === 0) return null
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-1">
        {files.map((file) => (
          <li
            key={file.id}
            className="flex h-control items-center gap-2 rounded-control border border-line bg-surface pl-2.5 text-sm"
          >
            <Icon name="file" className="text-subtle" />
            <a
              href={apiHref(file.href)}
              download={file.name}
              aria-label={t('sdk.files.download', { name: file.name })}
              className="min-w-0 flex-1 truncate rounded-sm text-accent-fg hover:underline"
            >
              {file.name}
            </a>
            <span className="text-xs text-subtle">{format.bytes(file.size)}</span>
            {onDelete !== undefined && (
              <IconButton
                icon="trash"
                size="compact"
                label={t('sdk.files.delete', { name: file.name })}
                onClick={() => setAsked(file)}
              />
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('sdk.files.deleteQuestion', { name: asked?.name ?? '' })}
        confirmLabel={t('sdk.delete')}
        variant="danger"
        onConfirm={async () => {
          if (asked !== undefined) await onDelete?.(asked)
        }}
      >
        {t('sdk.files.deleteMeans')}
      </Confirm>
    </>
  )
}
