import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { isMutating } from '../../../packages/host/src/request/is-mutating.ts'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { sampleOf } from '../../../packages/testing/src/plugin-checks/live/sample-input.ts'
import { emailOf, password } from '../lab/people.ts'
import { reviewedFor } from '../lab/reviewed-routes.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Answer, Visitor } from '../lab/visitor.ts'
import { routesOf, type EditionRoute } from '../access/matrix/edition-routes.ts'

/** The endpoints for users and for the console that change something. */
function changing({ host }: SpecHost): readonly EditionRoute[] {
  return routesOf(host).filter(
    ({ audience, endpoint }) =>
      (audience === 'user' || audience === 'instance') && endpoint !== undefined && isMutating(endpoint),
  )
}

/** Inputs that get as far as the end of an endpoint, where one made from the schema does not. */
const inputs: Readonly<Record<string, unknown>> = {
  'POST /api/auth/password': { current: password, password: 'another house by the sea' },
  'POST /api/auth/account/delete': { email: emailOf('eve') },
}

async function callWithKey(visitor: Visitor, { pattern, method = '', path, endpoint }: EditionRoute): Promise<Answer> {
  const { examples: [example] = [] } = endpoint ?? {}
  const input = inputs[pattern] ?? (example && 'input' in example ? example.input : undefined)
  return await visitor.send(method, path.replaceAll(/\{[^}]+\}/g, 'unknown'), {
    ...(method !== 'DELETE' && endpoint && { body: input ?? sampleOf(endpoint.jsonSchema('input')) ?? {} }),
    headers: { 'idempotency-key': 'cookies' },
  })
}

test('§3.11 an endpoint for users or the console that takes no keys is one that was reviewed', async () => {
  await using host = await startSpecHost()
  const without = changing(host).filter(({ isIdempotent }) => !isIdempotent)
  assert.deepEqual(without.map(({ pattern }) => pattern).toSorted(), reviewedFor('unkeyed'))
})

test('§3.11 no endpoint for users or the console that takes keys sets a cookie', async () => {
  await using host = await startSpecHost()
  const { ada, eve } = await host.people()
  const wrong: string[] = []
  for (const route of changing(host).filter(({ isIdempotent }) => isIdempotent)) {
    const { status, headers } = await callWithKey(route.audience === 'user' ? eve : ada, route)
    if (status >= 500 || headers.has('set-cookie')) wrong.push(`${route.pattern} answered ${status}`)
  }
  assert.deepEqual(wrong, [])
})

/** The ids of the holders of all entries, in order. */
function holders({ url }: TestDatabase): readonly string[] {
  const database = new DatabaseSync(url, { timeout: 30_000, readOnly: true })
  try {
    const rows = database.prepare('select org_id from idempotency_entries order by org_id').all()
    return rows.map((row) => String(row['org_id']))
  } finally {
    database.close()
  }
}

async function userIdOf(visitor: Visitor): Promise<string> {
  return (await visitor.get<{ user: { id: string } }>('/api/auth/me')).body.user.id
}

const renamed = (name: string) => ({ body: { name }, headers: { 'idempotency-key': 'rename' } })

test('§3.10 the keys of a user end with the account, and those of others stay', async () => {
  const [sqlite] = testDatabases
  await using database = await (sqlite ?? assert.fail()).create(editionTemplate())
  await using host = await startSpecHost({ at: database })
  const { ben, eve } = await host.people()
  for (const person of [ben, eve]) {
    assert.equal((await person.send('PATCH', '/api/auth/profile', renamed('Robin'))).status, 204)
  }
  const [benId, eveId] = [await userIdOf(ben), await userIdOf(eve)]
  assert.deepEqual(holders(database), [benId, eveId].toSorted())
  assert.equal((await eve.post('/api/auth/account/delete', { email: emailOf('eve') })).status, 204)
  assert.deepEqual(holders(database), [benId])
})

test('§3.10 a token with fewer rights gets 422 for the key of an instance admin, and a session gets the answer of a token', async () => {
  await using host = await startSpecHost()
  const { ada } = await host.people()
  const token = async (scopes: readonly string[]): Promise<(key: string) => Promise<Answer>> => {
    const { status, body } = await ada.post<{ token: string }>('/api/instance/tokens', { name: scopes.join(), scopes })
    assert.equal(status, 201, JSON.stringify(body))
    const bearer = host.visitor()
    return (key) =>
      bearer.send('PUT', '/api/instance/audit/retention', {
        body: { days: 400 },
        headers: { authorization: `Bearer ${body.token}`, 'idempotency-key': key },
      })
  }
  const [wide, narrow] = [await token(['audit.read', 'audit.write']), await token(['audit.write'])]
  const session = (key: string): Promise<Answer> =>
    ada.send('PUT', '/api/instance/audit/retention', { body: { days: 400 }, headers: { 'idempotency-key': key } })
  const outcome = async (answer: Promise<Answer>): Promise<string> => {
    const { status, headers, body } = await answer
    return `${status} ${(body as { code?: string }).code ?? headers.get('idempotency-replayed') ?? 'ran'}`
  }
  assert.equal(await outcome(session('session')), '200 ran')
  for (const call of [wide, narrow]) assert.equal(await outcome(call('session')), '422 idempotency_caller_mismatch')
  assert.equal(await outcome(wide('wide')), '200 ran')
  assert.equal(await outcome(narrow('wide')), '422 idempotency_caller_mismatch')
  assert.equal(await outcome(session('wide')), '200 true')
})

test('§3.10 keys of users hinder neither the export nor the deletion of their workspace', async () => {
  const [sqlite] = testDatabases
  await using database = await (sqlite ?? assert.fail()).create(editionTemplate())
  await using host = await startSpecHost({ at: database })
  const { dora } = await host.people()
  const { items } = (await dora.get<{ items: { id: string }[] }>('/api/workspaces')).body
  const path = `/api/workspaces/${items[0]?.id ?? ''}`
  const change = await dora.send('PATCH', path, renamed('Atelier'))
  assert.equal(change.status, 200, JSON.stringify(change.body))
  const userId = await userIdOf(dora)
  assert.deepEqual(holders(database), [userId])
  const file = await dora.get<{ tables: Record<string, unknown> }>(`${path}/export`)
  assert.deepEqual([file.status, file.body.tables['idempotency_entries']], [200, []])
  assert.equal((await dora.send('DELETE', `${path}?confirmation=Atelier`)).status, 204)
})
