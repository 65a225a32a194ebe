/** The restore of an empty instance, as its welcome page orders it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Problem } from '@host/plugin'
import { Accounts, InstanceRestore, RestoreHold, type InstanceRestoreService } from '@host/plugin/platform'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { makeBackup, restoreInstance } from '../boot/backup-commands.ts'
import { readConfig } from '../config/config.ts'
import { createHost, type Host, type HostOptions } from '../host.ts'
import { newKeyPair } from './chunks/recipient.ts'
import type { RestoreOrder } from './instance-restore.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const secretKey = randomBytes(32).toString('base64')
const ada = { HOST_ADMIN_EMAIL: 'ada@host.test', HOST_ADMIN_PASSWORD: 'tea-houses by the sea' }

type Variables = Readonly<Record<string, string>>
type Given = Partial<Pick<HostOptions, 'orderRestore' | 'failedRestore'>>

/** Databases of one kind in a folder, whose hosts have one root key. */
class RestoreLab {
  readonly folder: string
  readonly #context: TestContext
  readonly #product: TestDatabaseProduct

  private constructor(folder: string, context: TestContext, product: TestDatabaseProduct) {
    this.folder = folder
    this.#context = context
    this.#product = product
  }

  static async open(context: TestContext, product: TestDatabaseProduct): Promise<RestoreLab> {
    const folder = await mkdtemp(join(tmpdir(), 'host-restore-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    return new RestoreLab(folder, context, product)
  }

  get place(): string {
    return join(this.folder, 'backups')
  }

  /** Variables of an instance on a database of its own. */
  async instance(more: Variables = {}): Promise<Variables> {
    const fresh = await this.#product.create()
    this.#context.after(() => fresh[Symbol.asyncDispose]())
    const own = { HOST_DATABASE_URL: fresh.url, HOST_DATA: join(this.folder, 'data'), HOST_BACKUP: this.place }
    return { ...own, HOST_SECRET_KEY: secretKey, HOST_STOP_TIMEOUT: '1', ...more }
  }

  async start(env: Variables, given: Given = {}): Promise<Host> {
    const passwordCost = { memory: 8, passes: 1, parallelism: 1 }
    const options = { plugins: [], config: readConfig(env), log: silent, announce: () => undefined, passwordCost }
    const host = await createHost({ ...options, ...given })
    this.#context.after(() => host.stop())
    return host
  }

  /** Makes a backup of an instance, with an admin unless it is to be empty. @returns its id */
  async backedUp(env: Variables, admin: Variables = ada): Promise<string> {
    await (await this.start({ ...env, ...admin })).stop()
    const build = { version: '1.2.3', plugins: [] }
    const config = readConfig(env)
    const signal = new AbortController().signal
    return (await makeBackup({ config, place: undefined, log: silent, build, signal })).head.id
  }
}

const restoreOf = (host: Host): InstanceRestoreService => {
  const service = host.lookup(InstanceRestore)
  assert.ok(service !== undefined)
  return service
}
const tokenOf = ({ setUpUrl = '' }: Host): string => new URL(setUpUrl).searchParams.get('token') ?? ''

/** Collects orders, and takes each. */
function collected(): { readonly orders: RestoreOrder[]; readonly orderRestore: NonNullable<Given['orderRestore']> } {
  const orders: RestoreOrder[] = []
  return { orders, orderRestore: (order) => Promise.resolve(orders.push(order) > 0) }
}

const refusal =
  (code: string, text: RegExp = /./) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, code)
    assert.match(JSON.stringify([error.options.detail, error.options.nextStep, error.options.errors]), text)
    return true
  }

for (const product of testDatabases) {
  const { name } = product

  test(`${name}: the holder of the set-up link restores a backup, which has its admin and sends nothing`, async (t) => {
    const lab = await RestoreLab.open(t, product)
    const id = await lab.backedUp(await lab.instance())
    const env = await lab.instance()
    const { orders, orderRestore } = collected()
    const empty = await lab.start(env, { orderRestore })
    const [restore, token] = [restoreOf(empty), tokenOf(empty)]
    const { backups, ...more } = await restore.choices(token)
    assert.deepEqual(more, { place: lab.place, hasKey: false, failure: null })
    const facts = backups.map(({ at: _at, bytes: _bytes, ...rest }) => rest)
    assert.deepEqual(facts, [{ id, version: '1.2.3', isEncrypted: false, isSameDatabase: true }])
    await restore.start(token, { id })
    assert.deepEqual(orders, [{ id, identity: undefined }])
    await empty.stop()
    await restoreInstance({
      config: readConfig(env),
      place: undefined,
      id,
      identity: undefined,
      confirm: async () => true,
    })

    const restored = await lab.start(env, { orderRestore })
    assert.equal(restored.setUpUrl, undefined)
    assert.equal((await restored.lookup(Accounts)?.findByEmail(ada.HOST_ADMIN_EMAIL))?.isInstanceAdmin, true)
    assert.equal((await restored.lookup(RestoreHold)?.state())?.backupId, id)
    await assert.rejects(restoreOf(restored).choices(token), refusal('gone'))
    await assert.rejects(restoreOf(restored).start(token, { id }), refusal('gone'))
  })

  test(`${name}: the set-up link outlives a failed restore, and one start of its own`, async (t) => {
    const lab = await RestoreLab.open(t, product)
    const env = await lab.instance()
    const first = await lab.start(env)
    const token = tokenOf(first)
    await first.stop()
    for (const failedRestore of ['The disk is full.', { en: 'The disk is full.', zh: '磁盘已满。' }]) {
      const failed = await lab.start(env, { failedRestore })
      assert.equal(failed.setUpUrl, undefined)
      assert.deepEqual((await restoreOf(failed).choices(token)).failure, failedRestore)
      await failed.stop()
    }
    const next = await lab.start(env)
    await assert.rejects(restoreOf(next).choices(token), refusal('unauthenticated'))
    assert.equal((await restoreOf(next).choices(tokenOf(next))).failure, null)
  })
}

const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]

test('a backup is opened before its restore is ordered, and each mistake comes back with what to do', async (t) => {
  const lab = await RestoreLab.open(t, sqlite)
  const [keys, others] = [await newKeyPair(), await newKeyPair()]
  const source = await lab.instance({ HOST_BACKUP_RECIPIENT: keys.recipient })
  const id = await lab.backedUp(source)
  const { orders, orderRestore } = collected()
  const host = await lab.start(await lab.instance(), { orderRestore })
  const [restore, token] = [restoreOf(host), tokenOf(host)]
  assert.deepEqual(
    (await restore.choices(token)).backups.map(({ isEncrypted }) => isEncrypted),
    [true],
  )
  for (const wrong of ['x', token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))]) {
    await assert.rejects(restore.choices(wrong), refusal('unauthenticated'))
    await assert.rejects(restore.start(wrong, { id, identity: keys.identity }), refusal('unauthenticated'))
  }
  await assert.rejects(restore.start(token, { id }), refusal('invalid_input', /"identity".*is encrypted/))
  await assert.rejects(
    restore.start(token, { id, identity: others.identity }),
    refusal('invalid_input', /"identity".*does not open/),
  )
  await assert.rejects(restore.start(token, { id, identity: keys.recipient }), refusal('invalid_input', /hostkey1_/))
  await assert.rejects(restore.start(token, { id: 'bak_none' }), refusal('conflict', /no file .*Use an earlier backup/))
  assert.deepEqual(orders, [])
  await restore.start(token, { id, identity: `# a comment\n${keys.identity}\n` })
  assert.deepEqual(orders, [{ id, identity: keys.identity }])

  const chunks = join(lab.place, 'chunks')
  for (const file of await readdir(chunks, { recursive: true })) {
    if (file.includes('/')) await writeFile(join(chunks, file), 'damaged')
  }
  const damaged = restore.start(token, { id, identity: keys.identity })
  await assert.rejects(damaged, refusal('conflict', /is damaged\. Use another backup/))
  await writeFile(join(lab.place, `backups/${id}.json`), 'damaged')
  assert.deepEqual((await restore.choices(token)).backups, [])
  assert.equal(orders.length, 1)
})

test('a backup that this instance can not have is refused: another database, another key, no accounts', async (t) => {
  const [lab, other] = [await RestoreLab.open(t, sqlite), await RestoreLab.open(t, postgres)]
  const id = await lab.backedUp(await lab.instance())
  const { orders, orderRestore } = collected()
  const onPostgres = await lab.start({ ...(await other.instance()), HOST_BACKUP: lab.place }, { orderRestore })
  const seen = await restoreOf(onPostgres).choices(tokenOf(onPostgres))
  assert.deepEqual(
    seen.backups.map(({ isSameDatabase }) => isSameDatabase),
    [false],
  )
  const kind = restoreOf(onPostgres).start(tokenOf(onPostgres), { id })
  await assert.rejects(kind, refusal('conflict', /is of a SQLite database.*Use a database of the same kind/))

  const { HOST_SECRET_KEY: _key, ...keyless } = await lab.instance()
  const onFile = await lab.start(keyless, { orderRestore })
  const key = restoreOf(onFile).start(tokenOf(onFile), { id })
  await assert.rejects(key, refusal('conflict', /needs the key file .*\.key.*HOST_SECRET_KEY/))

  const { HOST_BACKUP: place, ...placeless } = await lab.instance()
  const alone = await lab.start(placeless, { orderRestore })
  assert.deepEqual(await restoreOf(alone).choices(tokenOf(alone)), {
    place: null,
    backups: [],
    hasKey: false,
    failure: null,
  })
  await assert.rejects(restoreOf(alone).start(tokenOf(alone), { id }), refusal('conflict', /HOST_BACKUP/))

  const embedded = await lab.start({ ...(await lab.instance()), HOST_BACKUP: place ?? '' })
  await assert.rejects(restoreOf(embedded).start(tokenOf(embedded), { id }), refusal('conflict', /host restore/))
  const hollow = { HOST_BACKUP: join(lab.folder, 'hollow') }
  const without = await lab.backedUp(await lab.instance(hollow), {})
  const offered = await lab.start(await lab.instance(hollow), { orderRestore })
  const hollowOne = restoreOf(offered).start(tokenOf(offered), { id: without })
  await assert.rejects(hollowOne, refusal('conflict', /has no accounts in it/))
  const busy = await lab.start(await lab.instance(), { orderRestore: async () => false })
  await assert.rejects(restoreOf(busy).start(tokenOf(busy), { id }), refusal('conflict', /already running/))
  assert.deepEqual(orders, [])
})
