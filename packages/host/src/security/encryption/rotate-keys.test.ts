import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'
import { recordKeyHolder } from './key-holders.ts'
import { readKeyStatus } from './key-status.ts'
import { KeyStore } from './key-store.ts'
import { openVault } from './open-vault.ts'
import { rotateKeys } from './rotate-keys.ts'
import { newSecretKey, parseSecretKeys } from './secret-key.ts'
import {
  keyOptions,
  openLabVault,
  type KeySource,
  type LabVault,
} from '../../../testing/security/encryption/lab-vault.ts'
import { startKeyProcess } from '../../../testing/security/encryption/run-key-process.ts'
import type { Vault } from './vault.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const workspaces = 120
const at = (n: number) => ({ orgId: `org_${n}`, plugin: 'notes', field: 'token' })

/** Three steps' worth of workspaces, each with a secret. */
async function fill(vault: Vault): Promise<readonly string[]> {
  return await Promise.all(Array.from({ length: workspaces }, async (_, n) => await vault.seal(`secret ${n}`, at(n))))
}

/** Opens every secret with a vault that knows no key yet. */
async function requireAll(options: LabVault['options'], sealed: readonly string[]): Promise<void> {
  const vault = await openVault(options)
  for (const [n, text] of sealed.entries()) {
    assert.equal((await vault.open(text, at(n))).toString(), `secret ${n}`)
  }
}

async function keyFolder(context: TestContext, fresh: TestDatabase): Promise<string> {
  if (!fresh.url.startsWith('postgres')) return dirname(fresh.url)
  const folder = await mkdtemp(join(tmpdir(), 'host-keys-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function linesOf(folder: string, ending: string): Promise<readonly string[]> {
  const name = (await readdir(folder)).find((each) => each.endsWith(ending))
  return name === undefined ? [] : (await readFile(join(folder, name), 'utf8')).trim().split('\n')
}

const node = (id: string) => ({
  parameters: [],
  writes: true,
  sql: `insert into host_nodes (id, lease_until) values ('${id}', 9007199254740991)`,
})

/** A process that runs with these keys, as its start would note it. */
async function joinNode(database: Database, id: string, keys: readonly string[]): Promise<void> {
  await database.run(node(id))
  await recordKeyHolder(database, id, parseSecretKeys(keys))
}

for (const product of testDatabases) {
  suite(`rotating on ${product.dialect}: keys`, () => {
    test('with a key file makes a new key, wraps all with it, and keeps the old one apart', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { vault, options } = await openLabVault(fresh, { folder })
      const sealed = await fill(vault)
      const derived = vault.derive('audit/v1')
      const before = await readKeyStatus(options)
      const [old] = await linesOf(folder, '.key')
      const rotation = await rotateKeys(options)
      assert.equal(rotation.rewrapped, workspaces + 1)
      assert.deepEqual(rotation.retired, [before.rootKeys[0]?.id])
      const after = await readKeyStatus(options)
      assert.deepEqual(after.rootKeys, [
        { id: rotation.rootId, isCurrent: true, isHere: true, dataKeys: workspaces + 1 },
      ])
      assert.equal((await linesOf(folder, '.key')).length, 1)
      assert.notEqual((await linesOf(folder, '.key'))[0], old)
      assert.deepEqual(await linesOf(folder, '.retired'), [old])
      assert.equal((await stat(rotation.retiredPath ?? '')).mode & 0o7777, 0o600)
      await requireAll(options, sealed)
      assert.ok((await openVault(options)).derive('audit/v1').equals(derived))
      assert.equal((await vault.open(sealed[0] ?? '', at(0))).toString(), 'secret 0')
      assert.equal((await vault.open(await vault.seal('new', at(999)), at(999))).toString(), 'new')
    })

    test('without the key of the database changes nothing, and says where one that was retired is', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { vault, options } = await openLabVault(fresh, { folder })
      const sealed = await fill(vault)
      const [mine = ''] = await linesOf(folder, '.key')
      const name = (await readdir(folder)).find((each) => each.endsWith('.key')) ?? ''
      const foreign = `${newSecretKey()}\n`
      await writeFile(join(folder, name), foreign)
      for (const attempt of [1, 2]) {
        await assert.rejects(() => rotateKeys(options), /\.key\.retired", here or on the machine of the backup/)
        assert.equal(await readFile(join(folder, name), 'utf8'), foreign, `attempt ${attempt}`)
      }
      await writeFile(join(folder, name), `${foreign}${mine}\n`)
      await requireAll(options, sealed)
      assert.equal((await rotateKeys(options)).rewrapped, workspaces + 1)
      await requireAll(options, sealed)
    })

    test('with HOST_SECRET_KEY says when the old key can go, and not before', async () => {
      await using fresh = await product.create()
      const [old, next] = [newSecretKey(), newSecretKey()]
      const { vault, database, options } = await openLabVault(fresh, { keys: [old] })
      const sealed = await fill(vault)
      await assert.rejects(rotateKeys(options), /^BootError: No new key to rotate to.*HOST_SECRET_KEY=new,old/)
      const both = keyOptions(database, fresh.url, { keys: [next, old] })
      await requireAll(both, sealed)
      const rotation = await rotateKeys(both)
      assert.deepEqual(rotation.retired, [parseSecretKeys([old])[0]?.id])
      assert.equal(rotation.retiredPath, undefined)
      await requireAll(keyOptions(database, fresh.url, { keys: [next] }), sealed)
      await assert.rejects(openVault(options), /is not in HOST_SECRET_KEY/)
      assert.equal((await rotateKeys(both)).rewrapped, 0)
      const back = keyOptions(database, fresh.url, { keys: [old, next] })
      await assert.rejects(rotateKeys(back), /^BootError: root_\w+, the first key of HOST_SECRET_KEY, was retired/)
    })

    test('is refused while a running process does not have the new key', async () => {
      await using fresh = await product.create()
      const [old, next] = [newSecretKey(), newSecretKey()]
      const { database, options } = await openLabVault(fresh, { keys: [old] })
      await joinNode(database, 'node_a', [old])
      const both = keyOptions(database, fresh.url, { keys: [next, old] })
      await assert.rejects(rotateKeys(both), /is unknown to 1 of the running processes/)
      assert.equal((await readKeyStatus(options)).rootKeys[0]?.id, parseSecretKeys([old])[0]?.id)
      await database.run({ parameters: [], writes: true, sql: 'delete from host_nodes' })
      await joinNode(database, 'node_b', [next, old])
      await rotateKeys(both)
      await assert.rejects(recordKeyHolder(database, 'node_c', parseSecretKeys([old])), /is not in HOST_SECRET_KEY/)
    })

    test('continues after a hundred rotations, each of which left a retired key', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { options } = await openLabVault(fresh, { folder })
      await rotateKeys(options)
      const name = (await readdir(folder)).find((each) => each.endsWith('.retired')) ?? ''
      const older = Array.from({ length: 100 }, () => `${newSecretKey()}\n`)
      await writeFile(join(folder, name), older.join(''), { mode: 0o600 })
      await rotateKeys(options)
      assert.equal((await linesOf(folder, '.retired')).length, 101)
    })
  })

  suite(`rotating on ${product.dialect}: races and kills`, () => {
    test('never leaves a data key under a root key that was retired, whenever it was made', async () => {
      await using fresh = await product.create()
      const [old, next] = [newSecretKey(), newSecretKey()]
      const { database } = await openLabVault(fresh, { keys: [old] })
      const both = keyOptions(database, fresh.url, { keys: [next, old] })
      const store = new KeyStore(database)
      const [root] = parseSecretKeys([old])
      assert.ok(root)
      const late = root.wrap(Buffer.alloc(32, 1), { id: 'dky_late', workspace: 'org_late' })
      const held = Promise.withResolvers<void>()
      const making = store.hold(async (db) => {
        held.resolve()
        // A real wait: the rotation must come to the lock meanwhile.
        await sleep(50)
        const { id, workspace, rootId, wrapped } = root.wrap(Buffer.alloc(32, 2), {
          id: 'dky_slow',
          workspace: 'org_slow',
        })
        await db
          .insertInto('host_data_keys')
          .values({ id, workspace_id: workspace, root_id: rootId, wrapped })
          .execute()
      })
      await held.promise
      const [rotation] = await Promise.all([rotateKeys(both), making])
      await store.insert(late)
      const [stays] = await store.wrappedElsewhere('none', 1)
      assert.ok(stays)
      assert.equal(
        await store.replace(root.id, [{ before: stays, after: late }]),
        false,
        'a rotation that was overtaken',
      )
      assert.equal(rotation.rewrapped, 2)
      assert.equal(await store.dataKey('org_late'), undefined)
      assert.deepEqual([...(await store.countByRoot()).keys()], [rotation.rootId])
    })

    test('continues after a kill at every step, and loses nothing', async (context) => {
      const kinds = ['file', 'environment'] as const
      for (const kind of isSoak ? kinds : [product.dialect === 'sqlite' ? kinds[0] : kinds[1]]) {
        await using fresh = await product.create()
        const folder = await keyFolder(context, fresh)
        const keys = [newSecretKey()]
        const source: KeySource = kind === 'file' ? { folder } : { keys }
        const { vault, database } = await openLabVault(fresh, source)
        const sealed = await fill(vault)
        const ring = [newSecretKey(), ...keys]
        const now = (): LabVault['options'] =>
          keyOptions(database, fresh.url, kind === 'file' ? { folder } : { keys: ring })
        const run = (...words: readonly string[]) =>
          startKeyProcess(['rotate', fresh.url, folder, ...words], kind === 'file' ? undefined : ring).ended
        const steps = [['added'], ['current'], ['re-wrapped'], ['re-wrapped', '2'], ['settled']]
        for (const step of kind === 'file' ? steps : steps.slice(1, -1)) {
          assert.equal((await run(...step)).signal, 'SIGKILL', step.join(' '))
          await requireAll(now(), sealed)
          if (kind === 'file') assert.equal((await linesOf(folder, '.key')).length, step[0] === 'settled' ? 1 : 2)
        }
        const { code } = await run()
        assert.equal(code, 0)
        await requireAll(now(), sealed)
        const { rootKeys } = await readKeyStatus(now())
        assert.deepEqual(
          rootKeys.filter(({ dataKeys }) => dataKeys > 0).map(({ isCurrent }) => isCurrent),
          [true],
        )
      }
    })

    test('continues after a kill at any moment', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { vault, options } = await openLabVault(fresh, { folder })
      const sealed = await fill(vault)
      for (let round = 0; round < (isSoak ? 100 : 2); round += 1) {
        const { child, ended } = startKeyProcess(['rotate', fresh.url, folder])
        await once(child.stdout, 'data')
        // A real wait: the process is killed at any moment of its work.
        await sleep(Math.random() * 80)
        child.kill('SIGKILL')
        await ended
        await requireAll(options, sealed)
      }
      assert.equal((await startKeyProcess(['rotate', fresh.url, folder]).ended).code, 0)
      await requireAll(options, sealed)
      assert.equal((await linesOf(folder, '.key')).length, 1)
    })

    test('loses nothing while hosts seal and open all the time', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { vault, options } = await openLabVault(fresh, { folder })
      const sealed = [...(await fill(vault))]
      const over = new AbortController()
      const seal = async (): Promise<void> => {
        while (!over.signal.aborted) {
          const n = sealed.push('') - 1
          sealed[n] = await vault.seal(`secret ${n}`, at(n))
          await sleep(1)
        }
      }
      const open = async (): Promise<void> => {
        while (!over.signal.aborted) {
          const cold = await openVault(options)
          for (let n = 0; n < sealed.length; n += 7) {
            const text = sealed[n] ?? ''
            if (text !== '') assert.equal((await cold.open(text, at(n))).toString(), `secret ${n}`)
          }
        }
      }
      const load = Promise.all([seal(), seal(), open()])
      for (let round = 0; round < (isSoak ? 20 : 2); round += 1) {
        assert.equal((await startKeyProcess(['rotate', fresh.url, folder]).ended).code, 0)
      }
      over.abort()
      await load
      assert.ok(sealed.length > workspaces)
      await requireAll(options, sealed)
      assert.equal((await readKeyStatus(options)).rootKeys.length, 1)
    })

    test('is one at a time', async (context) => {
      await using fresh = await product.create()
      const folder = await keyFolder(context, fresh)
      const { vault, options } = await openLabVault(fresh, { folder })
      await fill(vault)
      const rotations = await Promise.allSettled([rotateKeys(options), rotateKeys(options)])
      assert.deepEqual(rotations.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      const [refused] = rotations.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
      assert.match(refused ?? '', /^BootError: A rotation is already running/)
    })
  })
}
