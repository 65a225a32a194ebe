import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { BootError } from '../../support/boot-error.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'
import { keyModels } from './models.ts'
import { newSecretKey } from './secret-key.ts'
import { openLabVault } from '../../../testing/security/encryption/lab-vault.ts'
import { startKeyProcess } from '../../../testing/security/encryption/run-key-process.ts'

const place = { plugin: 'notes', field: 'token' }

async function keyFolder(context: TestContext, fresh: TestDatabase): Promise<string> {
  if (!fresh.url.startsWith('postgres')) return dirname(fresh.url)
  const folder = await mkdtemp(join(tmpdir(), 'host-keys-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function keyFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.key'))
}

async function problemOf(starting: Promise<unknown>): Promise<string> {
  try {
    await starting
  } catch (error) {
    assert.ok(error instanceof BootError, String(error))
    assert.equal(error.stage, 'keys')
    return error.message
  }
  return 'none'
}

for (const product of testDatabases) {
  suite(`a start on ${product.dialect}`, () => {
    test('makes a key file when it has no HOST_SECRET_KEY, and finds it again', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { vault, database } = await openLabVault(fresh, { folder })
      const sealed = await vault.seal('a secret', place)
      const files = await keyFiles(folder)
      assert.equal(files.length, 1)
      assert.match(files[0] ?? '', /^ring_\w{26}\.key$/)
      await database.close()
      const again = await openLabVault(fresh, { folder })
      assert.equal((await again.vault.open(sealed, place)).toString(), 'a secret')
      assert.deepEqual(await keyFiles(folder), files)
    })

    test('waits for another of the same process that makes the key file', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const made: string[] = []
      const labs = await Promise.all(
        [1, 2, 3].map(() => openLabVault(fresh, { folder, onKeyFileMade: (path) => made.push(path) })),
      )
      assert.deepEqual(
        made.map((path) => basename(path)),
        await keyFiles(folder),
      )
      const sealed = await labs[0]?.vault.seal('a secret', place)
      assert.equal((await labs[2]?.vault.open(sealed ?? '', place))?.toString(), 'a secret')
    })

    test('without its key file it is refused, and creates no other', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { database } = await openLabVault(fresh, { folder })
      await database.close()
      const [name = ''] = await keyFiles(folder)
      await rm(join(folder, name))
      const problem = await problemOf(openLabVault(fresh, { folder }))
      assert.match(problem, /^The key file ".*\.key" is missing, .*Restore it from a backup\. .*set HOST_SECRET_KEY\.$/)
      assert.deepEqual(await keyFiles(folder), [])
      await writeFile(join(folder, name), `${newSecretKey()}\n`, { mode: 0o600 })
      assert.match(
        await problemOf(openLabVault(fresh, { folder })),
        /wrapped with root_\w{24}, which is not in the key file/,
      )
    })

    test('with an invalid key file it is refused with the fix', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      await openLabVault(fresh, { folder })
      const path = join(folder, (await keyFiles(folder))[0] ?? '')
      await chmod(path, 0o644)
      assert.match(
        await problemOf(openLabVault(fresh, { folder })),
        /^The key file ".*" can't be used: other users can access it .*"chmod 600"\.$/,
      )
      await chmod(path, 0o600)
      for (const text of ['', '\n', 'no key at all\n', `${newSecretKey()}\n# old\n`]) {
        await writeFile(path, text)
        assert.match(
          await problemOf(openLabVault(fresh, { folder })),
          /^The key file ".*" can't be used: .*; restore the file from a backup\.$/,
        )
      }
    })

    test('with another HOST_SECRET_KEY is refused, and names the key and not its bytes', async () => {
      await using fresh = await product.create()
      const keys = [newSecretKey()]
      const { vault } = await openLabVault(fresh, { keys })
      const sealed = await vault.seal('a secret', place)
      const other = newSecretKey()
      const problem = await problemOf(openLabVault(fresh, { keys: [other] }))
      assert.match(problem, /wrapped with root_\w{24}, which is not in HOST_SECRET_KEY\. Restore that key/)
      assert.ok(!problem.includes(other))
      const { vault: again } = await openLabVault(fresh, { keys: [other, ...keys] })
      assert.equal((await again.open(sealed, place)).toString(), 'a secret')
    })

    test('takes the key out of the key file as HOST_SECRET_KEY', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { vault } = await openLabVault(fresh, { folder })
      const sealed = await vault.seal('a secret', place)
      const text = (await readFile(join(folder, (await keyFiles(folder))[0] ?? ''), 'utf8')).trim()
      const { vault: again } = await openLabVault(fresh, { keys: [text] })
      assert.equal((await again.open(sealed, place)).toString(), 'a secret')
    })

    test('on keys that were altered in the database is refused', async () => {
      await using fresh = await product.create()
      const keys = [newSecretKey()]
      const { database } = await openLabVault(fresh, { keys })
      const sql = `insert into host_data_keys (id, workspace_id, root_id, wrapped, created_at)
        select 'dky_other', 'org_a', root_id, wrapped, created_at from host_data_keys`
      await database.run({ sql, parameters: [], writes: true })
      const swapped = await openLabVault(fresh, { keys })
      await assert.rejects(async () => await swapped.vault.seal('x', { ...place, orgId: 'org_a' }), {
        name: 'SealBroken',
      })
      await database.run({ sql: `update host_data_keys set wrapped = 'AAAA'`, parameters: [], writes: true })
      assert.match(await problemOf(openLabVault(fresh, { keys })), /were altered; restore the database from a backup/)
    })

    test('at the same time as two others agrees with them on one key', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      await migrate(await fresh.open({ isExclusive: false }), [{ name: 'host', models: keyModels }])
      const processes = Array.from({ length: 3 }, () => startKeyProcess(['open', fresh.url, folder]))
      await Promise.all(processes.map(({ child }) => once(child.stdout, 'data')))
      for (const { child } of processes) child.stdin.write('go\n')
      const endings = await Promise.all(processes.map(({ ended }) => ended))
      const { vault } = await openLabVault(fresh, { folder })
      for (const { code, output } of endings) {
        assert.equal(code, 0)
        const sealed = output.split('\n')[1] ?? ''
        assert.equal((await vault.open(sealed, { plugin: 'host', field: 'test' })).toString(), 'sealed by a process')
      }
      assert.equal((await keyFiles(folder)).length, 1)
    })
  })
}
