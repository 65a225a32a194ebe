import { useState, type ChangeEvent, type Ref, type TextareaHTMLAttributes } from 'react'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { controlClass } from './control-class.ts'
import { useFieldControl } from './field-context.ts'

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>
}

/**
 * A multi-line text field. It grows with the text, up to about a dozen lines, and counts characters where `maxLength`
 * is small or nearly reached.
 * @example <Field label={t('notes.text')}><Textarea value={text} maxLength={500} onChange={(event) => setText(event.target.value)} /></Field>
 * @since 1.0.0
 */
export function Textarea({ rows = 3, className, onChange, ...rest }: TextareaProps) {
  const field = useFieldControl()
  const [typed, setTyped] = useState(() => String(rest.defaultValue ?? ''))
  const length = String(rest.value ?? typed).length
  const most = rest.maxLength
  const isCounted = most !== undefined && (most <= mostCounted || isScarce(length, most))
  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    setTyped(event.target.value)
    onChange?.(event)
  }
  return (
    <span className={classNames('relative flex', controlClass, className)}>
      <textarea
        {...field}
        {...rest}
        rows={rows}
        onChange={change}
        className={classNames(
          'scroll-thin field-sizing-content max-h-80 min-h-20 w-full min-w-0 resize-none bg-transparent px-2.5 py-1.5 outline-none',
          isCounted && 'pb-6',
        )}
      />
      {isCounted && <Count length={length} most={most} />}
    </span>
  )
}

/** A larger room is counted only when it is nearly taken. */
const mostCounted = 5_000

const isScarce = (length: number, most: number): boolean => length >= most * 0.9

/** How much of the room is taken. A screen reader hears of it only when the room is nearly gone. */
function Count({ length, most }: { readonly length: number; readonly most: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const nearlyTaken = isScarce(length, most)
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          'pointer-events-none absolute right-2.5 bottom-1 text-xs',
          nearlyTaken ? 'text-warning-fg' : 'text-subtle',
        )}
      >
        {number(length)} / {number(most)}
      </span>
      <span role="status" className="sr-only">
        {nearlyTaken && t('sdk.input.characters', { count: length, most })}
      </span>
    </>
  )
}
