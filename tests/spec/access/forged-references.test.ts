/** Files whose keys and file names are those of another tenant: an import gives nothing of it, and takes nothing from it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { newKeyPair, readIdentity } from '../../../packages/host/src/backup/chunks/recipient.ts'
import type { Entry, FileHead } from '../../../packages/host/src/workspace-transfer/file/entries.ts'
import type { FileOpener } from '../../../packages/host/src/workspace-transfer/file/file-key.ts'
import { WorkspaceFile } from '../../../packages/host/src/workspace-transfer/file/workspace-file.ts'
import { changeEntry, changeRow, Forger, type Change } from '../lab/forged-file.ts'
import { openInstance, type TransferInstance } from '../lab/transfer-lab.ts'

const place = { plugin: 'mail', field: 'a' }
const put = { type: 'text/plain' }
/** A plugin whose rows own files, and a table of it. */
const owner = { plugin: 'workspaces', table: 'workspaces_logos' }
const secretFile = 'logos/of-milk'

void suite('a file that names keys and files of another tenant', () => {
  const held = new AsyncDisposableStack()
  let target: TransferInstance
  let opener: FileOpener
  let forger: Forger
  let head: FileHead
  let entries: readonly Entry[]
  let [milk, milkKey, milkSealed, instanceSealed, teaSealed] = ['', '', '', '', '']

  before(async () => {
    const [sqlite] = testDatabases
    assert.ok(sqlite)
    const source = held.use(await openInstance(sqlite, false))
    target = held.use(await openInstance(sqlite, true))
    const [ada, ben] = [await source.user('ada@tea.test'), await source.user('ben@tea.test')]
    const tea = await source.addTenant({ slug: 'tea', owner: ada, members: [], former: ben })
    teaSealed = await source.vault.seal('of tea', { ...place, orgId: tea })
    const pair = await newKeyPair()
    await source.export('tea', 'tea.workspace', { kind: 'recipient', recipient: pair.recipient })
    opener = { identity: await readIdentity(pair.identity) }
    await using file = await WorkspaceFile.open(join(source.folder, 'tea.workspace'), opener)
    const signal = new AbortController().signal
    head = (await file.prove(signal)).head
    entries = (await Array.fromAsync(file.entries(signal))).slice(0, -1)
    forger = new Forger(target.folder, pair.recipient)
    const [eve, fay] = [await target.user('eve@milk.test'), await target.user('fay@milk.test')]
    milk = await target.addTenant({ slug: 'milk', owner: eve, members: [], former: fay })
    milkSealed = await target.vault.seal('of milk', { ...place, orgId: milk })
    instanceSealed = await target.vault.seal('of the instance', { ...place, orgId: undefined })
    milkKey = await keyOf(milk)
    await target.blobs.put({ orgId: milk, plugin: owner.plugin, name: secretFile }, Buffer.from('of milk'), put)
  })
  after(() => held.disposeAsync())

  const run = async (sql: string, writes = false) => (await target.database.run({ sql, parameters: [], writes })).rows

  async function keyOf(orgId: string): Promise<string> {
    const [row] = await run(`select id from host_data_keys where workspace_id = '${orgId}'`)
    return String(row?.['id'])
  }

  async function importForged(slug: string, change: Change): Promise<string> {
    const file = await forger.entries(entries, change)
    return (await target.import(file, { opener, isClone: true, slug })).orgId
  }

  const find = (orgId: string) => target.blobs.find({ orgId, plugin: owner.plugin, name: secretFile })
  const readMilk = async () => {
    const blob = await find(milk)
    return [
      blob && (await new Response(target.blobs.read(blob)).text()),
      String(await target.vault.open(milkSealed, { ...place, orgId: milk })),
    ]
  }

  test('§I31 a key that claims to be that of another tenant or of the instance opens none of its values', async () => {
    const instanceKey = await keyOf('')
    const former = Array.from({ length: 300 }, (_, at) => `dky_${at}`)
    const origins = [milkKey, instanceKey, ...former].map((id) => ({ id, workspace: milk }))
    const forged = await importForged('origins', changeEntry('key', { origins }))
    for (const sealed of [milkSealed, instanceSealed]) {
      await assert.rejects(async () => target.vault.open(sealed, { ...place, orgId: forged }))
    }
    assert.equal(String(await target.vault.open(teaSealed, { ...place, orgId: forged })), 'of tea')
    await assert.rejects(async () => target.vault.open(teaSealed, { ...place, orgId: milk }))
    const own = await target.vault.seal('its own', { ...place, orgId: forged })
    for (const orgId of [milk, undefined]) await assert.rejects(async () => target.vault.open(own, { ...place, orgId }))
    assert.deepEqual(await readMilk(), ['of milk', 'of milk'])
  })

  test('§I31 a row that owns a file of another tenant gives no byte of it, and takes none with it when it is deleted', async () => {
    const claim = changeRow(head, owner.table, (row, columns) => void (row[columns.indexOf('file')] = secretFile))
    const forged = await importForged('files', claim)
    const rows = await run(`select file from ${owner.table} where org_id = '${forged}'`)
    assert.deepEqual(rows, [{ file: secretFile }])
    assert.equal(await find(forged), undefined)
    await run(`delete from ${owner.table} where org_id = '${forged}'`, true)
    assert.deepEqual(await readMilk(), ['of milk', 'of milk'])
  })

  test('§I31 a file whose blob has the id of one of another tenant is refused', async () => {
    const [row] = await run(`select id from host_blobs where org_id = '${milk}'`)
    const blob = {
      id: String(row?.['id']),
      plugin: 'mail',
      name: 'a',
      size: 0,
      type: 'a/b',
      changed_at: '2026-01-02T03:04:05.000Z',
    }
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    let isAdded = false
    const file = await forger.entries(
      entries.flatMap((entry): Entry[] => {
        if (isAdded || typeof entry !== 'object' || !('table' in entry)) return [entry]
        isAdded = true
        return [{ blob }, { blobEnd: empty }, entry]
      }),
      (entry) => entry,
    )
    await assert.rejects(target.import(file, { opener }), /"host_blobs" has the id of another row/)
    assert.deepEqual(await readMilk(), ['of milk', 'of milk'])
  })
})
