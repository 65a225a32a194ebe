import { useRef, useState } from 'react'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { checkFiles, type FileRules } from './check-files.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import { DropZone } from './DropZone.tsx'
import { useFieldControl } from './field-context.ts'

export interface FileDropProps extends FileRules {
  readonly files: readonly File[]
  readonly onChange: (files: readonly File[]) => void
  /** Purpose of the files; omit only inside a `Field`. */
  readonly label?: string
  /** Which files are meant, in words, such as "PNG or JPEG". */
  readonly hint?: string
  readonly disabled?: boolean
}

/**
 * Accepts files by drop, paste or file picker, and lists each with a remove button. Rejected files are reported one by
 * one.
 * @example <FileDrop label={t('notes.pictures')} files={files} onChange={setFiles} accept="image/*" maxBytes={2e6} />
 * @since 1.0.0
 */
export function FileDrop(props: FileDropProps) {
  const { files, onChange, label, hint, disabled = false, accept, maxBytes, maxFiles } = props
  const { t } = useTranslation()
  const format = useFormat()
  const { id, required: _, ...field } = useFieldControl()
  const input = useRef<HTMLInputElement>(null)
  const [news, setNews] = useState<FileNews>(nothingNew)
  const size = maxBytes === undefined ? '' : format.bytes(maxBytes)
  function add(offered: readonly File[]) {
    if (disabled || offered.length === 0) return
    const { files: next, added, refused } = checkFiles(files, offered, { accept, maxBytes, maxFiles })
    const wrongs = refused.map(({ name, reason }) => t(`sdk.files.${reason}`, { name, size, count: maxFiles ?? 0 }))
    setNews({ text: added === 0 ? '' : t('sdk.files.added', { count: added }), wrongs: [...new Set(wrongs)] })
    if (added > 0) onChange(next)
  }
  function remove(file: File) {
    setNews({ text: t('sdk.files.removed', { name: file.name }), wrongs: [] })
    onChange(files.filter((one) => one !== file))
    input.current?.parentElement?.querySelector('button')?.focus()
  }
  const limit = size !== '' && t(maxFiles === 1 ? 'sdk.files.largestOne' : 'sdk.files.largest', { size })
  return (
    <div
      {...field}
      id={id}
      role="group"
      aria-label={label}
      aria-labelledby={label === undefined && id !== undefined ? `${id}-label` : undefined}
      className="flex flex-col gap-2"
    >
      <DropZone
        input={input}
        isOne={maxFiles === 1}
        accept={accept}
        disabled={disabled}
        note={[hint, limit].filter(Boolean).join(' · ')}
        onFiles={add}
      />
      <span role="status" className="sr-only">
        {news.text}
      </span>
      {news.wrongs.length > 0 && (
        <ul role="alert" className="text-xs text-danger-fg">
          {news.wrongs.map((wrong) => (
            <li key={wrong}>{wrong}</li>
          ))}
        </ul>
      )}
      <ChosenFiles files={files} disabled={disabled} onRemove={remove} />
    </div>
  )
}

/** The latest announcement about the files. */
interface FileNews {
  readonly text: string
  readonly wrongs: readonly string[]
}

const nothingNew: FileNews = { text: '', wrongs: [] }
