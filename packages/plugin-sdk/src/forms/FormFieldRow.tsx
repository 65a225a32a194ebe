import { useController, type Control } from 'react-hook-form'
import { Field } from '../components/Field.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { FieldControl } from './FieldControl.tsx'
import type { FormField } from './form-fields.ts'
import type { DraftValues } from './form-values.ts'

/** Props of `FormFieldRow`. */
export interface FormFieldRowProps {
  readonly field: FormField
  readonly control: Control<DraftValues, unknown, DraftValues>
}

/** One form field with its label, hint and error, from the schema or the server. */
export function FormFieldRow({ field, control }: FormFieldRowProps) {
  const { language } = useTranslation()
  const { field: held, fieldState, formState } = useController({ name: field.name, control })
  const error = fieldState.error?.types?.[language] ?? fieldState.error?.message
  const { label, hint } = field.description
  const input = (
    <FieldControl
      field={field}
      control={control}
      value={held.value}
      initial={formState.defaultValues?.[field.name]}
      onChange={held.onChange}
      onBlur={held.onBlur}
    />
  )
  const shown = typeof error === 'string' ? error : undefined
  if (field.control === 'checkbox') return <Field error={shown}>{input}</Field>
  return (
    <Field
      label={label}
      hint={hint}
      error={shown}
      required={field.isRequired}
      optional={!field.isRequired && !alwaysFilled.has(field.control) && !isPrefilled(field)}
    >
      {input}
    </Field>
  )
}

/** Controls that always hold a value, or say themselves that they need none. */
const alwaysFilled: ReadonlySet<FormField['control']> = new Set(['toggle', 'checkbox', 'slider', 'custom'])

/** A field with a default is filled until the user clears it. */
function isPrefilled({ initial, isNullable }: FormField): boolean {
  return !isNullable && initial !== undefined && initial !== null && initial !== ''
}
