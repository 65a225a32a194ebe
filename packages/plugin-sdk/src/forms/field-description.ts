import type { ReactNode } from 'react'
import type { SelectOption } from '../components/Select.tsx'
import type { OptionsSource } from '../components/useComboboxOptions.ts'

/** What a field is filled in with. */
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
  | 'slider'
  | 'secret'

/** What a control of a field's own gets. It stands inside the field, so that the SDK's controls find their label. */
export interface CustomControl<Value = unknown> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly onBlur: () => void
}

/** What a person reads about a field, and what it is filled in with. */
export interface FieldDescription<Value = unknown> extends Pick<OptionsSource, 'load' | 'onCreate'> {
  readonly label: string
  /** What to write, before anything is wrong. */
  readonly hint?: ReactNode
  /** Made of the schema when left out. */
  readonly control?: ControlKind
  /** Whether it has to be filled in; the schema says so when it is left out. */
  readonly required?: boolean
  /** What can be chosen, in words; the bare values of the schema when left out. */
  readonly options?: readonly SelectOption<string>[]
  readonly placeholder?: string
  /** What the browser may fill in; `off` when left out. */
  readonly autoComplete?: string
  /** A unit or another few letters inside at the start and the end. */
  readonly prefix?: string
  readonly suffix?: string
  /** The bounds of a number, a slider or a date; those of the schema when left out. */
  readonly min?: number | string
  readonly max?: number | string
  readonly step?: number
  /** A slider's value as people say it. */
  readonly format?: (value: number) => string
  readonly disabled?: boolean
  /** Lets a secret that the server keeps be taken away, by an empty text; otherwise it can only be replaced. */
  readonly removable?: boolean
  /** A control of the field's own. */
  readonly render?: (control: CustomControl<Value>) => ReactNode
}
