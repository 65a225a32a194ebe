import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as forAuthors from './index.ts'
import * as forPlatform from './platform.ts'

test('a token is its name', () => {
  assert.deepEqual({ ...forAuthors.serviceToken('hello.greeter') }, { name: 'hello.greeter' })
})

test('a name that is not <plugin>.<service> is refused with valid values', () => {
  for (const name of ['', 'greeter', 'Hello.greeter', 'hello.', '.greeter', 'hello greeter']) {
    assert.throws(() => forAuthors.serviceToken(name), /write <plugin>\.<service>/, name)
  }
})

test('the tokens of the contract have names of their own', () => {
  const exported: readonly unknown[] = [...Object.values(forAuthors), ...Object.values(forPlatform)]
  const names = exported.flatMap((value) =>
    typeof value === 'object' && value !== null && 'name' in value && Object.keys(value).length === 1
      ? [value.name]
      : [],
  )
  assert.ok(names.length >= 50)
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(String(name), /^core\.[a-z-]+$/)
})
