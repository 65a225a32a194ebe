import type { Endpoint, JsonSchema } from '@host/plugin'

/** Credentials, such as the link of an invitation; a list of field names, such as `secrets`, is none. */
const secretName = /^(?:\w*(?:secret|token|password|passphrase|signingkey|privatekey|apikey)|recoverycodes?|link)$/i

/** Names of the properties of an answer that are secrets, however deep they stand. */
export function secretsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { readonly properties?: JsonSchema }
  const own = Object.keys(properties).filter((name) => secretName.test(name) && isText(properties[name]))
  return [...own, ...Object.values(schema).flatMap(secretsIn)]
}

/** Objects with further properties, such as the ID and the name of a token, describe those themselves. */
function isText(schema: unknown): boolean {
  const text = JSON.stringify(schema)
  return !text.includes('"properties"') && !text.includes('"boolean"')
}

/** Names of input fields without a description. */
export function undescribedIn({ properties = {} }: JsonSchema): readonly string[] {
  const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>)
  return fields.filter(([, field]) => !JSON.stringify(field).includes('"description":"')).map(([name]) => name)
}

/** A value of an example, and the side that it is of. */
export interface Use {
  readonly endpoint: Endpoint
  readonly side: 'input' | 'output'
  readonly value: unknown
}

/** Both sides of every example; the wildcards of the pattern are not part of an input. */
export function everyUse(endpoint: Endpoint): readonly Use[] {
  const examples = (endpoint.examples ?? []) as readonly { readonly input: unknown; readonly output: unknown }[]
  return examples.flatMap(({ input, output }) => [
    { endpoint, side: 'input' as const, value: input },
    { endpoint, side: 'output' as const, value: output },
  ])
}
