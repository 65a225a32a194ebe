import { createContext, useContext } from 'react'

/** What a field tells the control inside it. */
export interface FieldControl {
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly required?: boolean | undefined
}

const outside: FieldControl = {}

export const FieldContext = createContext<FieldControl>(outside)

/** The attributes that tie a control to the label, hint and error of the field around it. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext)
}
