import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Input } from '../components/Input.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { dayPattern, localeOf, readDay, writeDay } from './local-day.ts'

/** Props of `DayInput`. */
export interface DayInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly label?: string | undefined
  readonly isWrong: boolean
  readonly noteId?: string | undefined
  readonly disabled: boolean
  readonly trailing?: ReactNode
  readonly className?: string
}

/** A day to be typed. It is read when the field is left or Enter is pressed. */
export function DayInput(props: DayInputProps) {
  const { value, onChange, onBlur, label, isWrong, noteId, disabled, trailing, className } = props
  const { language } = useTranslation()
  const locale = localeOf(language)
  const [typed, setTyped] = useState<string | null>(null)
  function read() {
    if (typed === null) return
    setTyped(null)
    const text = typed.trim()
    const next = readDay(text, locale) ?? text
    if (next !== value) onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') read()
  }
  return (
    <Input
      value={typed ?? writeDay(value, locale)}
      placeholder={dayPattern(locale)}
      autoComplete="off"
      disabled={disabled}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        read()
        onBlur?.()
      }}
      onKeyDown={onKeyDown}
      trailing={trailing}
      {...(className !== undefined && { className })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(isWrong && { 'aria-invalid': true })}
      {...(noteId !== undefined && { 'aria-describedby': noteId })}
    />
  )
}
