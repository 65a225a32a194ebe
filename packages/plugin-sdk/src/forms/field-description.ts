import type { ReactNode } from 'react'
import type { SelectOption } from '../components/Select.tsx'
import type { OptionsSource } from '../components/useComboboxOptions.ts'
import type { ColorPreset } from '../fields/ColorField.tsx'

/** Built-in controls of a field. */
export type ControlKind =
  | 'text'
  | 'email'
  | 'url'
  | 'textarea'
  | 'number'
  | 'select'
  | 'combobox'
  | 'toggle'
  | 'checkbox'
  | 'radio'
  | 'date'
  | 'money'
  | 'member'
  | 'color'
  | 'slider'
  | 'secret'

/** Props of a custom control. It is rendered inside the field, so that SDK controls find their label. */
export interface CustomControl<Value = unknown> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly onBlur: () => void
}

/** Texts and control of a field. */
export interface FieldDescription<Value = unknown> extends Pick<OptionsSource, 'load' | 'find' | 'onCreate'> {
  readonly label: string
  /** Help text, replaced by the error when there is one. */
  readonly hint?: ReactNode
  /** Made of the schema when left out. */
  readonly control?: ControlKind
  /** Whether it has to be filled in; the schema says so when it is left out. */
  readonly required?: boolean
  /** The options with labels. Default: the plain values of the schema. */
  readonly options?: readonly SelectOption<string>[]
  readonly placeholder?: string
  /** Autofill hint for the browser. Default: `off`. */
  readonly autoComplete?: string
  /** Short text before and after the value, such as a unit. */
  readonly prefix?: string
  readonly suffix?: string
  /** The bounds of a number, a slider or a date; those of the schema when left out. */
  readonly min?: number | string
  readonly max?: number | string
  readonly step?: number
  /** The currency of an amount: a code such as `EUR`, or the field of the form that has it. */
  readonly currency?: string | { readonly from: string }
  /** The currencies to choose from, for an amount that is stored with its currency. */
  readonly currencies?: readonly string[]
  /** Colors offered before the text field of a color. */
  readonly presets?: readonly ColorPreset[]
  /** A slider's value as people say it. */
  readonly format?: (value: number) => string
  readonly disabled?: boolean
  /** Rarely needed: it is folded away at the end of the form, and unfolded while it has an error. */
  readonly isAdvanced?: boolean
  /** Lets a secret that the server keeps be taken away, by an empty text; otherwise it can only be replaced. */
  readonly removable?: boolean
  /** A control of the field's own. */
  readonly render?: (control: CustomControl<Value>) => ReactNode
}
