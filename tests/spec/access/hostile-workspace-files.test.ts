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
import { Forger, list, type Change } from '../lab/forged-file.ts'
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

  /** Changes the first row of a table. */
  function rowOf(table: string, change: (row: unknown[], columns: readonly string[]) => void): Change {
    const columns = head.tables.find((each) => each.table === table)?.columns ?? []
    let present = ''
    let isDone = false
    return (entry) => {
      if (typeof entry === 'object' && 'table' in entry) present = entry.table
      if (!Array.isArray(entry) || present !== table || isDone) return entry
      const row: unknown[] = [...(entry as unknown[])]
      change(row, columns)
      isDone = true
      return row
    }
  }

  const setIn = (table: string, column: string, value: unknown): Change =>
    rowOf(table, (row, columns) => void (row[columns.indexOf(column)] = value))

  /** Changes the entry of a kind. */
  const set =
    (kind: string, values: Readonly<Record<string, unknown>>): Change =>
    (entry) => {
      if (typeof entry !== 'object' || !(kind in entry)) return entry
      const present = (entry as unknown as Record<string, object>)[kind]
      return { [kind]: { ...present, ...values } } as unknown as Entry
    }

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
    await refused(setIn('views_views', 'is_shared', 'yes'), /another kind/)
    await refused(setIn('views_views', 'name', 'a\0b'), /must be a string without NUL/)
    await refused(setIn('views_views', 'name', 'x'.repeat(10_000)), /at most/)
    await refused(setIn('views_views', 'id', '../../etc/passwd'), /an id that no row has/)
    await refused(setIn('memberships', 'role', 'root'), /unknown role/)
    await refused(setIn('memberships', 'role', 'member'), /no owner/)
    await refused(set('blob', { name: '../../etc/passwd' }), /a blob with a name/)
    await refused(set('blob', { plugin: 'unknown' }), /files of the plugin "unknown"/)
    await refused(set('blob', { size: 4 }), /altered/)
    await refused(set('blob', { size: 10 ** 12 }), /altered/)
    await refused((entry) => (typeof entry === 'string' ? 'b3RoZXI=' : entry), /altered/)
    await refused(set('workspace', { accent: 'url(x)' }), /describes a workspace/)
    await refused(set('workspace', { time_zone: 'Moon/Base' }), /describes a workspace/)
    await refused(set('workspace', { slug: 'a/b' }), /not a valid slug/)
    await refused(set('workspace', { slug: 'milk' }), /slug "milk" is taken/)
    await refused(set('workspace', { is_admin: true }), /altered/)
    await refused(set('person', { email: 'no address' }), /not a valid email/)
    await refused(
      (entry) => (typeof entry === 'object' && 'person' in entry ? list(entry, entry) : entry),
      /there twice/,
    )
    await refused((entry) => (typeof entry === 'object' && 'key' in entry ? undefined : entry), /altered/)
  })

  test('§I31 the honest file, and nothing else, is imported', async () => {
    const file = await forger.entries(entries, (entry) => entry)
    assert.equal((await target.import(file, { opener })).slug, 'tea')
  })
})
