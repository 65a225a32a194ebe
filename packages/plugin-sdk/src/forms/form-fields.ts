import type { DayBounds } from '../dates/day-problem.ts'
import { describeSource, type FormSource } from './form-source.ts'
import type { ControlKind, FieldDescription } from './field-description.ts'
import { readFieldFacts, type FieldFacts } from './field-facts.ts'
import type { ValueField } from './form-values.ts'

/** A form field: its description, the properties from its schema, and how its value is stored. */
export interface FormField extends ValueField {
  readonly description: FieldDescription
  readonly facts: FieldFacts
}

/** The descriptions by name, as a page gives them. */
export type Descriptions = Readonly<Record<string, FieldDescription | undefined>>

/** The fields in the order in which the page describes them. */
export function formFields(source: FormSource, descriptions: Descriptions): readonly FormField[] {
  const schema = describeSource(source)
  return Object.entries(descriptions).flatMap(([name, description]) => {
    if (description === undefined) return []
    const facts = readFieldFacts(schema, name)
    const control = description.render === undefined ? controlOf(description, facts) : ('custom' as const)
    const isRequired = description.required ?? (facts.isRequired && control !== 'checkbox' && control !== 'toggle')
    const { isNullable, isList } = facts
    // A default in a secret would be shown as the mask of a stored one.
    const initial = control === 'secret' ? undefined : facts.initial
    const { currency = usualCurrency } = description
    const days = daysOf(description)
    return [{ name, description, facts, control, isRequired, isNullable, isList, initial, days, currency }]
  })
}

/** The currency of an amount that names none. */
const usualCurrency = 'USD'

/** A field whose options are loaded is chosen from them. */
function controlOf({ control, load }: FieldDescription, facts: FieldFacts): ControlKind {
  return control ?? (load === undefined ? facts.control : 'combobox')
}

function daysOf({ min, max }: FieldDescription): DayBounds {
  return { min: typeof min === 'string' ? min : undefined, max: typeof max === 'string' ? max : undefined }
}
