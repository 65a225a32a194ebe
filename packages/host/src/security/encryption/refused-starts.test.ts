import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { createHost } from '../../host.ts'
import { readConfig } from '../../config/config.ts'
import { BootError } from '../../support/boot-error.ts'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'
import { newSecretKey } from './secret-key.ts'

/** A start of the host, with its refusal. */
interface Start {
  readonly fresh: TestDatabase
  readonly folder: string
  readonly key?: string
}

async function start({ fresh, folder, key }: Start): Promise<string> {
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const keys = key === undefined ? {} : { HOST_SECRET_KEY: key }
  const config = readConfig({ HOST_DATABASE_URL: fresh.url, HOST_DATA: folder, ...keys })
  try {
    const host = await createHost({ plugins: [], config, log: silent, announce: () => undefined })
    await host.stop()
    return 'none'
  } catch (error) {
    assert.ok(error instanceof BootError, String(error))
    assert.equal(error.stage, 'keys')
    return error.message
  }
}

async function query(fresh: TestDatabase, sql: string): Promise<readonly object[]> {
  const database = await fresh.open({ isExclusive: false })
  const { rows } = await database.run({ sql, parameters: [], writes: !sql.startsWith('select') })
  await database.close()
  return rows
}

const tables = {
  sqlite: `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name`,
  postgres: `select tablename as name from pg_tables where schemaname = current_schema() order by tablename`,
}

/** Every row of every table, and every file beside the database that is not one of its own. */
async function snapshot({ fresh, folder }: Start, dialect: keyof typeof tables): Promise<readonly unknown[]> {
  const database = await fresh.open({ isExclusive: false })
  const read = async (sql: string) => (await database.run({ sql, parameters: [], writes: false })).rows
  const rows: unknown[] = []
  for (const { name } of await read(tables[dialect])) {
    const content = await read(`select * from "${String(name)}"`)
    rows.push([name, content.map((row) => JSON.stringify(row)).toSorted()])
  }
  await database.close()
  const files = (await readdir(folder, { recursive: true })).filter((name) => !/\.db|\.lock/.test(name)).toSorted()
  const texts = files.map(async (name) => {
    const path = join(folder, name)
    return [name, (await stat(path)).isFile() ? await readFile(path, 'utf8') : 'folder']
  })
  return [rows, await Promise.all(texts)]
}

async function folderOf(context: TestContext, fresh: TestDatabase): Promise<string> {
  if (!fresh.url.startsWith('postgres')) return dirname(fresh.url)
  const folder = await mkdtemp(join(tmpdir(), 'host-refused-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  return folder
}

async function keyFileIn(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((each) => each.endsWith('.key')) ?? ''
  return join(folder, name)
}

/** Damage to a database that had one good start, and the reason given by the next one. */
interface Case {
  readonly title: string
  readonly hasFile?: boolean
  readonly sql?: readonly string[]
  readonly says: RegExp
  /** @returns the key of the next start */
  spoil?(file: string): Promise<string | void>
}

const forget = `update host_keyring set root_id = null, since = null`
// A start on another version of the tables migrates first, unless the keys refuse it.
const older = `drop table idempotency_entries`

const cases: readonly Case[] = [
  {
    title: 'another HOST_SECRET_KEY',
    sql: [older],
    says: /which is not in HOST_SECRET_KEY/,
    spoil: async () => newSecretKey(),
  },
  {
    title: 'another HOST_SECRET_KEY and no root key recorded',
    sql: [forget],
    says: /which is not in HOST_SECRET_KEY/,
    spoil: async () => newSecretKey(),
  },
  {
    title: 'no key file',
    hasFile: true,
    sql: [older],
    says: /key file ".*" is missing/,
    spoil: (file) => rm(file),
  },
  {
    title: 'no key file and no root key recorded',
    hasFile: true,
    sql: [forget],
    says: /key file ".*" is missing/,
    spoil: (file) => rm(file),
  },
  {
    title: 'another key file',
    hasFile: true,
    sql: [forget],
    says: /which is not in the key file/,
    spoil: (file) => writeFile(file, `${newSecretKey()}\n`),
  },
  {
    title: 'no keyring',
    hasFile: true,
    sql: ['delete from host_keyring'],
    says: /no keyring, which identifies their key file/,
  },
  {
    title: 'no instance key beside other data keys',
    hasFile: true,
    sql: [
      `insert into host_data_keys (id, workspace_id, root_id, wrapped, created_at)
       select 'dky_other', 'org_a', root_id, wrapped, created_at from host_data_keys`,
      `delete from host_data_keys where workspace_id = ''`,
    ],
    says: /data key of the instance is missing.*Restore the table host_data_keys from a backup/,
  },
]

for (const product of testDatabases) {
  suite(`a start on ${product.dialect}`, () => {
    for (const { title, hasFile = false, sql = [], says, spoil } of cases) {
      test(`§5.9 with ${title} is refused and writes nothing`, async (context) => {
        await using fresh = await product.create()
        const folder = await folderOf(context, fresh)
        const key = hasFile ? undefined : newSecretKey()
        assert.equal(await start({ fresh, folder, ...(key !== undefined && { key }) }), 'none')
        for (const each of sql) await query(fresh, each)
        const next = (await spoil?.(await keyFileIn(folder))) ?? key
        const starting = { fresh, folder, ...(next !== undefined && { key: next }) }
        const before = await snapshot(starting, product.dialect)
        assert.match(await start(starting), says)
        assert.deepEqual(await snapshot(starting, product.dialect), before)
      })
    }
  })
}
