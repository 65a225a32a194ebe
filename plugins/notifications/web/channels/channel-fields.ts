import type { ChannelKind } from '../../shared/channels.ts'

/** One text of a channel. */
export interface ChannelField {
  readonly name: string
  /** What the kind's schema calls it. */
  readonly title: string
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly isAddress: boolean
  /** Whether this plugin has words for it. */
  readonly isOwn: boolean
}

interface FieldSchema {
  readonly title?: string
  readonly format?: string
  readonly readOnly?: boolean
}

/** The kinds that come with the product, whose fields have words in both languages. */
const ownKinds: ReadonlySet<string> = new Set(['telegram', 'slack', 'webhook'])

/** The texts that somebody fills in, in the order of the schema. */
export function fieldsOf({ id, fields, secrets }: ChannelKind): readonly ChannelField[] {
  const { properties = {}, required = [] } = fields as {
    readonly properties?: Readonly<Record<string, FieldSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties)
    .filter(([, { readOnly }]) => readOnly !== true)
    .map(([name, { title = name, format }]) => ({
      name,
      title,
      isSecret: secrets.includes(name),
      isRequired: required.includes(name),
      isAddress: format === 'uri',
      isOwn: ownKinds.has(id),
    }))
}
