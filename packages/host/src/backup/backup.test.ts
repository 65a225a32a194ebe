import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { BackupLab, keyPair, type NewNote } from '../../testing/backup/backup-lab.ts'
import { everyDatabase, testDatabases } from '../../testing/database/test-databases.ts'
import { DatabaseSync } from 'node:sqlite'
import { RootKey } from '../security/encryption/root-key.ts'
import { listBackups } from './backup-list.ts'
import { readPostgresSchema } from './sources/postgres-schema.ts'
import { connectForBackup } from './sources/postgres-source.ts'

const first: readonly NewNote[] = [
  { title: 'plain', size: 9_007_199_254_740_991, is_open: true, detail: { deep: [1, 'é', null] } },
  { title: '"quotes", \\, \u{1f600} and\nlines', content: randomBytes(70_000), at: '2026-01-31T08:15:00.123Z' },
  { title: '', size: -1 },
]

/** Titles that compress badly, so that there are several chunks. */
const many = (count: number): readonly NewNote[] =>
  Array.from({ length: count }, () => ({ title: randomBytes(4_000).toString('base64') }))

async function chunkFiles({ folder }: BackupLab): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'chunks'), { recursive: true })
  return names.filter((name) => name.includes('/')).map((name) => join(folder, 'chunks', name))
}

for (const product of everyDatabase) {
  const { name } = product

  test(`${name}: a restore brings back every row as it was, and keeps a safety copy of what was there before`, async () => {
    await using lab = await BackupLab.open(product)
    await lab.write(first)
    const before = await lab.notes()
    const { head } = await lab.backup()
    assert.deepEqual([head.database, head.version, head.recipient], [product.dialect, '1.2.3', null])
    await lab.write([{ title: 'later' }])
    const restored = await lab.restore()
    assert.deepEqual(await lab.notes(), before)
    assert.ok(restored?.copy !== undefined)
    assert.equal(await countInCopy(lab, restored.copy), 4)
  })

  test(`${name}: a restored database has the tables, indexes and rules that it had, and a start changes nothing`, async () => {
    await using lab = await BackupLab.open(product)
    const before = await schemaOf(lab)
    await lab.backup()
    await lab.restore()
    assert.deepEqual(await schemaOf(lab), before)
    assert.deepEqual(await lab.plan(), [])
  })
}

for (const product of testDatabases) {
  const { name } = product

  test(`${name}: a second backup adds what has changed, and each one is restored as it was`, async () => {
    await using lab = await BackupLab.open(product)
    await lab.write(many(3_000))
    const whole = await lab.backup()
    const before = await lab.notes()
    await lab.write([{ title: 'later' }])
    const later = await lab.backup()
    assert.ok(whole.head.added > 8_000_000, `${whole.head.added} bytes`)
    assert.ok(later.head.added < whole.head.added / 2, `${later.head.added} of ${whole.head.added} bytes`)
    await lab.restore({ id: whole.head.id })
    assert.deepEqual(await lab.notes(), before)
    await lab.restore({ id: later.head.id })
    assert.equal((await lab.notes()).length, 3_001)
  })

  test(`${name}: an encrypted backup is opened by its private key alone`, async () => {
    await using lab = await BackupLab.open(product)
    await lab.write([{ title: 'a secret that no file of the backup shows' }])
    const [keys, others] = [await keyPair(), await keyPair()]
    await lab.backup({ recipient: keys.recipient })
    for (const file of await chunkFiles(lab)) assert.equal((await readFile(file)).includes('a secret that'), false)
    await assert.rejects(lab.restore(), /encrypted\. Give its private key by --identity/)
    await assert.rejects(
      lab.restore({ identity: others.identity }),
      /private key does not open the chunk "[0-9a-f]{40}"/,
    )
    assert.equal((await lab.drill()).depth, 'chunks')
    assert.equal((await lab.drill({ identity: keys.identity })).depth, 'restored')
    assert.ok(await lab.restore({ identity: keys.identity }))
    assert.equal((await lab.notes()).length, 1)
  })

  test(`${name}: a restore and a drill reject corrupt chunks: one flipped bit is found and named`, async () => {
    await using lab = await BackupLab.open(product)
    await lab.write([...first, ...many(300)])
    await lab.backup()
    const files = await chunkFiles(lab)
    assert.ok(files.length > 1)
    for (const file of files) {
      const right = await readFile(file)
      const wrong = Buffer.from(right)
      const at = Math.floor(Math.random() * wrong.length)
      wrong[at] = (wrong[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
      await writeFile(file, wrong)
      const named = new RegExp(file.slice(-40))
      await assert.rejects(lab.drill(), named)
      await assert.rejects(lab.restore(), named)
      await writeFile(file, right)
    }
    assert.equal((await lab.drill()).depth, 'restored')
    assert.equal((await lab.notes()).length, 303, 'no refused restore changed anything')
  })

  test(`${name}: a drill restores elsewhere and leaves nothing behind`, async () => {
    await using lab = await BackupLab.open(product)
    await lab.write(first)
    const { head } = await lab.backup()
    await lab.write([{ title: 'later' }])
    const drilled = await lab.drill()
    assert.deepEqual([drilled.head.id, drilled.depth], [head.id, 'restored'])
    assert.equal((await lab.notes()).length, 4)
    assert.deepEqual(await leftOver(lab), [])
  })

  test(`${name}: a restore needs the root key, and a backup a place of its own`, async () => {
    await using lab = await BackupLab.open(product)
    await using other = await BackupLab.open(product)
    await lab.backup()
    await assert.rejects(
      lab.restore({ secretKeys: [new RootKey(randomBytes(32))] }),
      /needs the root key "root_[0-9a-f]{24}"/,
    )
    await assert.rejects(other.backup({ repository: lab.repository }), /has the backups of another instance/)
    assert.equal((await listBackups(lab.repository)).length, 1)
  })

  test(`${name}: retention: expired backups go with the chunks that no other one has`, async () => {
    await using lab = await BackupLab.open(product)
    const day = 86_400_000
    await lab.write(many(300))
    const old = await lab.backup({ now: day })
    await lab.write(many(300))
    const before = await lab.notes()
    const kept = await lab.backup({ now: 3 * day, retention: { days: 1, weeks: 0, months: 0 } })
    assert.deepEqual(kept.removed.backups, [old.head.id])
    assert.ok(kept.removed.chunks > 0)
    assert.equal((await chunkFiles(lab)).length, kept.chunks)
    await lab.restore()
    assert.deepEqual(await lab.notes(), before)
  })

  test(`${name}: everyone signs in again after a restore, and nothing is sent until it is released`, async () => {
    await using lab = await BackupLab.open(product)
    await lab.signIn()
    const { head } = await lab.backup()
    await lab.restore()
    const restored = await lab.open()
    const read = async (text: string) => (await restored.run({ sql: text, parameters: [], writes: false })).rows
    assert.deepEqual(await read('select count(*) as count from user_sessions'), [{ count: 0 }])
    assert.deepEqual(await read('select backup_id, released_at from host_restores'), [
      { backup_id: head.id, released_at: null },
    ])
  })

  test(`${name}: a restore rejects corrupt and altered files, and those of a newer format, by name`, async () => {
    await using lab = await BackupLab.open(product)
    const { head } = await lab.backup()
    const file = join(lab.folder, 'backups', `${head.id}.json`)
    const { head: text, mac } = JSON.parse(await readFile(file, 'utf8')) as { head: string; mac: string }
    const store = (changed: object) =>
      writeFile(file, JSON.stringify({ head: JSON.stringify({ ...JSON.parse(text), ...changed }), mac }))
    await store({ format: 2 })
    await assert.rejects(lab.restore(), /was made by a newer version of the host \(format 2\)/)
    for (const changed of [{ bytes: 1 }, { at: '2026-01-01T00:00:00.000Z' }, { id: 'bak_1' }, { body: [] }]) {
      await store(changed)
      await assert.rejects(lab.restore(), /was altered or is damaged/, JSON.stringify(changed))
    }
    await writeFile(file, '{')
    await assert.rejects(lab.restore(), /was altered or is damaged/)
  })
}

/** What the catalog says of everything that a migration makes. */
async function schemaOf(lab: BackupLab): Promise<unknown> {
  const database = await lab.open()
  try {
    if (database.dialect === 'postgres') return await postgresSchemaOf(lab)
    const sql = 'select type, name, tbl_name, sql from sqlite_schema order by type, name'
    return (await database.run({ sql, parameters: [], writes: false })).rows
  } finally {
    await database.close()
  }
}

async function postgresSchemaOf({ url }: BackupLab): Promise<unknown> {
  const client = await connectForBackup(url)
  try {
    return await readPostgresSchema(client)
  } finally {
    await client.end()
  }
}

async function countInCopy(lab: BackupLab, copy: string): Promise<number> {
  if (!copy.startsWith('host_before_')) {
    using database = new DatabaseSync(copy, { readOnly: true })
    return Number(database.prepare('select count(*) as count from lab_notes').get()?.['count'])
  }
  const database = await lab.open()
  const sql = `select count(*) as count from ${copy}.lab_notes`
  const { rows } = await database.run({ sql, parameters: [], writes: false })
  await database.close()
  return Number(rows[0]?.['count'])
}

/** Files or schemas of drills and restores. */
async function leftOver(lab: BackupLab): Promise<readonly string[]> {
  if (!lab.url.startsWith('postgres')) {
    return (await readdir(dirname(lab.url))).filter((name) => /drill|restoring|copy-/.test(name))
  }
  const database = await lab.open()
  const sql = `select nspname from pg_namespace where nspname like 'host\\_%'`
  const { rows } = await database.run({ sql, parameters: [], writes: false })
  await database.close()
  return rows.map(({ nspname }) => String(nspname))
}
