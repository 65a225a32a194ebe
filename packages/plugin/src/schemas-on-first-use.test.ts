/** zod is patched so that a schema is initialized when it is first read: `patches/`, decision record 0140. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod/mini'

type Build = (wrap: <S extends z.ZodMiniType>(schema: S) => S) => z.ZodMiniType

const plain: fc.Arbitrary<Build> = fc.constantFrom<Build>(
  (wrap) => wrap(z.string()),
  (wrap) => wrap(wrap(z.string()).check(z.trim(), z.maxLength(3), z.describe('A word'))),
  (wrap) => wrap(wrap(z.int()).check(z.minimum(0))),
  (wrap) => wrap(z.boolean()),
  (wrap) => wrap(z.enum(['red', 'green'])),
  (wrap) => wrap(z.literal('red')),
  (wrap) => wrap(z.email()),
  (wrap) =>
    wrap(
      z.pipe(
        wrap(z.string()),
        z.transform((text) => text.length),
      ),
    ),
)

const { schema } = fc.letrec<{ schema: Build }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    plain,
    tie('schema').map(
      (inner): Build =>
        (wrap) =>
          wrap(z.optional(inner(wrap))),
    ),
    tie('schema').map(
      (inner): Build =>
        (wrap) =>
          wrap(z.nullable(inner(wrap))),
    ),
    tie('schema').map(
      (inner): Build =>
        (wrap) =>
          wrap(z._default(inner(wrap), 'red')),
    ),
    tie('schema').map(
      (inner): Build =>
        (wrap) =>
          wrap(wrap(z.array(inner(wrap))).check(z.maxLength(2))),
    ),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map(
      (options): Build =>
        (wrap) =>
          wrap(z.union(options.map((option) => option(wrap)))),
    ),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map(
      (fields): Build =>
        (wrap) =>
          wrap(z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field(wrap)])))),
    ),
  ),
}))

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('red', ' red ', 'a@host.test', 1, -1, 1.5, true, null, undefined),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
  ),
})).value

const lazily: Parameters<Build>[0] = (each) => each
const atOnce: Parameters<Build>[0] = (each) => {
  assert.ok(each._zod.def)
  return each
}

test('a schema is initialized when it is first read, not where it is declared', () => {
  const declare = (): z.ZodMiniType[] => {
    const name = z.string().check(z.minLength(1))
    return [name, z.object({ name, color: z.optional(z.enum(['red', 'green'])) }), z.array(name), z.nullable(name)]
  }
  declare()
  for (const [place, declared] of declare().entries()) {
    assert.equal(Object.hasOwn(declared, '_zod'), false, `schema ${place}`)
    declared.safeParse('red')
    assert.equal(Object.hasOwn(declared, '_zod'), true, `schema ${place}`)
  }
})

test('a schema that was not read yet parses and describes itself as one that was', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 5 }), (build, values) => {
      const [one, other] = [build(lazily), build(atOnce)]
      for (const each of values) assert.deepEqual(one.safeParse(each), other.safeParse(each))
      const options = { unrepresentable: 'any', io: 'input' } as const
      assert.deepEqual(z.toJSONSchema(build(lazily), options), z.toJSONSchema(other, options))
    }),
  )
})

test('copies of a schema that was not read yet keep its description, its kind and its checks', () => {
  z.string()
  const described = z.string().check(z.describe('A name'))
  const longer = described.check(z.maxLength(3))
  assert.equal(z.globalRegistry.get(longer)?.description ?? z.toJSONSchema(longer).description, 'A name')
  assert.ok(longer instanceof z.ZodMiniString)
  assert.equal(longer.safeParse('long').success, false)
  assert.equal(z.clone(z.string()).safeParse(1).success, false)
})
