import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { readFieldFacts } from './field-facts.ts'

const schema = z.toJSONSchema(
  z.object({
    name: z.string().check(z.maxLength(40)),
    text: z.string().check(z.maxLength(4000)),
    email: z.email(),
    site: z.optional(z.url()),
    day: z.nullable(z.iso.date()),
    nick: z.nullable(z.string()),
    count: z.int().check(z.gte(1), z.lte(9)),
    ratio: z.number(),
    isOn: z.boolean(),
    colour: z.enum(['red', 'blue']),
    tags: z.array(z.string()),
    colours: z.array(z.enum(['red', 'blue'])),
  }),
  { io: 'input' },
) as Readonly<Record<string, unknown>>

test.each([
  ['name', 'text'],
  ['text', 'textarea'],
  ['email', 'email'],
  ['site', 'url'],
  ['day', 'date'],
  ['nick', 'text'],
  ['count', 'number'],
  ['ratio', 'number'],
  ['isOn', 'checkbox'],
  ['colour', 'select'],
  ['tags', 'combobox'],
  ['colours', 'combobox'],
  ['unknown', 'text'],
])('%s is filled in with %s', (name, control) => {
  expect(readFieldFacts(schema, name).control).toBe(control)
})

test('a nullable or optional field need not be filled in', () => {
  const facts = (name: string) => readFieldFacts(schema, name)
  expect([facts('name'), facts('day'), facts('nick'), facts('site')].map(({ isRequired }) => isRequired)).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([facts('day'), facts('nick'), facts('site')].map(({ isNullable }) => isNullable)).toEqual([true, true, false])
})

test('bounds are those of the author, and not those of every number', () => {
  expect(readFieldFacts(schema, 'count')).toMatchObject({ min: 1, max: 9 })
  expect(readFieldFacts(schema, 'name').maxLength).toBe(40)
  expect(readFieldFacts(z.toJSONSchema(z.object({ any: z.int() })) as never, 'any').min).toBeUndefined()
})

test('choices come from the schema, also those of a list', () => {
  expect(readFieldFacts(schema, 'colour').values).toEqual(['red', 'blue'])
  expect(readFieldFacts(schema, 'colours')).toMatchObject({ isList: true, values: ['red', 'blue'] })
})

test('the default is read from the field, also behind a null', () => {
  const color = z.enum(['red', 'blue'])
  const defaults = z.toJSONSchema(
    z.object({
      plain: z._default(color, 'red'),
      optional: z.optional(z._default(color, 'red')),
      inside: z.nullable(z._default(color, 'red')),
      outside: z._default(z.nullable(color), null),
      none: z.optional(color),
    }),
    { io: 'input' },
  ) as Readonly<Record<string, unknown>>
  const names = ['plain', 'optional', 'inside', 'outside', 'none']
  expect(names.map((name) => readFieldFacts(defaults, name).initial)).toEqual(['red', 'red', 'red', null, undefined])
})

test('a schema that says nothing leaves everything to the page', () => {
  expect(readFieldFacts(undefined, 'name')).toMatchObject({ control: 'text', isRequired: false })
})
