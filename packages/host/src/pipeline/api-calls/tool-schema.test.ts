import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import type { JsonSchema } from '@host/plugin'
import { toolSchema } from './tool-schema.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 5_000 : 300

const accepts = (schema: JsonSchema, value: unknown): boolean => {
  const result = toolSchema(schema)['~standard'].validate(value)
  assert.ok(!(result instanceof Promise))
  return result.issues === undefined
}

suite('§A36 the schema of a tool', () => {
  test('validates its input against its schema', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
        size: { type: 'integer', minimum: 1, maximum: 3 },
        tags: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 2, uniqueItems: true },
        place: { $ref: '#/$defs/place' },
        either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['name'],
      additionalProperties: false,
      $defs: { place: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } },
    }
    for (const value of [{ name: 'ab' }, { name: 'abc', size: 3, tags: ['a', 'b'], place: { x: 0.5 }, either: null }]) {
      assert.ok(accepts(schema, value), JSON.stringify(value))
    }
    for (const value of [
      {},
      { name: 'a' },
      { name: 'AB' },
      { name: 'abcdef' },
      { name: 'ab', size: 0 },
      { name: 'ab', size: 1.5 },
      { name: 'ab', tags: ['c'] },
      { name: 'ab', tags: ['a', 'a'] },
      { name: 'ab', place: {} },
      { name: 'ab', either: 1 },
      { name: 'ab', more: 1 },
      [],
      null,
      'ab',
    ]) {
      assert.ok(!accepts(schema, value), JSON.stringify(value))
    }
  })

  const refused: Readonly<Record<string, readonly [JsonSchema, RegExp]>> = {
    'is of no object': [{ type: 'string' }, /not the JSON Schema of an object/],
    'has a word that nobody knows': [{ type: 'object', proprties: {} }, /"input" has "proprties"/],
    'has a condition': [{ type: 'object', if: {} }, /has "if"/],
    'bounds what has no type': [
      { type: 'object', properties: { a: { minLength: 2 } } },
      /"input.a" has "minLength", which is not checked there/,
    ],
    'bounds another type': [
      { type: 'object', properties: { a: { type: 'integer', maxLength: 2 } } },
      /"input.a" has "maxLength"/,
    ],
    'has a format that is not checked': [
      { type: 'object', properties: { a: { type: 'string', format: 'phone' } } },
      /format "phone"/,
    ],
    'points elsewhere': [
      { type: 'object', properties: { a: { $ref: 'https://elsewhere.example/schema' } } },
      /can't be checked/,
    ],
    'points at nothing': [{ type: 'object', properties: { a: { $ref: '#/$defs/none' } } }, /can't be checked/],
    'is not a schema': [{ type: 'object', properties: { a: 7 } }, /"input.a" is not JSON Schema/],
    'is too long': [{ type: 'object', description: 'x'.repeat(70_000) }, /longer than/],
    'is too deep': [nested(20), /nested more than 16 deep/],
    'has an expression that is none': [
      { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
      /can't be checked/,
    ],
  }
  for (const [what, [schema, said]] of Object.entries(refused)) {
    test(`is refused when it ${what}`, () => {
      assert.throws(() => toolSchema(schema), { name: 'TypeError', message: said })
    })
  }

  test('is refused with a sentence or accepted for any value, and an accepted one never throws', () => {
    const word = fc.constantFrom('type', 'properties', 'items', 'enum', 'anyOf', '$ref', 'required', 'minimum', 'const')
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(
          { type: 'string' },
          { type: 'integer', minimum: 2 },
          { enum: [1, 'a'] },
          true,
          {},
          7,
          null,
          'x',
        ),
        fc.record({
          type: fc.constant('object'),
          properties: fc.dictionary(fc.string({ maxLength: 4 }), tie('schema')),
        }),
        fc.record({ type: fc.constant('array'), items: tie('schema') }),
        fc.record({ anyOf: fc.array(tie('schema'), { maxLength: 3 }) }),
        fc.dictionary(word, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 4 }), schema), fc.jsonValue(), (properties, value) => {
        try {
          accepts({ type: 'object', properties }, value)
        } catch (error) {
          assert.ok(error instanceof TypeError, String(error))
          assert.match(error.message, /^(?:its input|"input)/)
        }
      }),
      { numRuns: runs },
    )
  })
})

function nested(depth: number): JsonSchema {
  return { type: 'object', properties: depth === 0 ? {} : { a: nested(depth - 1) } }
}
