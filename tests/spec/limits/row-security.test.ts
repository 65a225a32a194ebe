import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryPostgres } from '@host/host/testing/database/query-postgres'
import { securedPostgres } from '@host/host/testing/database/test-databases'
import { notes } from '../fixtures/notes.ts'
import { runExecutable } from '../lab/executable.ts'
import { assertRefused } from '../lab/refusal.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const path = '/api/x/notes/notes'
const environment = { HOST_DATABASE_RLS: 'on' }

async function write(visitor: Visitor, title: string): Promise<string> {
  const { status, body } = await visitor.post<{ readonly id: string }>(path, { title })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

test('§2.18 with HOST_DATABASE_RLS=on the product works as without, and PostgreSQL itself keeps workspaces apart', async () => {
  await using database = await securedPostgres.create()
  await using host = await startSpecHost({ at: database, plugins: [notes], environment })
  const { ada, ben, dora } = await host.people()
  const [own, foreign] = [await write(ada, 'of Ada'), await write(dora, 'of Dora')]
  assert.deepEqual((await ben.get(path)).body, ['of Ada'])
  assert.deepEqual((await dora.get(path)).body, ['of Dora'])
  assert.equal((await ada.get(`${path}/${foreign}`)).status, 404)
  assert.equal((await ada.send('DELETE', `${path}/${foreign}`)).status, 200)
  assert.equal((await dora.get(`${path}/${foreign}`)).status, 200)
  assert.equal((await ada.send('DELETE', `${path}/${own}`)).status, 200)

  for (const table of ['notes_notes', 'memberships', 'workspace_features']) {
    const rows = await queryPostgres(new URL(database.url), `select * from ${table}`)
    assert.deepEqual(rows, [], `${table} shows nothing to who names no workspace`)
  }
  assert.ok(!host.log.some(({ level }) => level === 'error'))
})

test('host migrate --plan shows the statements of row-level security', async () => {
  await using database = await securedPostgres.create()
  const env = { HOST_DATABASE_URL: database.url, ...environment }
  const { code, stdout, stderr } = await runExecutable({ args: ['migrate', '--plan'], env })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^create policy host_tenant on "memberships" /m)
  assert.match(stdout, /^alter table "memberships" force row level security;$/m)
})

test('HOST_DATABASE_RLS=on is refused where it would protect nothing', async () => {
  await assertRefused({ environment }, /SQLite has no row-level security/, /HOST_DATABASE_RLS=off/)
})
