/** A workspace that travels between instances of the whole product: all of it, and nothing of others. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { newKeyPair, readIdentity } from '../../../packages/host/src/backup/chunks/recipient.ts'
import type { FileOpener } from '../../../packages/host/src/workspace-transfer/file/file-key.ts'
import { WorkspaceFile } from '../../../packages/host/src/workspace-transfer/file/workspace-file.ts'
import { tablesWithoutRule, transferTables } from '../../../packages/host/src/workspace-transfer/transfer-tables.ts'
import { workspaceTables } from '../../../packages/host/src/workspace-data/workspace-tables.ts'
import { cloneLink } from '../../../plugins/links/server/links/clone-link.ts'
import { cloneOutgoing, cloneRecipient } from '../../../plugins/mail/server/models/clone-outgoing.ts'
import { productModels } from '../lab/data-lab.ts'
import { travelingTables } from '../lab/traveling-tables.ts'
import { openInstance, rowsOfTable, type TransferInstance } from '../lab/transfer-lab.ts'

const [sqlite, postgres] = testDatabases
const passphrase = 'a long passphrase of the test'
const byPassphrase = { kind: 'passphrase', passphrase } as const
const place = { plugin: 'webhooks', field: 'secret', row: 'seal' }

/** The lines of a file as text. */
async function linesOf(path: string, opener: FileOpener): Promise<readonly string[]> {
  await using file = await WorkspaceFile.open(path, opener)
  return await Array.fromAsync(file.entries(new AbortController().signal), (entry) => JSON.stringify(entry))
}

void suite('a workspace that travels', () => {
  let source: TransferInstance
  let target: TransferInstance
  let orgId: string
  let sealed: string
  let lines: readonly string[]
  let opener: FileOpener
  const path = () => join(source.folder, 'tea.workspace')
  const forKey = () => join(source.folder, 'sealed.workspace')

  before(async () => {
    assert.ok(sqlite && postgres)
    source = await openInstance(sqlite, false)
    target = await openInstance(postgres, true)
    const [ada, ben, cleo] = await Promise.all(['ada@tea.test', 'ben@tea.test', 'cleo@else.test'].map(source.user))
    assert.ok(ada && ben && cleo)
    orgId = await source.addTenant({ slug: 'tea', owner: ada, members: [ben], former: cleo })
    await source.addTenant({ slug: 'coffee', owner: cleo, members: [ada], former: ben })
    const put = { type: 'text/plain' }
    await source.blobs.put({ orgId, plugin: 'mail', name: 'raw/small' }, new TextEncoder().encode('small'), put)
    await source.blobs.put({ orgId, plugin: 'links', name: `pictures/${ada}` }, new Uint8Array(600_000).fill(7), put)
    sealed = await source.vault.seal('the secret', { ...place, orgId })
    const there = await target.user('ben@tea.test')
    await target.addTenant({ slug: 'milk', owner: there, members: [], former: await target.user('dora@milk.test') })
    await source.export('tea', 'tea.workspace', byPassphrase)
    const pair = await newKeyPair()
    await source.export('tea', 'sealed.workspace', { kind: 'recipient', recipient: pair.recipient })
    opener = { identity: await readIdentity(pair.identity) }
    lines = await linesOf(forKey(), opener)
  })

  after(async () => {
    await source[Symbol.asyncDispose]()
    await target[Symbol.asyncDispose]()
  })

  test('§I31 every table of the build has a rule: its rows travel, or stay for a stated reason', async () => {
    const { traveling, staying } = transferTables(productModels)
    const rows = workspaceTables(productModels).filter(({ kind }) => kind === 'rows')
    assert.equal(traveling.length + staying.length, rows.length)
    assert.deepEqual(tablesWithoutRule(productModels), [])
    assert.deepEqual(traveling.map(({ model }) => model.table).toSorted(), travelingTables)
    const others = workspaceTables(productModels).filter(({ kind }) => kind !== 'rows')
    assert.deepEqual(
      others.map(({ model }) => model.table),
      ['host_challenges', 'host_data_keys', 'retired_slugs', 'user_sessions'],
    )
    const end = JSON.parse(lines.at(-1) ?? '') as { end: { tables: Record<string, { rows: number }> } }
    const counts = Object.fromEntries(Object.entries(end.end.tables).map(([table, { rows: count }]) => [table, count]))
    assert.deepEqual(counts, Object.fromEntries(traveling.map(({ model }) => [model.table, rowsOfTable(model)])))
  })

  test('§I31 the file has no id of another tenant, of an account, of a session or of a password', async () => {
    const text = lines.join('\n')
    const rows = await source.rows()
    const foreign = [...rows].flatMap(([table, texts]) =>
      texts
        .filter((line) => table === 'users' || !line.includes(orgId))
        .map((line) => JSON.parse(line) as { id?: string })
        .flatMap(({ id }) => (id === undefined ? [] : [id])),
    )
    assert.ok(foreign.length > 200)
    assert.deepEqual(
      foreign.filter((id) => text.includes(id)),
      [],
    )
    for (const word of ['coffee', 'cleo@else.test', '$argon2id$']) assert.ok(!text.includes(word), word)
    assert.ok(text.includes('ada@tea.test'))
    const bytes = await readFile(path())
    for (const word of [orgId, 'ada@tea.test']) assert.ok(!bytes.includes(word), 'the file is sealed')
  })

  test('§I31 an import into the other database gives the same bytes again, and changes no row of others', async () => {
    const earlier = await target.rows()
    const imported = await target.import(path(), { opener: { passphrase } })
    assert.equal(imported.orgId, orgId)
    assert.deepEqual([imported.people, imported.accounts, imported.blobs], [2, 1, 2])
    const later = await target.rows()
    for (const [table, rows] of earlier) {
      const kept = rows.filter((line) => !later.get(table)?.includes(line))
      assert.deepEqual(kept, [], table)
    }
    await target.export('tea', 'again.workspace', byPassphrase)
    assert.ok((await readFile(join(target.folder, 'again.workspace'))).equals(await readFile(path())))
    assert.equal(String(await target.vault.open(sealed, { ...place, orgId })), 'the secret')
  })

  test('§I31 a second import is refused, and a clone stands beside the original with ids of its own', async () => {
    await assert.rejects(target.import(forKey(), { opener }), /has the workspace of the file already/)
    const earlier = await target.rows()
    const clone = await target.import(forKey(), { opener, isClone: true, slug: 'tea-staging' })
    assert.notEqual(clone.orgId, orgId)
    const later = await target.rows()
    for (const [table, rows] of earlier) {
      const added = later.get(table)?.filter((line) => !rows.includes(line)) ?? []
      assert.equal(added.length, (later.get(table)?.length ?? 0) - rows.length, `${table}: no row is changed`)
      if (table !== 'audit_unsealed') assert.ok(!added.join('\n').includes(orgId) || table === 'host_data_keys', table)
    }
    assert.equal(String(await target.vault.open(sealed, { ...place, orgId: clone.orgId })), 'the secret')
    const own = await target.vault.seal('its own', { ...place, orgId: clone.orgId })
    await assert.rejects(async () => target.vault.open(own, { ...place, orgId }))
  })

  test('§I31 a clone takes no address of the shared host, and sends no email that the original sends', () => {
    const id = 'link_01kxyzabcdefghjkmnpqrstvwx'
    const shared = cloneLink({ id, slug: 'Autumn', index_key: '/autumn' })
    assert.deepEqual(shared, { id, slug: 'Autumn-pqrstvwx', index_key: '/autumn-pqrstvwx' })
    const own = { id, slug: 'Autumn', index_key: `${orgId} go.tea.test/autumn` }
    assert.deepEqual(cloneLink(own), own)
    assert.equal(cloneOutgoing({ state: 'scheduled', created_at: '2026-01-01' })['state'], 'canceled')
    assert.equal(cloneOutgoing({ state: 'done' })['state'], 'done')
    assert.equal(cloneRecipient({ state: 'deferred', next_at: '2026-01-01' })['next_at'], null)
    assert.equal(cloneRecipient({ state: 'delivered' })['state'], 'delivered')
  })

  test('§I31 a file for the key of a pair opens with its private half alone', async () => {
    const wrong = await readIdentity((await newKeyPair()).identity)
    await assert.rejects(WorkspaceFile.open(forKey(), { identity: wrong }), /private key does not open the file/)
    await assert.rejects(WorkspaceFile.open(forKey(), { passphrase }), /add its private key/)
    await assert.rejects(WorkspaceFile.open(path(), {}), /needs its passphrase/)
    await assert.rejects(target.import(path(), { opener: { passphrase: 'another one' } }), /does not open the file/)
    await assert.rejects(source.export('tea', 'short', { kind: 'passphrase', passphrase: 'short' }), /at least 12/)
    await assert.rejects(source.export('tea', 'tea.workspace', byPassphrase), /exists/)
  })
})
