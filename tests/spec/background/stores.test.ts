/**
 * Services of plugins besides the tables: files, a cache, limits and places, in a host and at the end of a workspace.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  Blobs,
  Cache,
  definePlugin,
  Geo,
  RateLimit,
  type BlobsService,
  type CacheService,
  type RateLimitService,
} from '@host/plugin'
import { createTestHost } from '@host/testing'
import { openBlobs } from '../../../packages/host/src/blobs/open-blobs.ts'
import { DataAccess } from '../../../packages/host/src/database/data-access.ts'
import { JoiningTransactor } from '../../../packages/host/src/database/joining-transactor.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { hostModels } from '../../../packages/host/src/models/host-models.ts'
import { lockWorkspace } from '../../../packages/host/src/identity/workspaces/lock-workspace.ts'
import { plugin as geo } from '../../../plugins/geo/server/index.ts'
import { writeMmdb } from '../../../plugins/geo/server/testing/write-mmdb.ts'
import { openDataLab } from '../lab/data-lab.ts'
import { infoOf } from '../lab/plugins.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const plain = { type: 'text/plain' }
const silent = { debug() {}, info() {}, warn() {}, error() {} }

interface Given {
  readonly blobs: BlobsService
  readonly cache: CacheService
  readonly limit: RateLimitService
}

/** A plugin that exposes the services it received. */
function stores(name: string) {
  const given: Partial<Given> = {}
  const plugin = definePlugin({
    name,
    info: infoOf(name),
    models: [],
    mount(_, ctx) {
      Object.assign(given, {
        blobs: ctx.lookup(Blobs),
        cache: ctx.lookup(Cache),
        limit: ctx.lookup(RateLimit),
      })
    },
  })
  return { plugin, given: given as Given }
}

test("§P38 files, cache and limits of a plugin are its own, and the operator's configuration applies to all", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'host-stores-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'places.mmdb'), writeMmdb({ '81.2.69.0/24': { country: { iso_code: 'GB' } } }))
  const [notes, shop] = [stores('notes'), stores('shop')]
  const host = stack.use(
    await createTestHost({
      plugins: [geo, notes.plugin, shop.plugin],
      environment: { HOST_BLOBS: join(folder, 'blobs'), HOST_GEO_DATABASE: join(folder, 'places.mmdb') },
    }),
  )
  const { here, there } = host.workspaces
  await notes.given.blobs.put(here, 'a', text('of notes'), plain)
  assert.equal(await shop.given.blobs.facts(here, 'a'), undefined)
  assert.equal(await notes.given.blobs.facts(there, 'a'), undefined)
  assert.equal(
    (await readdir(join(folder, 'blobs'), { recursive: true })).filter((name) => name.endsWith('.0')).length,
    1,
  )
  await notes.given.cache.set('a', 1, 60_000)
  assert.equal(await shop.given.cache.get('a'), undefined)
  assert.equal(await notes.given.cache.get('a'), 1)
  assert.equal((await notes.given.limit.take('a', 1, 60_000)).allowed, true)
  assert.equal((await shop.given.limit.take('a', 1, 60_000)).allowed, true)
  assert.equal((await notes.given.limit.take('a', 1, 60_000)).allowed, false)
  assert.deepEqual(await host.service(Geo).lookup('81.2.69.1'), { country: 'GB' })
})

for (const product of testDatabases) {
  test(`§P42 files go along with the export of a workspace, and go with its erasure (${product.name})`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    const lab = await openDataLab(database)
    const data = new DataAccess({ database, owners: [{ name: 'host', models: hostModels }], onDoor: () => undefined })
    const workspaces = data.forHost(hostModels, new JoiningTransactor(database))
    const blobs = openBlobs({
      database,
      data,
      pieces: undefined,
      clock: () => lab.clock.now,
      log: silent,
      holdWorkspace: (orgId) => lockWorkspace(workspaces, orgId),
    })
    const notes = blobs.serviceOf('notes')
    for (const orgId of ['org_mine', 'org_other']) {
      await lab.fill(orgId)
      await notes.put(orgId, 'large', new Uint8Array(300_001).fill(orgId.length), plain)
      await notes.put(orgId, 'a/b', text(`of ${orgId}`), plain)
    }
    const file = JSON.parse(await new Response(lab.export('org_mine')).text()) as { readonly blobs: readonly File[] }
    const content = file.blobs.map((each) => [each.plugin, each.key, Buffer.from(each.content, 'base64')])
    assert.deepEqual(content, [
      ['notes', 'large', Buffer.alloc(300_001, 'org_mine'.length)],
      ['notes', 'a/b', Buffer.from('of org_mine')],
    ])
    await lab.close('org_mine')
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const underWay = assert.rejects(notes.put('org_mine', 'late', readable, plain), { code: 'not_found' })
    await lab.eraser.round()
    await writable.close()
    await underWay
    assert.deepEqual(await notes.list('org_mine', '', { limit: 10 }), [])
    await blobs.sweeper.sweep()
    const pieces = await data.forHost(hostModels).selectFrom('host_blob_pieces').select('content_id').execute()
    assert.equal(pieces.length, 3, 'those of the other workspace')
    assert.equal(await new Response((await notes.get('org_other', 'a/b'))?.body).text(), 'of org_other')
  })
}

interface File {
  readonly plugin: string
  readonly key: string
  readonly content: string
}
