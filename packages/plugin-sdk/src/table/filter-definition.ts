import type { OptionsSource } from '../components/useComboboxOptions.ts'

/** A stretch of days of the reader, `YYYY-MM-DD`; both ends belong to it, and either may be open. */
export interface DayRange {
  readonly from?: string
  readonly to?: string
}

/** A stretch of numbers; both ends belong to it, and either may be open. */
export interface NumberRange {
  readonly from?: number
  readonly to?: number
}

interface Labelled {
  /** Name of the filter, such as "Role". */
  readonly label: string
}

/** Something that is written, such as an id. */
export interface TextFilter extends Labelled {
  readonly kind: 'text'
  /** An example value. */
  readonly hint?: string
}

/** One of a few. */
export interface ChoiceFilter extends Labelled {
  readonly kind: 'choice'
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Accepts values from the address that are not among the options, because options change over time. */
  readonly isOpen?: boolean
}

/** A stretch of time. */
export interface DatesFilter extends Labelled {
  readonly kind: 'dates'
}

/** A stretch of numbers or of amounts of money. */
export interface NumbersFilter extends Labelled {
  readonly kind: 'numbers'
  /** ISO 4217 code; the values are then amounts in the smallest unit of the currency, such as cents. */
  readonly currency?: string
  /** Whether only whole numbers are accepted. */
  readonly isWhole?: boolean
}

/** Yes or no. */
export interface BooleanFilter extends Labelled {
  readonly kind: 'boolean'
}

/** One of many, found by typing, such as a member. */
export interface LookupFilter extends Labelled {
  readonly kind: 'lookup'
  /** Finds the options of a typed text. */
  readonly load: NonNullable<OptionsSource['load']>
  /** Finds the option of a value from the address. */
  readonly find: NonNullable<OptionsSource['find']>
}

/** A filter of a list. */
export type FilterDefinition = TextFilter | LookupFilter | ChoiceFilter | DatesFilter | NumbersFilter | BooleanFilter

/** The filters of a list by their name, which is also their name in the address. */
export type FilterDefinitions = Readonly<Record<string, FilterDefinition>>

type ValueOf<Definition> = Definition extends DatesFilter
  ? DayRange
  : Definition extends NumbersFilter
    ? NumberRange
    : Definition extends BooleanFilter
      ? boolean
      : string

/** The filters that are on, with their values. */
export type FilterValues<Filters extends FilterDefinitions = FilterDefinitions> = {
  readonly [Name in keyof Filters]?: ValueOf<Filters[Name]>
}

/** Any value of a filter. */
export type FilterValue = string | boolean | DayRange | NumberRange
