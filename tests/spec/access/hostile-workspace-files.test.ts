/** Files of attackers: each is refused with its reason, and after them every row of the instance is as before, byte by byte. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, suite, test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { newKeyPair, readIdentity } from '../../../packages/host/src/backup/chunks/recipient.ts'
import { TypeIds } from '../../../packages/host/src/database/type-id.ts'
import type { Entry, FileHead } from '../../../packages/host/src/workspace-transfer/file/entries.ts'
import type { FileOpener } from '../../../packages/host/src/workspace-transfer/file/file-key.ts'
import { WorkspaceFile } from '../../../packages/host/src/workspace-transfer/file/workspace-file.ts'
import {
  addColumn,
  changeEntry as set,
  changeRow,
  Forger,
  list,
  type Change,
  type ChangeRow,
} from '../lab/forged-file.ts'
import { openInstance, type TransferInstance } from '../lab/transfer-lab.ts'

const signal = new AbortController().signal

void suite('a hostile file', () => {
  const held = new AsyncDisposableStack()
  let target: TransferInstance
  let forger: Forger
  let opener: FileOpener
  let entries: readonly Entry[]
  let head: FileHead
  let honest: Buffer
  /** A row of the other tenant. */
  let foreign: (table: string) => Readonly<Record<string, unknown>>
  let rows: ReadonlyMap<string, readonly string[]>

  before(async () => {
    const [sqlite] = testDatabases
    assert.ok(sqlite)
    const source = held.use(await openInstance(sqlite, false))
    target = held.use(await openInstance(sqlite, true))
    const [owner, former] = [await source.user('ada@tea.test'), await source.user('ben@tea.test')]
    const orgId = await source.addTenant({ slug: 'tea', owner, members: [], former })
    await source.blobs.put({ orgId, plugin: 'mail', name: 'raw/a' }, new TextEncoder().encode('bytes'), { type: 'a/b' })
    await source.vault.seal('a secret', { orgId, plugin: 'mail', field: 'a' })
    const pair = await newKeyPair()
    await source.export('tea', 'tea.workspace', { kind: 'recipient', recipient: pair.recipient })
    opener = { identity: await readIdentity(pair.identity) }
    honest = await readFile(join(source.folder, 'tea.workspace'))
    {
      await using file = await WorkspaceFile.open(join(source.folder, 'tea.workspace'), opener)
      head = (await file.prove(signal)).head
      entries = (await Array.fromAsync(file.entries(signal))).slice(0, -1)
    }
    const there = await target.user('eve@milk.test')
    const milk = await target.addTenant({
      slug: 'milk',
      owner: there,
      members: [],
      former: await target.user('fay@milk.test'),
    })
    await target.vault.seal('a secret', { orgId: milk, plugin: 'mail', field: 'a' })
    forger = new Forger(target.folder, pair.recipient)
    rows = await target.rows()
    foreign = (table) => JSON.parse(rows.get(table)?.[0] ?? '{}') as Record<string, unknown>
  })
  after(() => held.disposeAsync())

  afterEach(async (t) => {
    if (!t.name.includes('honest')) assert.deepEqual(await target.rows(), rows)
  })

  /** The refusal of a file. */
  async function refusalOf(file: string, choice: { readonly slug?: string; readonly isClone?: boolean } = {}) {
    const refusal = await target.import(file, { opener, ...choice }).then(
      () => 'imported',
      (error: Error) => (error.name === 'TransferError' ? error.message : `not explained: ${error.stack}`),
    )
    return refusal
  }

  const refused = async (change: Change, reason: RegExp): Promise<void> =>
    assert.match(await refusalOf(await forger.entries(entries, change)), reason)

  const rowOf = (table: string, change: ChangeRow): Change => changeRow(head, table, change)
  const withColumn = (table: string, column: string, value: unknown): Change =>
    addColumn(head, { table, column, value })
  const setIn = (table: string, column: string, value: unknown): Change =>
    rowOf(table, (row, columns) => void (row[columns.indexOf(column)] = value))

  test('§I31 a file that is cut, altered, or of another kind is refused', async () => {
    const damaged = async (change: (bytes: Buffer) => Buffer, reason: RegExp): Promise<void> =>
      assert.match(await refusalOf(await forger.bytes(change(Buffer.from(honest)))), reason)
    await damaged((bytes) => bytes.subarray(0, -20), /cut short/)
    await damaged((bytes) => Buffer.concat([bytes, Buffer.from('more')]), /altered/)
    await damaged((bytes) => (bytes.write('PK\u0003\u0004', 'latin1'), bytes), /Not a workspace file/)
    await damaged((bytes) => (bytes.write('HWS2'), bytes), /newer version/)
    await damaged((bytes) => (bytes.writeUInt32BE(0xff_ff_ff_ff, 4), bytes), /altered/)
    await damaged((bytes) => (bytes.writeUInt32BE(0xff_ff_ff_ff, 8 + bytes.readUInt32BE(4)), bytes), /altered/)
    await damaged(
      (bytes) => (bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9), bytes),
      /altered|does not open/,
    )
    await damaged(() => Buffer.alloc(0), /cut short/)
  })

  test('§I31 a file that expands without end is refused before it fills memory or disk', async () => {
    async function* oneLine() {
      for (let at = 0; at < 33; at += 1) yield 'x'.repeat(1024 * 1024).slice(0, -1)
    }
    async function* manyRows() {
      yield JSON.stringify({ head: { ...head, plugins: [], tables: [], staying: [] } })
      for (const entry of entries.slice(1, 3)) yield JSON.stringify(entry)
      yield '{"table":"views_views"}'
      for (let at = 0; at < 42; at += 1) yield JSON.stringify(['x'.repeat(1024 * 1024)])
    }
    const joined = async function* () {
      yield (await Array.fromAsync(oneLine())).join('')
    }
    assert.match(await refusalOf(await forger.lines(joined())), /longer than any/)
    assert.match(await refusalOf(await forger.lines(manyRows())), /expands to far more/)
  })

  test('§I31 ids, keys and accounts of other tenants are refused', async () => {
    await refused(set('workspace', { id: foreign('workspaces')['id'] }), /has the workspace of the file already/)
    await refused(setIn('views_views', 'id', foreign('views_views')['id']), /"views_views" has the id of another row/)
    await refused(setIn('products_lines', 'order_id', foreign('products_orders')['id']), /refers to does not exist/)
    await refused(set('key', { id: foreign('host_data_keys')['id'] }), /"host_data_keys" has the id of another row/)
    await refused(set('person', { id: foreign('users')['id'] }), /names the account/)
    await refused(setIn('views_views', 'user_id', foreign('users')['id']), /names the account/)
    await refused(setIn('views_views', 'name', `of ${String(foreign('users')['id'])}`), /names the account/)
    const elsewhere = `${String(foreign('workspaces')['id'])} go.milk.test/autumn`
    await refused(setIn('links_links', 'index_key', elsewhere), /ID of another workspace in its column "index_key"/)
    await refused(setIn('links_retired', 'index_key', elsewhere), /ID of another workspace in its column "index_key"/)
    await refused(setIn('memberships', 'user_id', new TypeIds().next('mbr')), /not among its members/)
  })

  test('§I31 tables, columns, values and names that no workspace has are refused', async () => {
    const tables = (change: (all: FileHead['tables']) => unknown[]) => set('head', { tables: change(head.tables) })
    await refused(
      tables((all) => [...all, { table: 'users', columns: ['id'] }]),
      /table "users", which this build/,
    )
    await refused(
      tables((all) => [...all, all[0]]),
      /twice/,
    )
    await refused(
      tables(([one, ...all]) => [{ ...one, columns: ['id', 'org_id'] }, ...all]),
      /column "org_id"/,
    )
    await refused(
      tables(([one, ...all]) => [{ ...one, columns: [] }, ...all]),
      /lacks the column "id"/,
    )
    await refused(
      tables((all) => all.slice(1)),
      /not in the head/,
    )
    await refused(
      rowOf('views_views', (row) => void row.pop()),
      /other columns/,
    )
    await refused(withColumn('domains_zones', 'check_job', foreign('host_jobs')['id']), /has the column "check_job"/)
    await refused(withColumn('links_links', 'is_trusted', true), /has the column "is_trusted"/)
    await refused(setIn('views_views', 'is_shared', 'yes'), /another kind/)
    await refused(setIn('links_links', 'rules', '{'), /another kind/)
    await refused(setIn('links_links', 'rules', []), /another kind/)
    await refused(setIn('links_links', 'rules', '['.repeat(100_000) + ']'.repeat(100_000)), /another kind/)
    await refused(setIn('views_views', 'name', 'a\0b'), /must be a string without NUL/)
    await refused(setIn('views_views', 'name', 'x'.repeat(10_000)), /at most/)
    await refused(setIn('views_views', 'id', '../../etc/passwd'), /an invalid ID/)
    await refused(setIn('memberships', 'role', 'root'), /unknown role/)
    await refused(setIn('memberships', 'role', 'member'), /no owner/)
    await refused(set('blob', { name: '../../etc/passwd' }), /a blob with an invalid file name/)
    await refused(set('blob', { plugin: 'unknown' }), /files of the plugin "unknown"/)
    await refused(set('blob', { size: 4 }), /altered/)
    await refused(set('blob', { size: 10 ** 11 }), /altered/)
    const blobs = forger.entries(entries, (entry) =>
      typeof entry === 'object' && 'blob' in entry
        ? list(...Array.from({ length: 3_000 }, () => ({ blob: { ...entry.blob, size: 100 * 1024 * 1024 } })))
        : entry,
    )
    await assert.rejects(blobs, /more than 200000 files or 256 GiB/)
    await refused((entry) => (typeof entry === 'string' ? 'b3RoZXI=' : entry), /altered/)
    await refused(set('workspace', { accent: 'url(x)' }), /invalid workspace settings/)
    await refused(set('workspace', { time_zone: 'Moon/Base' }), /invalid workspace settings/)
    await refused(set('workspace', { slug: 'a/b' }), /not a valid slug/)
    await refused(set('workspace', { slug: 'milk' }), /slug "milk" is taken/)
    await refused(set('workspace', { is_admin: true }), /altered/)
    await refused(set('person', { email: 'no address' }), /not a valid email/)
    await refused(
      (entry) => (typeof entry === 'object' && 'person' in entry ? list(entry, entry) : entry),
      /listed twice/,
    )
    await refused((entry) => (typeof entry === 'object' && 'key' in entry ? undefined : entry), /altered/)
  })

  test('§I31 the honest file, and nothing else, is imported', async () => {
    const file = await forger.entries(entries, (entry) => entry)
    assert.equal((await target.import(file, { opener })).slug, 'tea')
  })
})
