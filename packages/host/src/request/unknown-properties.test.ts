import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, type JsonSchema } from '@host/plugin'
import { UnknownProperties } from './unknown-properties.ts'

function unknownIn(schema: JsonSchema, value: unknown): readonly string[] {
  return new UnknownProperties(schema).in(value).map(({ path }) => path)
}

const text = { type: 'string' }
const named = { type: 'object', properties: { name: text } }

test('an object takes the properties it names, and any when it says so', () => {
  assert.deepEqual(unknownIn(named, { name: 'a', other: 1 }), ['other'])
  assert.deepEqual(unknownIn({ ...named, additionalProperties: false }, { other: 1 }), ['other'])
  assert.deepEqual(unknownIn({ ...named, additionalProperties: true }, { other: 1 }), [])
  assert.deepEqual(unknownIn({ ...named, additionalProperties: named }, { other: { x: 1 } }), ['other.x'])
  assert.deepEqual(unknownIn({}, { anything: { at: 'all' } }), [])
  assert.deepEqual(unknownIn({ type: 'null' }, { a: 1 }), ['a'])
})

test('lists, tuples and references are followed', () => {
  const schema = {
    $defs: { named },
    properties: { list: { items: { $ref: '#/$defs/named' } }, pair: { prefixItems: [named, text] } },
  }
  assert.deepEqual(unknownIn(schema, { list: [{ name: 'a' }, { x: 1 }], pair: [{ y: 1 }, 'b'] }), [
    'list.1.x',
    'pair.0.y',
  ])
})

test('parts of one object are known together, and of branches the one that is meant counts', () => {
  const both = { allOf: [named, { properties: { size: text } }] }
  assert.deepEqual(unknownIn(both, { name: 'a', size: 'b', x: 1 }), ['x'])
  const tagged = (tag: string, property: string) => ({
    type: 'object',
    properties: { tag: { const: tag }, [property]: text },
  })
  const either = { oneOf: [tagged('a', 'x'), tagged('b', 'y'), { type: 'null' }] }
  assert.deepEqual(unknownIn(either, { tag: 'a', x: 'v' }), [])
  assert.deepEqual(unknownIn(either, { tag: 'a', y: 'v' }), ['y'])
  assert.deepEqual(unknownIn({ anyOf: [named, text] }, { x: 1 }), ['x'])
})

test('a name that every object inherits is as unknown as any', () => {
  assert.deepEqual(unknownIn(named, JSON.parse('{"constructor":1,"__proto__":{}}')), ['constructor', '__proto__'])
})

test('a property that libraries drop is unknown where any other is taken', () => {
  assert.deepEqual(unknownIn({ additionalProperties: named }, JSON.parse('{"a":{},"__proto__":{}}')), ['__proto__'])
  assert.deepEqual(unknownIn({}, JSON.parse('{"a":{"__proto__":1}}')), ['a.__proto__'])
})

test('a value can not lead a schema that refers to itself deeper than it goes', () => {
  const tree: JsonSchema = { properties: { child: { $ref: '#' } } }
  const deep = JSON.parse(`${'{"child":'.repeat(50_000)}{}${'}'.repeat(50_000)}`) as unknown
  assert.throws(
    () => unknownIn(tree, deep),
    (error) => error instanceof Problem && error.code === 'bad_request',
  )
  const circle: JsonSchema = { allOf: [{ $ref: '#' }] }
  assert.deepEqual(unknownIn(circle, { a: 1 }), [])
})

test('§8.16 the walk ends with the last wrong property that an answer names, and looks at nothing behind it', () => {
  const looked = (value: object): { readonly value: object; readonly count: () => number } => {
    let count = 0
    const get = (target: object, key: PropertyKey): unknown => {
      if (typeof key === 'string' && key !== 'length') count += 1
      return Reflect.get(target, key) as unknown
    }
    return { value: new Proxy(value, { get }), count: () => count }
  }
  const closed = { type: 'object', properties: { name: text }, additionalProperties: false }
  const members = looked(Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, {}])))
  assert.equal(new UnknownProperties(closed).in(members.value).length, 100)
  assert.equal(members.count(), 0, 'a property that is refused is not looked into')
  const items = looked(Array.from({ length: 90_000 }, () => ({ more: 1 })))
  assert.equal(new UnknownProperties({ type: 'array', items: closed }).in(items.value).length, 100)
  assert.ok(items.count() <= 102, `${items.count()} of 90,000 items`)
})
