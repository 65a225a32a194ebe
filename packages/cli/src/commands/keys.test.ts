import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createHost, readConfig } from '@host/host'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { typeCommand, type TypedCommand } from './testing/type-command.ts'

const old = 'DxhRUAvNJAXMYFlMDoqzz0OW6JUYCzGMj5gaLTwKotM='
const next = 'vq1HkQSdkMOEZ2cOQkUt2qbZB0cVAvMuiRSv0Ep1c5g='

interface Lab {
  readonly folder: string
  /** Starts a host, which stops with the test. */
  start(key?: string): Promise<{ stop(): Promise<void> }>
  run(typed: string, key?: string): Promise<TypedCommand>
}

async function lab(context: TestContext, product: TestDatabaseProduct | undefined): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'host-keys-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const fresh = await product?.create()
  context.after(() => fresh?.[Symbol.asyncDispose]())
  const envWith = (key: string | undefined): Record<string, string> => ({
    HOST_DATA: folder,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_STOP_TIMEOUT: '1',
    ...(fresh?.url.startsWith('postgres') === true && { HOST_DATABASE_URL: fresh.url }),
    ...(key !== undefined && { HOST_SECRET_KEY: key }),
  })
  return {
    folder,
    start: async (key) => {
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const host = await createHost({ plugins: [], config: readConfig(envWith(key)), log, announce: () => {} })
      context.after(() => host.stop())
      return host
    },
    run: (typed, key) => typeCommand(typed.split(' '), { cwd: folder, env: envWith(key) }),
  }
}

for (const product of testDatabases) {
  test(`"host keys" beside a host on ${product.dialect} shows its keys by name, and rotates the key file`, async (t) => {
    const { folder, start, run } = await lab(t, product)
    await start()
    const status = await run('keys status')
    assert.equal(status.code, 0, status.reported)
    assert.match(status.written, /^Root keys from the key file ".*\.key" \(current key since \d{4}-.*Z\):\n/)
    assert.match(status.written, /\nroot_\w{24}  wraps 1 data key, current$/)
    const before = await keyTexts(folder)
    const rotated = await run('keys rotate')
    assert.equal(rotated.code, 0, rotated.reported)
    assert.match(
      rotated.written,
      /^The root key is now root_\w{24}; 1 data key rewrapped\.\nNo longer needed: root_\w{24}, moved to ".*\.key\.retired"\. Earlier backups/,
    )
    const after = await keyTexts(folder)
    assert.equal(after.length, 2)
    for (const text of [...before, ...after]) {
      for (const output of [status.written, rotated.written]) assert.ok(!output.includes(text))
    }
  })

  test(`"host keys rotate" with HOST_SECRET_KEY on ${product.dialect} leads through the change, and waits for every host`, async (t) => {
    const { start, run } = await lab(t, product)
    const first = await start(old)
    const single = await run('keys rotate', old)
    assert.equal(single.code, 1)
    assert.match(
      single.reported,
      /^No new key to rotate to: generate one with "openssl rand -base64 32", start the host with it/,
    )
    const early = await run('keys rotate', `${next},${old}`)
    assert.equal(early.code, 1)
    assert.match(early.reported, /^root_\w{24} is unknown to 1 of the running processes/)
    await first.stop()
    await start(`${next},${old}`)
    assert.match(
      (await run('keys status', `${next},${old}`)).written,
      /current\nroot_\w{24}  wraps 0 data keys, pending a rotation/,
    )
    const rotated = await run('keys rotate', `${next},${old}`)
    assert.equal(rotated.code, 0, rotated.reported)
    assert.match(rotated.written, /No longer needed: root_\w{24}\. Remove it from HOST_SECRET_KEY\./)
    assert.match((await run('keys status', old)).written, /root_\w{24}  wraps 1 data key, missing: restore it/)
    assert.match((await run('keys status', next)).written, /root_\w{24}  wraps 1 data key, current$/)
  })
}

test('"host keys" without a database reports it, and creates none', async (t) => {
  const { folder, run } = await lab(t, undefined)
  for (const typed of ['keys status', 'keys rotate']) {
    const { code, reported } = await run(typed)
    assert.equal(code, 1)
    assert.match(reported, /^Database not found\. Start the host once/)
  }
  assert.deepEqual(await readdir(folder), [])
})

test('a HOST_SECRET_KEY that is unfit is a mistake of the configuration, and is not repeated', async (t) => {
  const { run } = await lab(t, undefined)
  const { code, reported } = await run('keys status', 'swordfish')
  assert.equal(code, 1)
  assert.equal(reported, 'HOST_SECRET_KEY: it is not base64; generate one with "openssl rand -base64 32".')
  assert.match((await run('config', old)).written, /^HOST_SECRET_KEY +\*{8} {2}\(set\)$/m)
})

async function keyTexts(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => /\.key(?:\.retired)?$/.test(name))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) => text.trim().split('\n'))
}
