import type { ReactNode } from 'react'
import { FieldContext, outsideField, useFieldControl } from './field-context.ts'

export interface FieldGroupProps {
  /** Controls that each have a label of their own. */
  readonly children: ReactNode
}

/**
 * Several controls that fill in one `Field` together: the group takes label, hint and error, and each control keeps its
 * own name.
 * @example <Field label={t('notes.kinds')}><FieldGroup>{kinds.map(toCheckbox)}</FieldGroup></Field>
 * @since 1.0.0
 */
export function FieldGroup({ children }: FieldGroupProps) {
  const { id, 'aria-describedby': describedBy } = useFieldControl()
  return (
    <div
      role="group"
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={id === undefined ? undefined : `${id}-label`}
      aria-describedby={describedBy}
      className="flex min-w-0 flex-col gap-2"
    >
      <FieldContext value={outsideField}>{children}</FieldContext>
    </div>
  )
}
