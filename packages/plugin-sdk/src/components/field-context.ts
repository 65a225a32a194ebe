import { createContext, useContext } from 'react'

/** Attributes that a field passes to the control inside it. */
export interface FieldControl {
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly required?: boolean | undefined
}

/** Attributes of a control outside a field. */
export const outsideField: FieldControl = {}

export const FieldContext = createContext<FieldControl>(outsideField)

/** The attributes that tie a control to the label, hint and error of the field around it. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext)
}
