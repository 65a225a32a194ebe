import assert from 'node:assert/strict'
import { createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { safe } from '../fixtures/safe.ts'
import { secretKey } from '../lab/secret-key.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const path = '/api/x/safe/secrets'
const value = 'swordfish, in Chinese 剑鱼'

interface Entry {
  readonly id: string
  readonly sealed: string
}

async function keep(visitor: Visitor, secret: string): Promise<Entry> {
  const { status, body } = await visitor.post<Entry>(path, { name: 'smtp', value: secret })
  assert.equal(status, 201)
  return body
}

const read = async (visitor: Visitor, id: string) =>
  await visitor.get<{ value?: string; code?: string }>(`${path}/${id}`)

for (const product of testDatabases) {
  suite(`encryption on ${product.dialect}`, () => {
    test('§2.20 §5.7 a plugin can read its encrypted values again, also after another start', async () => {
      await using database = await product.create(editionTemplate())
      const id = await withHost(database, async (host) => {
        const { ada } = await host.people()
        const entry = await keep(ada, value)
        assert.deepEqual((await read(ada, entry.id)).body, { value })
        return entry.id
      })
      await withHost(database, async (host) => {
        const ada = await host.visitor().signIn('ada@example.test', 'tea-houses by the sea')
        assert.deepEqual((await read(ada, id)).body, { value })
      })
    })

    test('§5.7 nothing of a secret is in the database, in the log, or in an answer that failed', async () => {
      await using database = await product.create(editionTemplate())
      await withHost(database, async (host) => {
        const { ada } = await host.people()
        const { id } = await keep(ada, value)
        assert.equal((await read(ada, id)).status, 200)
        await change(database, `update safe_entries set sealed = sealed || 'A'`)
        const { status, body } = await read(ada, id)
        assert.equal(status, 500)
        const everything = await textOf(database)
        assert.ok(everything.includes(id), 'the row is looked at')
        const secrets = [value, 'swordfish', secretKey, secretKey.slice(0, 20)]
        for (const text of [everything, JSON.stringify(host.log), JSON.stringify(body)]) {
          assert.deepEqual(
            secrets.filter((secret) => text.includes(secret)),
            [],
          )
        }
      })
    })

    test('§5.7 a secret that was moved to another row or workspace, or altered, does not open', async () => {
      await using database = await product.create(editionTemplate())
      await withHost(database, async (host) => {
        const { ada, dora } = await host.people()
        const [mine, other] = [await keep(ada, value), await keep(ada, 'another')]
        const theirs = await keep(dora, 'theirs')
        const flipped = mine.sealed.slice(0, -1) + (mine.sealed.endsWith('A') ? 'B' : 'A')
        for (const sealed of [other.sealed, theirs.sealed, flipped, mine.sealed.slice(0, -8), value]) {
          await change(database, `update safe_entries set sealed = '${sealed}' where id = '${mine.id}'`)
          const { status, body } = await read(ada, mine.id)
          assert.deepEqual([status, body.value, body.code], [500, undefined, 'internal'])
        }
        await change(database, `update safe_entries set sealed = '${mine.sealed}' where id = '${mine.id}'`)
        assert.deepEqual((await read(ada, mine.id)).body, { value })
      })
    })

    test('§5.7 a value that is only verified is stored as its SHA-256, which can not be reversed', async () => {
      await using database = await product.create(editionTemplate())
      await withHost(database, async (host) => {
        const { ada } = await host.people()
        const token = ada.standing['cookie']?.split('=')[1] ?? ''
        assert.ok(token.length > 40)
        const everything = await textOf(database)
        assert.ok(!everything.includes(token))
        assert.ok(everything.includes(createHash('sha256').update(token).digest('base64url')))
      })
    })

    test('§8.6 a secret is AES-256-GCM: the root key and the two rows open it with nothing else', async () => {
      await using database = await product.create(editionTemplate())
      await withHost(database, async (host) => {
        const { ada } = await host.people()
        const { id, sealed } = await keep(ada, value)
        assert.equal(await openByHand(database, { id, sealed }), value)
      })
    })

    test('§2.20 instance values open outside of every workspace', async () => {
      await using database = await product.create(editionTemplate())
      await withHost(database, async (host) => {
        const { ada } = await host.people()
        assert.equal((await ada.send('PUT', '/api/x/safe/instance', { body: { value } })).status, 200)
        assert.deepEqual((await host.visitor().get('/api/x/safe/instance')).body, { value })
      })
    })
  })
}

async function withHost<Result>(at: TestDatabase, work: (host: SpecHost) => Promise<Result>): Promise<Result> {
  await using host = await startSpecHost({ at, plugins: [safe] })
  return await work(host)
}

async function change(at: TestDatabase, sql: string): Promise<void> {
  const database = await at.open({ isExclusive: false })
  assert.ok((await database.run({ sql, parameters: [], writes: true })).changes > 0)
  await database.close()
}

/** All that is stored: the files of SQLite, or every row of PostgreSQL. */
async function textOf(at: TestDatabase): Promise<string> {
  if (!at.url.startsWith('postgres')) {
    const folder = dirname(at.url)
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    return files.join('\n')
  }
  const database = await at.open()
  const select = async (sql: string) => (await database.run({ sql, parameters: [], writes: false })).rows
  const tables = await select(`select tablename as name from pg_tables where schemaname = 'public'`)
  const rows = await Promise.all(tables.map(({ name }) => select(`select t::text as row from "${String(name)}" t`)))
  return JSON.stringify(rows)
}

/** Opens a secret of the plugin as the documentation of the format says, without anything of the host. */
async function openByHand(at: TestDatabase, { id, sealed }: Entry): Promise<string> {
  const database = await at.open({ isExclusive: false })
  const [version = '', keyId = '', text = ''] = sealed.split('.')
  const sql = `select workspace_id, root_id, wrapped from host_data_keys where id = '${keyId}'`
  const row = (await database.run({ sql, parameters: [], writes: false })).rows[0] as Record<string, string>
  const { workspace_id: workspace = '', root_id: rootId = '', wrapped = '' } = row
  const derive = (key: Uint8Array, salt: Uint8Array, info: string) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, 32))
  const none = Buffer.alloc(0)
  const wrapping = derive(Buffer.from(secretKey, 'base64'), none, 'host/root-key/v1|wrap')
  const dataKey = openMessage(wrapping, Buffer.from(wrapped, 'base64url'), [
    'host/data-key/v1',
    keyId,
    rootId,
    workspace,
  ])
  const bytes = Buffer.from(text, 'base64url')
  const valueKey = derive(dataKey, bytes.subarray(0, 16), `host/secret/v1|${keyId}`)
  const place = [version, keyId, workspace, 'safe', 'value', id]
  return openMessage(valueKey, bytes.subarray(16), place).toString()
}

function openMessage(key: Uint8Array, message: Buffer, bound: readonly string[]): Buffer {
  const reader = createDecipheriv('aes-256-gcm', key, message.subarray(0, 12), { authTagLength: 16 })
  const parts = bound.map((part) => `${part.length}:${part}|`)
  reader.setAAD(Buffer.from(parts.join(''))).setAuthTag(message.subarray(-16))
  return Buffer.concat([reader.update(message.subarray(12, -16)), reader.final()])
}
