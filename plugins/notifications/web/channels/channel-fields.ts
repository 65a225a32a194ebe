import type { ChannelKind } from '../../shared/channels.ts'

/** One text of a channel. */
export interface ChannelField {
  readonly name: string
  readonly title: string
  /** Hint for the field. */
  readonly hint: string | undefined
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly isAddress: boolean
}

interface FieldSchema {
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly readOnly?: boolean
}

/** The text fields in the order of the schema. */
export function fieldsOf({ fields, secrets }: ChannelKind): readonly ChannelField[] {
  const { properties = {}, required = [] } = fields as {
    readonly properties?: Readonly<Record<string, FieldSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties)
    .filter(([, { readOnly }]) => readOnly !== true)
    .map(([name, { title = name, description: hint, format }]) => ({
      name,
      title,
      hint,
      isSecret: secrets.includes(name),
      isRequired: required.includes(name),
      isAddress: format === 'uri',
    }))
}
