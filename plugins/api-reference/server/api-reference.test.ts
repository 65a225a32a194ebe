import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { readApi, readWholeApi } from '../shared.ts'
import { plugin } from './index.ts'

test('members read the routes of their workspace, instance admins read all', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const { paths } = await host.as('member').call(readApi)
  assert.deepEqual(Object.keys(paths), ['/api/openapi.json'])
  const whole = await host.as('instanceAdmin').call(readWholeApi)
  assert.deepEqual(Object.keys(whole.paths), ['/api/openapi.json', '/api/instance/openapi.json'])
  assert.equal((await host.as('owner').get('/api/instance/openapi.json')).status, 403)
})

test('a client that has the document is not sent it again, for any validator syntax, and one with another document is', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const member = host.as('member')
  const etag = (await member.get('/api/openapi.json')).headers.get('etag') ?? ''
  const ask = async (header: string): Promise<unknown> => {
    const response = await member.get('/api/openapi.json', { headers: { 'if-none-match': header } })
    return [response.status, (await response.text()) === '', response.headers.get('etag')]
  }
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) assert.deepEqual(await ask(known), [304, true, etag])
  for (const other of ['"x"', '', etag.slice(1)]) assert.deepEqual(await ask(other), [200, false, etag])
})
