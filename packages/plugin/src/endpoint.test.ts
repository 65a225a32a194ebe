import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as full from 'zod'
import * as z from 'zod/mini'
import { defineEndpoint, endpointsWith, nothing } from './endpoint.ts'

const shared = { pattern: 'POST /api/x/notes/notes', summary: 'Create a note' } as const

test('an endpoint is for members of a workspace unless it says otherwise', () => {
  const define = endpointsWith(z.toJSONSchema)
  assert.equal(define({ ...shared, input: nothing, output: nothing }).audience, 'workspace')
  assert.equal(define({ ...shared, input: nothing, output: nothing, audience: 'public' }).audience, 'public')
})

test('JSON Schema comes from the schema itself, or from the converter that was given once', () => {
  const own = defineEndpoint({ ...shared, input: full.object({ title: full.string() }), output: nothing })
  const converted = endpointsWith(z.toJSONSchema)({
    ...shared,
    input: z.object({ title: z.string() }),
    output: nothing,
  })
  for (const endpoint of [own, converted]) {
    assert.deepEqual(endpoint.jsonSchema('input')['properties'], { title: { type: 'string' } })
    assert.deepEqual(endpoint.jsonSchema('output'), { type: 'null' })
  }
})

test('a default makes a property optional for who sends and certain for who reads', () => {
  const schema = z.object({ done: z._default(z.boolean(), false) })
  const endpoint = endpointsWith(z.toJSONSchema)({ ...shared, input: schema, output: schema })
  assert.equal(endpoint.jsonSchema('input')['required'], undefined)
  assert.deepEqual(endpoint.jsonSchema('output')['required'], ['done'])
})

test('nothing takes nothing', async () => {
  for (const value of [undefined, null, {}]) assert.ok('value' in (await nothing['~standard'].validate(value)))
  assert.ok('issues' in (await nothing['~standard'].validate({ a: 1 })))
})
