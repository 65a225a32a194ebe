import { isObject, type JsonObject } from '../support/json.ts'

/** The parameters of a query, from the schema of the object that it is read into. */
export function queryParameters(schema: JsonObject, example: unknown): readonly JsonObject[] {
  const examples = isObject(example) ? example : {}
  return Object.entries(propertiesOf(schema)).map(([name, { value, isRequired }]) => {
    const { description, ...rest } = value
    return {
      name,
      in: 'query',
      ...(isRequired ? { required: true } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    }
  })
}

interface Property {
  readonly value: JsonObject
  readonly isRequired: boolean
}

/** Every property of an object or of one of its forms; one that a form does without is not required. */
function propertiesOf(schema: JsonObject): Readonly<Record<string, Property>> {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const found = Object.entries(properties).map(([name, value]) => [
    name,
    { value: isObject(value) ? value : {}, isRequired: required.includes(name) },
  ])
  const own = Object.fromEntries(found) as Readonly<Record<string, Property>>
  const all = schemasOf(schema['allOf']).map(propertiesOf)
  const forms = [...schemasOf(schema['anyOf']), ...schemasOf(schema['oneOf'])].map(propertiesOf)
  return Object.assign({}, ...forms.map((form) => optionalIn(form, forms)), ...all, own) as typeof own
}

function optionalIn(
  form: Readonly<Record<string, Property>>,
  forms: readonly Readonly<Record<string, Property>>[],
): Readonly<Record<string, Property>> {
  const entries = Object.entries(form).map(([name, property]) => {
    const isRequired = forms.every((other) => other[name]?.isRequired === true)
    return [name, { ...property, isRequired }]
  })
  return Object.fromEntries(entries) as Readonly<Record<string, Property>>
}

function schemasOf(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}
