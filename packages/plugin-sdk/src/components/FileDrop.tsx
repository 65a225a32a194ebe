import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { checkFiles, type FileRules } from './check-files.ts'
import { classNames } from './class-names.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import { useFieldControl } from './field-context.ts'
import { Icon } from './Icon.tsx'

export interface FileDropProps extends FileRules {
  readonly files: readonly File[]
  readonly onChange: (files: readonly File[]) => void
  /** What the files are for; left out only inside a `Field`. */
  readonly label?: string
  /** Which files are meant, in words, such as "PNG or JPEG". */
  readonly hint?: string
  readonly disabled?: boolean
}

/**
 * Files to be dropped, pasted or chosen, each named with a way to remove it. What does not fit is said file by file.
 * @example <FileDrop label={t('notes.pictures')} files={files} onChange={setFiles} accept="image/*" maxBytes={2e6} />
 * @since 1.0.0
 */
export function FileDrop(props: FileDropProps) {
  const { files, onChange, label, hint, disabled = false, accept, maxBytes, maxFiles } = props
  const { t } = useTranslation()
  const format = useFormat()
  const { id, required: _, ...field } = useFieldControl()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [news, setNews] = useState<FileNews>(nothingNew)
  const isOne = maxFiles === 1
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
  const zone = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(!disabled)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      add([...event.dataTransfer.files])
    },
    onPaste: (event: ClipboardEvent) => add([...event.clipboardData.files]),
  }
  return (
    <div
      {...field}
      id={id}
      role="group"
      aria-label={label}
      aria-labelledby={label === undefined && id !== undefined ? `${id}-label` : undefined}
      className="flex flex-col gap-2"
    >
      <div
        {...zone}
        className={classNames(
          'flex flex-wrap items-center justify-center gap-2 rounded-card border border-dashed p-4 text-sm transition-colors',
          isOver ? 'border-focus bg-accent-soft' : 'border-control',
          disabled && 'opacity-55',
        )}
      >
        <Icon name="upload" className="text-subtle" />
        <span className="text-muted">{t(isOne ? 'sdk.files.dropOne' : 'sdk.files.drop')}</span>
        <Button size="compact" disabled={disabled} onClick={() => input.current?.click()}>
          {t(isOne ? 'sdk.files.chooseOne' : 'sdk.files.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t(isOne ? 'sdk.files.chooseOne' : 'sdk.files.choose')}
          multiple={!isOne}
          accept={accept}
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <span className="w-full text-center text-xs text-subtle">
          {[hint, size !== '' && t('sdk.files.largest', { size })].filter(Boolean).join(' · ')}
        </span>
      </div>
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

/** What was last said about the files. */
interface FileNews {
  readonly text: string
  readonly wrongs: readonly string[]
}

const nothingNew: FileNews = { text: '', wrongs: [] }
