/** Commands on workspaces whose process is killed: the instance has all of a workspace or nothing, and the next command works. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import {
  addWorkspace,
  commandOn,
  filesOf,
  newInstance,
  noteCount,
  rowsOf,
  withInstance,
  type TransferPlace,
} from '../../testing/workspace-transfer/transfer-commands.ts'
import type { KillPoint, TransferOrder } from '../../testing/workspace-transfer/transfer-process.ts'
import { newKeyPair, readIdentity } from '../backup/chunks/recipient.ts'
import { cloneWorkspace, exportWorkspaceFile, importWorkspaceFile } from '../boot/workspace-commands.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const program = new URL('../../testing/workspace-transfer/transfer-process.ts', import.meta.url).pathname
const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const hour = 60 * 60 * 1000

const held = new AsyncDisposableStack()
let source: TransferPlace
let file: string
let pair: Awaited<ReturnType<typeof newKeyPair>>

before(async () => {
  source = held.use(await newInstance(sqlite))
  await addWorkspace(source, 'tea')
  pair = await newKeyPair()
  file = join(source.folder, 'tea.workspace')
  await exportTo(file)
})
after(() => held.disposeAsync())

async function exportTo(out: string, clock = Date.now): Promise<void> {
  const recipient = { kind: 'recipient', recipient: pair.recipient } as const
  await exportWorkspaceFile({ ...commandOn(source), clock, workspace: 'tea', out, recipient, from: undefined })
}

async function runKilled(order: Pick<TransferOrder, 'place' | 'command' | 'at'> & Partial<TransferOrder>) {
  const place = { url: order.place.url, folder: order.place.folder }
  const given: TransferOrder = { file, identity: pair.identity, slug: 'tea', ...order, place }
  const args = ['--conditions=source', program, JSON.stringify(given)]
  const [, signal] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [unknown, unknown]
  assert.equal(signal, 'SIGKILL', `the ${order.command} did not come to its point "${order.at}"`)
}

type Rows = Awaited<ReturnType<typeof rowsOf>>

const notesIn = (rows: Rows): number => rows.get('notes_notes')?.length ?? 0

/** Proves that no bytes are left but those of the files that workspaces have. @param files how many these are */
async function assertSwept(place: TransferPlace, files: number): Promise<void> {
  await withInstance(place, async ({ database, blobs }) => {
    await blobs.sweeper.sweep()
    const contents = await database.run({ sql: 'select state from host_blob_contents', parameters: [], writes: false })
    assert.deepEqual(
      contents.rows.map(({ state }) => state),
      Array.from({ length: files }, () => 'kept'),
    )
  })
  const stored = existsSync(filesOf(place.folder)) ? await readdir(filesOf(place.folder), { recursive: true }) : []
  assert.equal(stored.filter((name) => name.endsWith('.0')).length, files)
}

/** The tables whose rows are others. */
const differences = (one: Rows, other: Rows): readonly string[] =>
  [...one].filter(([table, rows]) => rows.join('\n') !== other.get(table)?.join('\n')).map(([table]) => table)

/** Tables in which a clone leaves traces of its export: the audit log, and how hosts are notified of it on SQLite. */
const traces: ReadonlySet<string> = new Set(['audit_unsealed', 'host_peers'])

const points: readonly KillPoint[] = ['bytes', 'rows', 'end', 'commit']
const imports = new Map<TestDatabaseProduct, readonly KillPoint[]>([
  [sqlite, points],
  [postgres, isSoak ? points : ['rows', 'commit']],
])
for (const [product, at] of imports) {
  test(`§I31 ${product.name}: an import that is killed leaves nothing or all of the workspace, and a second one works`, async () => {
    for (const point of at) {
      await using target = await newInstance(product)
      const earlier = await rowsOf(target)
      await runKilled({ place: target, command: 'import', at: point })
      const later = await rowsOf(target)
      if (point === 'commit') assert.equal(notesIn(later), noteCount)
      else assert.deepEqual(differences(later, earlier), [], point)
      await assertSwept(target, point === 'commit' ? 1 : 0)
      const opener = { identity: await readIdentity(pair.identity) }
      const again = importWorkspaceFile({ ...commandOn(target), file, opener, slug: undefined, isClone: false })
      if (point === 'commit') await assert.rejects(again, /has the workspace of the file already/)
      else assert.deepEqual([(await again).slug, (await again).rows], ['tea', noteCount + 1], point)
      await assertSwept(target, 1)
    }
  })
}

test('§I31 a clone that is killed leaves nothing or all of it, and the next one removes its copy', async () => {
  for (const point of isSoak ? points : (['bytes', 'end'] as const)) {
    await using place = await newInstance(sqlite)
    await addWorkspace(place, 'tea')
    const earlier = await rowsOf(place)
    await runKilled({ place, command: 'clone', at: point })
    const copies = async () => (await readdir(place.folder)).filter((name) => name.startsWith('host_copy_'))
    assert.ok((await copies()).length > 1, 'a folder and its lock')
    const later = await rowsOf(place)
    if (point === 'commit') assert.equal(notesIn(later), 2 * noteCount)
    else assert.deepEqual(new Set(differences(later, earlier)).difference(traces), new Set(), point)
    await assertSwept(place, point === 'commit' ? 2 : 1)
    const clone = { ...commandOn(place), clock: () => Date.now() + hour, workspace: 'tea', from: undefined }
    const slug = point === 'commit' ? 'tea-other' : 'tea-clone'
    assert.equal((await cloneWorkspace({ ...clone, slug })).rows, noteCount + 1)
    assert.deepEqual(await copies(), [])
  }
})

test('§I31 an export that is killed leaves a part, which later exports to the same file are not refused by, and remove', async () => {
  const out = join(source.folder, 'killed.workspace')
  const parts = async () => (await readdir(source.folder)).filter((name) => name.startsWith('killed.workspace.'))
  await runKilled({ place: source, command: 'export', at: 'part', file: out })
  const [left] = await parts()
  assert.match(left ?? '', /^killed\.workspace\.[0-9a-f]{16}\.part$/)
  assert.equal((await stat(join(source.folder, left ?? ''))).mode & 0o777, 0o600)
  await exportTo(out)
  assert.deepEqual(await parts(), [left], 'another export may still write it')
  const again = join(source.folder, 'killed')
  await exportTo(again, () => Date.now() + 2 * hour)
  assert.deepEqual(await parts(), [left], 'it is of another file')
  await exportTo(`${out}2`)
  await assert.rejects(
    exportTo(out, () => Date.now() + 2 * hour),
    /exists/,
  )
  assert.deepEqual(await parts(), [])
})
