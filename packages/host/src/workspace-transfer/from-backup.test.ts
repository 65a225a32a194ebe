/** A workspace out of a backup: as it was then, whatever happened to it since, and without a trace of the copy it is taken from. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabases, type TestDatabase } from '../../testing/database/test-databases.ts'
import { runOn } from '../../testing/move/move-lab.ts'
import {
  addWorkspace,
  commandOn,
  newInstance,
  noteCount,
  rowsOf,
} from '../../testing/workspace-transfer/transfer-commands.ts'
import { newKeyPair } from '../backup/chunks/recipient.ts'
import { makeBackup } from '../boot/backup-commands.ts'
import { cloneWorkspace, exportWorkspaceFile } from '../boot/workspace-commands.ts'

for (const product of testDatabases) {
  test(`§I31 ${product.name}: --from-backup takes a workspace as it was, beside its later rows, and removes its copy`, async () => {
    await using instance = await newInstance(product)
    // A plain role may not make the database of the copy.
    const place = { url: instance.fresh.adminUrl, folder: instance.folder }
    const given = commandOn(place)
    await addWorkspace(instance, 'tea')
    const backups = { kind: 'folder', path: join(instance.folder, 'backups') } as const
    await makeBackup({ ...given, place: backups })
    await runOn(instance.fresh, `delete from notes_notes`)
    await runOn(instance.fresh, `update workspaces set name = 'Renamed'`)
    await using left = await leaveCopies(instance.fresh)
    const from = { place: backups, backup: 'newest', identity: undefined } as const
    const cloned = await cloneWorkspace({ ...given, workspace: 'tea', slug: 'yesterday', from })
    assert.deepEqual([cloned.rows, cloned.name, cloned.people, cloned.blobs], [noteCount + 1, 'The tea', 1, 1])
    const { recipient } = await newKeyPair()
    const out = join(instance.folder, 'tea.workspace')
    const exported = await exportWorkspaceFile({
      ...given,
      workspace: 'tea',
      out,
      recipient: { kind: 'recipient', recipient },
      from,
    })
    assert.equal(exported.rows, noteCount + 1)
    assert.equal((await rowsOf(instance)).get('notes_notes')?.length, noteCount)
    assert.deepEqual(
      (await readdir(instance.folder)).filter((name) => name.startsWith('host_copy_')),
      [],
    )
    if (product.dialect === 'sqlite') return
    assert.deepEqual(await runOn(instance.fresh, `select datname from pg_database where datname like 'host_copy_%'`), [
      { datname: left.used },
    ])
  })
}

/** Makes databases of copies of long ago on the server of an instance, and uses one of them. */
async function leaveCopies({ adminUrl }: TestDatabase): Promise<AsyncDisposable & { readonly used: string }> {
  const used = 'host_copy_2_used'
  await using opened = new AsyncDisposableStack()
  if (adminUrl.startsWith('postgres')) {
    const admin = opened.adopt(new pg.Client(adminUrl), (client) => client.end())
    await admin.connect()
    await admin.query('create database host_copy_1_left')
    await admin.query(`create database ${used}`)
    opened.defer(async () => void (await admin.query(`drop database ${used} with (force)`)))
    const url = new URL(adminUrl)
    url.pathname = `/${used}`
    const user = opened.adopt(new pg.Client(url.href), (client) => client.end())
    await user.connect()
  }
  const held = opened.move()
  return { used, [Symbol.asyncDispose]: () => held.disposeAsync() }
}
