/** A restore that the welcome page orders: the process stops its host or its workers, restores, and starts them again. */
import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHost, readConfig } from '@host/host'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { wordingIn, type RestoreChoices } from '@host/plugin/platform'
import { typeCommand } from '../commands/testing/type-command.ts'
import { Product } from './testing/product.ts'

const script = join(import.meta.dirname, 'testing/restorable-product.ts')
const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const kills = process.env['HOST_SOAK'] === '1' ? 40 : 2
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** An empty database, with the variables of a host on it, beside the backup of an instance with an admin. */
async function emptyInstance(t: TestContext, product: TestDatabaseProduct) {
  const folder = await mkdtemp(join(tmpdir(), 'host-ordered-'))
  const [source, empty] = [await product.create(), await product.create()]
  t.after(async () => {
    await source[Symbol.asyncDispose]()
    await empty[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const env = {
    HOST_DATA: join(folder, 'data'),
    HOST_BACKUP: join(folder, 'backups'),
    HOST_SECRET_KEY: randomBytes(32).toString('base64'),
    HOST_STOP_TIMEOUT: '2',
  }
  const ofSource = { ...env, HOST_DATABASE_URL: source.url, HOST_LISTEN: '127.0.0.1:0' }
  const admin = { HOST_ADMIN_EMAIL: 'ada@host.test', HOST_ADMIN_PASSWORD: 'tea-houses by the sea' }
  const config = readConfig({ ...ofSource, ...admin })
  await (await createHost({ plugins: [], config, log: silent, announce: () => undefined })).stop()
  const made = await typeCommand(['backup'], { cwd: folder, env: ofSource })
  const id = /^bak_\w{26}/.exec(made.written)?.[0] ?? ''
  assert.notEqual(id, '', made.reported)
  return { id, place: env.HOST_BACKUP, env: { ...env, HOST_DATABASE_URL: empty.url } }
}

/** The files of a backup that are read only when it is restored. */
async function contentOf(place: string, id: string): Promise<readonly string[]> {
  const { head } = JSON.parse(await readFile(join(place, `backups/${id}.json`), 'utf8')) as { readonly head: string }
  const { body } = JSON.parse(head) as { readonly body: readonly string[] }
  const files = await readdir(join(place, 'chunks'), { recursive: true })
  return files
    .filter((file) => file.includes('/') && !body.some((chunk) => file.endsWith(chunk)))
    .map((file) => join(place, 'chunks', file))
}

async function tokenOf(product: Product): Promise<string> {
  const { url } = await product.logged('Open this link once')
  return new URL(String(url)).searchParams.get('token') ?? ''
}

async function order(product: Product, token: string, id: string): Promise<number> {
  return (await product.ask('/api/x/restorable/start', JSON.stringify({ token, id }))).status
}

/** Waits until the host listens for the nth time. */
async function listening(product: Product, nth: number): Promise<void> {
  await product.until(`start ${nth}`, () => {
    return product.lines().filter(({ msg }) => msg === 'Listening').length >= nth ? true : undefined
  })
}

async function isSetUp(product: Product): Promise<boolean> {
  return ((await product.ask('/api/x/restorable/state')).body as { readonly isSetUp: boolean }).isSetUp
}

async function choices(product: Product, token: string): Promise<RestoreChoices> {
  return (await product.ask('/api/x/restorable/choices', token)).body as RestoreChoices
}

for (const [name, typed] of [
  ['one process', []],
  ['two workers', ['--workers', '2']],
] as const) {
  test(`${name}: a restore that fails leaves the set-up link and its reason, and one that succeeds the admin of the backup`, async (t) => {
    const { id, place, env } = await emptyInstance(t, sqlite)
    const product = await Product.start(t, { script, typed, env })
    const token = await tokenOf(product)
    const content = await contentOf(place, id)
    const whole = await Promise.all(content.map((file) => readFile(file)))
    await Promise.all(content.map((file) => writeFile(file, 'damaged')))
    const answers = await Promise.all([order(product, token, id), order(product, token, id)])
    assert.equal(answers.filter((status) => status === 202).length, 1, String(answers))
    await listening(product, 2)
    assert.equal(await isSetUp(product), false)
    const failure = (await choices(product, token)).failure ?? ''
    assert.match(wordingIn(failure, 'en'), /The chunk "\w+" is damaged\. Use another backup/)
    assert.match(wordingIn(failure, 'zh'), /数据块“\w+”已损坏/)

    await Promise.all(content.map((file, at) => writeFile(file, whole[at] ?? '')))
    assert.equal(await order(product, token, id), 202)
    await listening(product, 3)
    assert.equal(await isSetUp(product), true)
    assert.equal((await product.ask('/api/x/restorable/choices', token)).status, 410)
    assert.equal(product.lines().filter(({ msg }) => msg.startsWith('Open this link once')).length, 1)
    product.kill('SIGTERM')
    assert.equal(await product.exited, 0, product.output)
    assert.doesNotMatch(product.output, /hostkey1_/)
  })
}

test('a stop signal after an order ends the process, with the data as before or restored', async (t) => {
  const { id, env } = await emptyInstance(t, sqlite)
  const product = await Product.start(t, { script, env })
  assert.equal(await order(product, await tokenOf(product), id), 202)
  product.kill('SIGTERM')
  assert.equal(await product.exited, 0, product.output)
  const next = await Product.start(t, { script, env })
  await next.logged('Listening')
  assert.equal(typeof (await isSetUp(next)), 'boolean')
})

test('killed at any moment of a restore, the data are as before or those of the backup', async (t) => {
  const { id, env } = await emptyInstance(t, sqlite)
  let seen = false
  for (let nth = 0; nth < kills && !seen; nth += 1) {
    const product = await Product.start(t, { script, typed: nth % 2 === 0 ? [] : ['--workers', '2'], env })
    assert.equal(await order(product, await tokenOf(product), id), 202)
    await product.logged('Restoring a backup')
    await sleep(randomInt(0, 60))
    product.kill('SIGKILL')
    await product.exited
    const next = await Product.start(t, { script, env })
    await next.logged('Listening')
    seen = await isSetUp(next)
    next.kill('SIGTERM')
    assert.equal(await next.exited, 0)
  }
})

test('postgres: beside a process of another machine the restore is refused, and the page shows why', async (t) => {
  const { id, env } = await emptyInstance(t, postgres)
  const first = await Product.start(t, { script, env })
  await first.logged('Listening')
  const second = await Product.start(t, { script, env })
  const token = await tokenOf(second)
  assert.equal(await order(first, token, id), 202)
  await listening(first, 2)
  for (const product of [first, second]) {
    const failure = (await choices(product, token)).failure ?? ''
    assert.match(wordingIn(failure, 'en'), /still running on this database\. Stop every process/)
  }
  second.kill('SIGTERM')
  assert.equal(await second.exited, 0)
  assert.equal(await order(first, token, id), 202)
  await listening(first, 3)
  assert.equal(await isSetUp(first), true)
})
