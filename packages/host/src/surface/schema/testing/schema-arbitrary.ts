/** Schemas as schema libraries write them, with values and changes of each, for property tests. */
import fc from 'fast-check'

type Schema = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, Schema>>

const { leaf } = fc.letrec<{ leaf: Schema }>(() => ({
  leaf: fc.oneof(
    fc.record({ type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.integer({ min: 4, max: 9 }) }),
    fc.record({ type: fc.constant('integer'), minimum: fc.nat(3), maximum: fc.integer({ min: 4, max: 9 }) }),
    fc.constant({ type: 'boolean' }),
    fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 })
      .map((values) => ({ type: 'string', enum: values })),
  ),
}))

/** A schema up to three levels deep. */
export const anySchema: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    leaf,
    leaf.map((schema) => ({ anyOf: [schema, { type: 'null' }] })),
    tie('schema').map((items) => ({ type: 'array', items, maxItems: 5 })),
    fc
      .dictionary(fc.constantFrom('one', 'two', 'three'), tie('schema'), { minKeys: 1, noNullPrototype: true })
      .chain((properties) =>
        fc
          .subarray(Object.keys(properties))
          .map((required) => ({ type: 'object', properties, required, additionalProperties: false })),
      ),
  ),
})).schema

function propertiesOf(schema: Schema): Properties | undefined {
  return schema['properties'] as Properties | undefined
}

/** Whether a schema is of an object, or has one in it. */
export function isOptionalOutput(schema: Schema): boolean {
  const items = schema['items'] as Schema | undefined
  return propertiesOf(schema) !== undefined || (items !== undefined && isOptionalOutput(items))
}

/** The schema with a further property in one of its objects. */
export function withOptionalProperty(schema: Schema, seed: number, added: Schema): Schema {
  const properties = propertiesOf(schema)
  if (properties === undefined) {
    return { ...schema, items: withOptionalProperty(schema['items'] as Schema, seed, added) }
  }
  const deeper = Object.entries(properties).filter(([, each]) => isOptionalOutput(each))
  const [name, below] = deeper[seed % (deeper.length + 1)] ?? []
  const next =
    name === undefined || below === undefined
      ? { ...properties, further: added }
      : { ...properties, [name]: withOptionalProperty(below, seed, added) }
  return { ...schema, properties: next }
}

/** The schema with one change each: of a type, a limit, a value, a property or its presence, at every depth. */
export function mutationsOf(schema: Schema): readonly Schema[] {
  const { type, minLength, maxLength, minimum, maximum, maxItems, items, anyOf } = schema as Readonly<
    Record<string, never>
  >
  const values = schema['enum'] as readonly string[] | undefined
  const limits = { minLength, maxLength, minimum, maximum, maxItems } as Readonly<Record<string, number | undefined>>
  return [
    ...(anyOf === undefined
      ? [{ anyOf: [schema, { type: type === 'boolean' ? 'string' : 'boolean' }] }]
      : [(anyOf as Schema[])[0] ?? {}]),
    ...(type === undefined ? [] : [type === 'boolean' ? { type: 'string' } : { type: 'boolean' }]),
    ...(type === 'integer' ? [{ ...schema, type: 'number' }] : []),
    ...Object.entries(limits).flatMap(([keyword, limit]) =>
      limit === undefined
        ? []
        : [
            { ...schema, [keyword]: limit + 1 },
            { ...schema, [keyword]: Math.max(limit - 1, -1) },
          ],
    ),
    ...(values === undefined ? [] : [{ type, enum: [...values, 'e'] }, { type: 'string' }]),
    ...(values === undefined || values.length < 2 ? [] : [{ type, enum: values.slice(1) }]),
    ...(items === undefined ? [] : mutationsOf(items).map((changed) => ({ ...schema, items: changed }))),
    ...objectMutations(schema),
  ]
}

function objectMutations(schema: Schema): readonly Schema[] {
  const properties = propertiesOf(schema)
  if (properties === undefined) return []
  const required = schema['required'] as readonly string[]
  const without = (name: string): Schema => {
    const { [name]: _, ...rest } = properties
    return { ...schema, properties: rest, required: required.filter((each) => each !== name) }
  }
  const further = { ...properties, further: { type: 'boolean' } }
  return [
    { ...schema, properties: further },
    { ...schema, properties: further, required: [...required, 'further'] },
    ...Object.entries(properties).flatMap(([name, property]) => [
      without(name),
      { ...schema, required: required.includes(name) ? required.filter((each) => each !== name) : [...required, name] },
      ...mutationsOf(property).map((changed) => ({ ...schema, properties: { ...properties, [name]: changed } })),
    ]),
  ]
}

/** A valid value of a schema, chosen by a number. */
export function valueOf(schema: Schema, choice: number): unknown {
  const {
    type,
    items,
    anyOf,
    minLength = 0,
    maxLength = 9,
    minimum = 0,
    maximum = 9,
  } = schema as Readonly<Record<string, never>>
  const values = schema['enum'] as readonly string[] | undefined
  const among = (least: number, most: number): number => least + (choice % (most - least + 1))
  if (anyOf !== undefined) return valueOf((anyOf as readonly Schema[])[choice % 2] ?? {}, choice)
  if (values !== undefined) return values[choice % values.length]
  if (type === 'null') return null
  if (type === 'string') return 'x'.repeat(among(minLength, maxLength))
  if (type === 'integer') return among(minimum, maximum)
  if (type === 'boolean') return choice % 2 === 0
  if (type === 'array') return Array.from({ length: choice % 6 }, (_, at) => valueOf(items ?? {}, choice + at))
  const required = new Set(schema['required'] as readonly string[])
  const given = Object.entries(propertiesOf(schema) ?? {}).filter(
    ([name], at) => required.has(name) || (choice + at) % 2 === 0,
  )
  return Object.fromEntries(given.map(([name, property], at) => [name, valueOf(property, choice + at)]))
}
