import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import type { JsonSchema } from '@host/plugin'
import { largestJson, type JsonSize } from './largest-json.ts'

interface Sample {
  readonly schema: JsonSchema
  readonly value: unknown
}

/** The longest usual spelling: every character escaped, every member on a line of its own. */
function spell(value: unknown, depth = 0): string {
  if (typeof value === 'string') return `"${[...Array(value.length).keys()].map((at) => escaped(value, at)).join('')}"`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const line = `\r\n${' '.repeat(4 * (depth + 1))}`
  const members = Array.isArray(value)
    ? value.map((item) => spell(item, depth + 1))
    : Object.entries(value).map(([name, child]) => `${spell(name)}: ${spell(child, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}${members.map((member) => line + member).join(',')}\r\n${' '.repeat(4 * depth)}${close}`
}

function escaped(text: string, at: number): string {
  return String.raw`\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
}

/** Texts as long as their schema lets them be, in UTF-16 units. */
const text = fc.string({ unit: 'binary', maxLength: 12 }).map((value): Sample => ({
  schema: { type: 'string', maxLength: value.length },
  value,
}))
const leaf: fc.Arbitrary<Sample> = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ schema: { type: 'number' }, value })),
  fc.maxSafeInteger().map((value) => ({ schema: { type: 'integer' }, value })),
  fc.boolean().map((value) => ({ schema: { type: 'boolean' }, value })),
  fc.constant({ schema: { type: 'null' }, value: null }),
  fc.uuid().map((value) => ({ schema: { type: 'string', format: 'uuid' }, value })),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ schema: { const: value }, value })),
  fc.array(fc.string(), { minLength: 1 }).map((choices) => ({ schema: { enum: choices }, value: choices[0] })),
)

const { any } = fc.letrec<{ any: Sample }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    list(tie('any')),
    object(tie('any')),
    parts(tie('any')),
  ),
}))

function list(item: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  return fc.oneof(
    fc.tuple(item, fc.nat(5)).map(([{ schema, value }, count]) => ({
      schema: { type: 'array', items: schema, maxItems: count },
      value: Array.from({ length: count }, () => value),
    })),
    fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => ({
      schema: { type: 'array', prefixItems: items.map(({ schema }) => schema) },
      value: items.map(({ value }) => value),
    })),
  )
}

function object(child: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  const name = fc.string({ maxLength: 8 }).filter((each) => each !== '__proto__')
  return fc.oneof(
    fc.dictionary(name, child, { maxKeys: 5 }).map((samples) => ({
      schema: {
        type: 'object',
        properties: mapped(samples, ({ schema }) => schema),
        additionalProperties: false,
      },
      value: mapped(samples, ({ value }) => value),
    })),
    fc.tuple(fc.uniqueArray(name, { maxLength: 5 }), child).map(([names, { schema, value }]) => ({
      schema: { propertyNames: { maxLength: 8 }, maxProperties: names.length, additionalProperties: schema },
      value: Object.fromEntries(names.map((one) => [one, value])),
    })),
  )
}

function parts(child: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  return fc.tuple(child, child, fc.constantFrom('anyOf', 'oneOf', 'allOf', '$ref')).map(([one, other, way]) => {
    if (way === 'allOf') return { schema: { allOf: [one.schema, { description: 'more' }] }, value: one.value }
    if (way === '$ref') return { schema: { type: 'array', maxItems: 1, items: one.schema }, value: [one.value] }
    return { schema: { [way]: [other.schema, one.schema] }, value: one.value }
  })
}

function mapped<Value>(
  samples: Readonly<Record<string, Sample>>,
  of: (sample: Sample) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, of(sample)]))
}

function bytesOf(size: JsonSize): number {
  return 'bytes' in size ? size.bytes : assert.fail(`"${size.unbounded}" has no largest size`)
}

test('§8.15 no valid JSON is longer than the size of its schema, however its writer escapes and indents it', () => {
  fc.assert(
    fc.property(any, ({ schema, value }) => {
      const size = bytesOf(largestJson(schema))
      for (const spelled of [JSON.stringify(value), JSON.stringify(value, null, 4), spell(value)]) {
        assert.ok(Buffer.byteLength(spelled) <= size, `${Buffer.byteLength(spelled)} bytes, not ${size}: ${spelled}`)
      }
    }),
    { numRuns: 300 },
  )
})

suite('a part without a largest size is named', () => {
  const name = { type: 'string', maxLength: 10 }
  const objectOf = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
  const cases: readonly [string, JsonSchema, string][] = [
    ['a text without maxLength', objectOf({ name: { type: 'string' } }), 'name'],
    ['a list without maxItems', objectOf({ names: { type: 'array', items: name } }), 'names'],
    ['what is in a list', objectOf({ names: { type: 'array', maxItems: 3, items: { type: 'string' } } }), 'names.*'],
    ['a record without maxProperties', objectOf({ by: { propertyNames: name, additionalProperties: name } }), 'by.*'],
    ['a record with names of any length', objectOf({ by: { maxProperties: 3, additionalProperties: name } }), 'by.*'],
    ['an open object', objectOf({ name }, { additionalProperties: {} }), '*'],
    ['any value', objectOf({ value: {} }), 'value'],
    ['one branch of several', objectOf({ either: { anyOf: [name, { type: 'string' }] } }), 'either'],
    ['one type of several', objectOf({ either: { type: ['integer', 'string'] } }), 'either'],
    ['a schema that contains itself', objectOf({ child: { $ref: '#' } }), 'child.child'],
    ['an unknown format', objectOf({ at: { type: 'string', format: 'date-time' } }), 'at'],
  ]
  for (const [title, schema, path] of cases) {
    test(title, () => assert.deepEqual(largestJson(schema), { unbounded: path }))
  }

  test('each of them has a size with its bound', () => {
    const bounded = objectOf({
      name,
      names: { type: 'array', maxItems: 3, items: name },
      by: { propertyNames: name, maxProperties: 2, additionalProperties: name },
      shared: { $ref: '#/$defs/shared' },
      never: { not: {} },
      kinds: { propertyNames: { enum: ['a', 'b'] }, additionalProperties: { type: 'boolean' } },
    })
    const size = largestJson({ ...bounded, $defs: { shared: objectOf({ again: name }) } })
    assert.ok(bytesOf(size) > 0)
  })
})
