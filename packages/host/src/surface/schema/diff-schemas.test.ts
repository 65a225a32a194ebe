import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { fromJSONSchema } from 'zod'
import { closed } from '../../openapi/schema-openness.ts'
import { diffSchemas } from './diff-schemas.ts'
import type { SchemaSide } from './schema-change.ts'
import { anySchema, isOptionalOutput, mutationsOf, valueOf, withOptionalProperty } from './testing/schema-arbitrary.ts'

type Schema = Readonly<Record<string, unknown>>

const lines = (from: Schema, to: Schema, side: SchemaSide): readonly string[] =>
  diffSchemas(from, to, { side, root: side }).map(({ path, change, from: old = '', to: next = '', isBreaking }) =>
    `${isBreaking ? '!' : ' '}${change} ${path} ${old} ${next}`.trimEnd(),
  )
const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})

suite('differences between schemas', () => {
  test('an input breaks where less is valid', () => {
    const from = object({ a: { type: 'string', maxLength: 80 }, b: { enum: ['x', 'y'] }, c: { type: 'integer' } }, [
      'a',
    ])
    const to = object({ a: { type: 'string', maxLength: 60 }, b: { enum: ['x', 'z'] }, d: { type: 'integer' } }, ['d'])
    assert.deepEqual(lines(from, to, 'input').toSorted(), [
      ' added input.b  "z"',
      ' changed input.a required optional',
      '!added input.d  required',
      '!changed input.a maxLength 80 60',
      '!removed input.b "y"',
      '!removed input.c optional',
    ])
  })

  test('an output breaks where readers miss something or get what they do not know', () => {
    const from = object({ a: { type: 'string' }, b: { type: 'string', maxLength: 5 }, c: { enum: ['x'] } }, ['a', 'b'])
    const to = object(
      { a: { anyOf: [{ type: 'string' }, { type: 'null' }] }, c: { enum: ['x', 'y'] }, b: { type: 'string' }, d: {} },
      ['b', 'd'],
    )
    assert.deepEqual(lines(from, to, 'output').toSorted(), [
      ' added output.d  required',
      ' removed output.b maxLength 5',
      '!added output.a  null',
      '!added output.c  "y"',
      '!changed output.a required optional',
    ])
  })

  test('ways to write one schema are equal', () => {
    const equal: readonly (readonly [Schema, Schema])[] = [
      [{ type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, { type: 'string' }] }],
      [
        { enum: ['a', 'b'] },
        {
          anyOf: [
            { const: 'b', type: 'string' },
            { const: 'a', type: 'string' },
          ],
        },
      ],
      [
        { type: 'integer', exclusiveMinimum: 0 },
        { type: 'integer', minimum: 1 },
      ],
      [
        { type: 'string', description: 'A name' },
        { type: 'string', title: 'Name' },
      ],
      [{ $ref: '#/$defs/A', $defs: { A: { type: 'string' } } }, { type: 'string' }],
      [{ oneOf: [{ type: 'boolean' }, { type: 'string' }] }, { anyOf: [{ type: 'string' }, { type: 'boolean' }] }],
    ]
    for (const [from, to] of equal) assert.deepEqual(lines(from, to, 'input'), [], JSON.stringify(from))
  })

  test('branches of a union are compared by their tag', () => {
    const branch = (kind: string, more: Schema) => object({ kind: { const: kind }, ...more }, ['kind'])
    const from = { oneOf: [branch('a', { n: { type: 'integer' } }), branch('b', {})] }
    const to = { oneOf: [branch('c', {}), branch('b', {}), branch('a', { n: { type: 'string' } })] }
    assert.deepEqual(lines(from, to, 'input'), [' added input  ["kind"]', '!changed input.n integer string'])
  })

  test('a schema that contains itself ends, and differences inside of it are found', () => {
    const tree = (leaf: Schema): Schema => ({
      $ref: '#/$defs/Tree',
      $defs: { Tree: object({ leaf, below: { type: 'array', items: { $ref: '#/$defs/Tree' } } }) },
    })
    assert.deepEqual(lines(tree({ type: 'string' }), tree({ type: 'string' }), 'output'), [])
    assert.deepEqual(lines(tree({ type: 'string' }), tree({ type: 'boolean' }), 'output'), [
      '!changed output.below[].leaf string boolean',
      '!changed output.leaf string boolean',
    ])
  })

  test('a keyword that is not known breaks when it changes', () => {
    const found = lines({ not: { type: 'string' } }, { not: { type: 'integer' } }, 'input')
    assert.deepEqual(found, ['!changed input not {"type":"string"} {"type":"integer"}'])
    assert.deepEqual(lines({ type: 'string', pattern: 'a' }, { type: 'string' }, 'input'), [
      ' removed input pattern "a"',
    ])
  })
})

suite('properties of the comparison', () => {
  test('a schema has no differences from itself, in any order of its properties', () => {
    fc.assert(
      fc.property(anySchema, fc.constantFrom<SchemaSide>('input', 'output'), (schema, side) => {
        const turned: Schema = JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).toReversed())
            : value,
        ) as Schema
        assert.deepEqual(lines(schema, turned, side), [])
      }),
    )
  })

  test('a new optional property of an output never breaks', () => {
    fc.assert(
      fc.property(anySchema.filter(isOptionalOutput), fc.nat(), anySchema, (schema, seed, added) => {
        const found = lines(schema, withOptionalProperty(schema, seed, added), 'output')
        assert.ok(found.length > 0)
        assert.ok(
          found.every((line) => !line.startsWith('!')),
          found.join('\n'),
        )
      }),
    )
  })

  test('every mutation is found, and its reverse too', () => {
    fc.assert(
      fc.property(anySchema, fc.nat(), (schema, seed) => {
        const mutations = mutationsOf(schema)
        const changed = mutations[seed % mutations.length] ?? schema
        for (const side of ['input', 'output'] as const) {
          const found = lines(schema, changed, side)
          assert.ok(found.length > 0, JSON.stringify([schema, changed]))
          assert.equal(lines(changed, schema, side).length, found.length)
        }
      }),
    )
  })

  test('where an input does not break, every value of the old schema is valid in the new one', () => {
    fc.assert(
      fc.property(anySchema, fc.nat(), fc.nat(), (schema, seed, choice) => {
        const mutations = mutationsOf(schema)
        const changed = mutations[seed % mutations.length] ?? schema
        if (lines(schema, changed, 'input').some((line) => line.startsWith('!'))) return
        const value = valueOf(schema, choice)
        const { success } = fromJSONSchema(closed(changed)).safeParse(value)
        assert.ok(success, JSON.stringify({ schema, changed, value }))
      }),
      { numRuns: 300 },
    )
  })
})
