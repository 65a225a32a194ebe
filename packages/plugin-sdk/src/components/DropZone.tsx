import { useState, type ClipboardEvent, type DragEvent, type RefObject } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

/** Props of `DropZone`. */
export interface DropZoneProps {
  readonly input: RefObject<HTMLInputElement | null>
  /** One file rather than several. */
  readonly isOne: boolean
  readonly accept: string | undefined
  readonly disabled: boolean
  /** Which files are meant. */
  readonly note: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Accepts dropped and pasted files, and has a button that opens the file picker. */
export function DropZone({ input, isOne, accept, disabled, note, onFiles }: DropZoneProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const choose = t(isOne ? 'sdk.files.chooseOne' : 'sdk.files.choose')
  function over(event: DragEvent) {
    event.preventDefault()
    setOver(!disabled)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      aria-disabled={disabled || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={(event: ClipboardEvent) => onFiles([...event.clipboardData.files])}
      className={classNames(
        'flex flex-wrap items-center justify-center gap-2 rounded-card border border-dashed p-4 text-sm transition-colors',
        isOver ? 'border-focus bg-accent-soft' : 'border-control',
        disabled && 'opacity-55',
      )}
    >
      <Icon name="upload" className="text-subtle" />
      <span className="text-muted">{t(isOne ? 'sdk.files.dropOne' : 'sdk.files.drop')}</span>
      <Button size="compact" disabled={disabled} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={choose}
        multiple={!isOne}
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <span className="w-full text-center text-xs text-subtle">{note}</span>
    </div>
  )
}
