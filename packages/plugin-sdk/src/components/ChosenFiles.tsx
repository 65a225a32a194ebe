import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

/** Props of `ChosenFiles`. */
export interface ChosenFilesProps {
  readonly files: readonly File[]
  readonly disabled: boolean
  readonly onRemove: (file: File) => void
}

/** The files that were chosen, each with its size and a way to remove it. */
export function ChosenFiles({ files, disabled, onRemove }: ChosenFilesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {files.map((file) => (
        <li
          key={`${file.name} ${file.size} ${file.lastModified}`}
          className="flex h-control items-center gap-2 rounded-control border border-line bg-surface pl-2.5 text-sm"
        >
          <Icon name="file" className="text-subtle" />
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <span className="text-xs text-subtle">{format.bytes(file.size)}</span>
          <IconButton
            icon="x"
            size="compact"
            label={t('sdk.files.remove', { name: file.name })}
            disabled={disabled}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  )
}
