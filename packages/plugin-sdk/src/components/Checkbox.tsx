import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-context.ts'
import { Icon } from './Icon.tsx'

export interface CheckboxProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Some of the items it represents are checked and some are not. */
  readonly indeterminate?: boolean
  /** The choice or agreement; omit only inside a `Field`. */
  readonly label?: ReactNode
  /** The label is there for screen readers alone, as in the rows of a table. */
  readonly isLabelHidden?: boolean
  /** Explanation below the label. */
  readonly description?: ReactNode
  readonly disabled?: boolean
}

/**
 * A checkbox that is submitted with a form. For a setting that takes effect immediately, use `Toggle`.
 * @example <Checkbox label={t('notes.pinned')} checked={pinned} onChange={setPinned} />
 * @since 1.0.0
 */
export function Checkbox(props: CheckboxProps) {
  const {
    checked,
    onChange,
    indeterminate = false,
    label,
    isLabelHidden = false,
    description,
    disabled = false,
  } = props
  const field = useFieldControl()
  const own = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = indeterminate
  }, [indeterminate])
  const id = field.id ?? own
  const describedBy = [field['aria-describedby'], description !== undefined && `${own}-means`].filter(Boolean).join(' ')
  return (
    <span className={classNames('-ml-1 flex min-h-6 items-start gap-1.5', disabled && 'opacity-55')}>
      <span className="relative flex size-6 shrink-0 items-center justify-center text-on-solid">
        <input
          {...field}
          ref={box}
          id={id}
          type="checkbox"
          checked={checked}
          aria-disabled={disabled || undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => !disabled && onChange(event.target.checked)}
          className="peer absolute inset-1 size-4 appearance-none rounded-control border border-control bg-surface transition-colors before:absolute before:-inset-1 checked:border-transparent checked:bg-accent indeterminate:border-transparent indeterminate:bg-accent hover:border-muted aria-invalid:border-danger"
        />
        <Icon
          name={indeterminate ? 'minus' : 'check'}
          size={12}
          className={classNames('pointer-events-none relative', !checked && !indeterminate && 'invisible')}
        />
      </span>
      {label !== undefined && (
        <span className={isLabelHidden ? 'sr-only' : 'min-w-0 pt-0.5'}>
          <label htmlFor={id} className="block text-sm">
            {label}
          </label>
          {description !== undefined && (
            <span id={`${own}-means`} className="block text-xs text-subtle">
              {description}
            </span>
          )}
        </span>
      )}
    </span>
  )
}
