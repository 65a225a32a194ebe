import { useId, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { FieldContext } from './field-context.ts'
import { Icon } from './Icon.tsx'

export interface FieldProps {
  /** Left out when the control has its own beside it, as a `Checkbox` does. */
  readonly label?: ReactNode
  /** Help text, replaced by the error when there is one. */
  readonly hint?: ReactNode
  /** The error and how to fix it; replaces the hint. */
  readonly error?: ReactNode
  readonly required?: boolean
  /** Says beside the label that the field may stay empty. */
  readonly optional?: boolean
  /** One control, such as an `Input`, a `Select` or a `Radio`. */
  readonly children: ReactNode
}

/**
 * A control with its label, hint and error, tied together for screen readers.
 * @example <Field label={t('notes.title')} error={errors.title}><Input name="title" /></Field>
 * @since 1.0.0
 */
export function Field({ label, hint, error, required, optional = false, children }: FieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const isWrong = error !== undefined && error !== null && error !== false && error !== ''
  const note = isWrong ? error : hint
  const control = {
    id,
    required,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
  }
  return (
    <div className={fieldClass}>
      {label !== undefined && (
        <label id={`${id}-label`} htmlFor={id} className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium">
          {label}
          {optional && <span className="text-xs font-normal text-subtle">{t('sdk.optional')}</span>}
        </label>
      )}
      <div className={controlPlace}>
        <FieldContext value={control}>{children}</FieldContext>
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={isWrong ? `flex gap-1.5 text-xs text-danger-fg ${errorPlace}` : `text-xs text-subtle ${hintPlace}`}
        >
          {isWrong && <Icon name="circle-alert" size={14} className="mt-px" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}

/** Inside `SettingsFields` that are wide enough: label and hint at the left, control and error at the right. */
const fieldClass =
  'flex flex-col gap-1.5 @2xl/settings:grid @2xl/settings:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] ' +
  '@2xl/settings:grid-rows-[auto_1fr] @2xl/settings:items-baseline @2xl/settings:gap-x-8 @2xl/settings:gap-y-1'
const controlPlace =
  'flex min-w-0 flex-col @2xl/settings:col-start-2 @2xl/settings:row-span-2 @2xl/settings:row-start-1'
const hintPlace = '@2xl/settings:col-start-1 @2xl/settings:row-start-2'
const errorPlace = '@2xl/settings:col-start-2 @2xl/settings:row-start-3'
