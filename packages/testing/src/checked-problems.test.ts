import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineEndpoint, definePlugin, json, nothing, Problem, type ErrorCode } from '@host/plugin'
import { createTestHost, type TestHost } from './index.ts'

const info = { title: 'Notes', description: 'Keeps notes', icon: 'notebook', category: 'Work', api: '^1' } as const

const named = defineEndpoint({
  pattern: 'POST /api/x/notes/named',
  input: nothing,
  output: nothing,
  errors: ['conflict', 'gone'],
  summary: 'Throw what the definition names',
})
const unnamed = defineEndpoint({
  pattern: 'POST /api/x/notes/unnamed',
  input: nothing,
  output: nothing,
  summary: 'Throw what the definition does not name',
})
const one = defineEndpoint({
  pattern: 'GET /api/x/notes/notes/{id}',
  input: nothing,
  output: nothing,
  summary: 'Read what is not there',
})

/** Throws the given error, at once or later, or answers with it. */
function plugin(code: ErrorCode, way: 'now' | 'later' | 'answer' = 'later') {
  const fail = (): Promise<never> | Response => {
    const problem = new Problem(code)
    if (way === 'now') throw problem
    if (way === 'later') return Promise.reject(problem)
    return json({ code }, { status: problem.status, headers: { 'content-type': 'application/problem+json' } })
  }
  return definePlugin({
    name: 'notes',
    info,
    models: [],
    mount(mux) {
      mux.endpoint(named, fail)
      mux.endpoint(unnamed, fail)
      mux.endpoint(one, fail)
    },
  })
}

const statusOf = async (host: TestHost, path: string): Promise<number> =>
  (await host.as('member').post(`/api/x/notes/${path}`)).status

const said = ({ logs }: TestHost): string =>
  JSON.stringify(logs, (_, value: unknown) => (value instanceof Error ? value.message : value))

test('§A10 a problem that neither the definition nor the host names fails the call, however it is thrown, and the log says which', async () => {
  for (const way of ['now', 'later', 'answer'] as const) {
    await using host = await createTestHost({ plugins: [plugin('conflict', way)] })
    assert.deepEqual([await statusOf(host, 'named'), await statusOf(host, 'unnamed')], [409, 500])
    const sentence = `The handler of "${unnamed.pattern}" throws "conflict", which its definition does not list.`
    assert.ok(said(host).includes(JSON.stringify(sentence).slice(1, -1)), way)
  }
})

test("§A10 the host's own answers are implied, and so is the missing record of a wildcard", async () => {
  await using host = await createTestHost({ plugins: [plugin('service_unavailable')] })
  assert.equal(await statusOf(host, 'unnamed'), 503)
  await using other = await createTestHost({ plugins: [plugin('not_found')] })
  assert.equal((await other.as('member').get('/api/x/notes/notes/nte_1')).status, 404)
  assert.equal(await statusOf(other, 'unnamed'), 500, 'without a wildcard it has to be named')
})

test('§A10 a typed call that meets it says so by itself', async () => {
  await using host = await createTestHost({ plugins: [plugin('conflict')] })
  await assert.rejects(host.as('member').call(unnamed), /answered 500 internal .* throws "conflict"/)
  await assert.rejects(host.as('member').call(named), { code: 'conflict', cause: undefined })
})
