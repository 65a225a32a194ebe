import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Log } from '@host/plugin'
import { InvalidConfiguration } from '@host/plugin/platform'
import { GeoDatabase } from './geo-database.ts'
import { geoService } from './geo-service.ts'
import { openGeo } from './open-geo.ts'
import { writeMmdb } from './testing/write-mmdb.ts'

const london = {
  country: { iso_code: 'GB', names: { en: 'United Kingdom' } },
  subdivisions: [{ iso_code: 'ENG', names: { en: 'England' } }],
  city: { names: { en: 'London' } },
}
const places = {
  '81.2.69.0/24': london,
  '2001:218::/32': { country: { iso_code: 'JP', names: { en: 'Japan' } } },
  '10.0.0.0/8': london,
  '216.160.83.0/24': { continent: { code: 'NA' } },
}
const minute = 60_000

async function lab(bytes: Buffer = writeMmdb(places)) {
  const folder = await mkdtemp(join(tmpdir(), 'host-geo-'))
  const path = join(folder, 'places.mmdb')
  await writeFile(path, bytes)
  const lines: string[] = []
  const log: Log = {
    debug() {},
    info: (line) => void lines.push(line),
    warn: (line) => void lines.push(line),
    error() {},
  }
  let now = 0
  const replace = async (next: Buffer): Promise<void> => {
    await writeFile(`${path}.new`, next)
    await rename(`${path}.new`, path)
  }
  return {
    path,
    log,
    lines,
    replace,
    move: (milliseconds: number) => void (now += milliseconds),
    steady: () => now,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

suite('where addresses are', () => {
  test('§P46 known country, region and city are returned, for every notation of an address', async () => {
    await using file = await lab()
    const { lookup } = await openGeo(file.path, file.log)
    const expected = { country: 'GB', region: 'England', city: 'London' }
    assert.deepEqual(await lookup('81.2.69.160'), expected)
    assert.deepEqual(await lookup('::ffff:81.2.69.160'), expected)
    assert.deepEqual(await lookup('::FFFF:5102:45a0'), expected)
    assert.deepEqual(await lookup('2001:218:0:0::1'), { country: 'JP' })
  })

  test('§P46 a place without names is returned without them', async () => {
    const unnamed = { country: { iso_code: 'DE' }, subdivisions: [{ geoname_id: 1 }], city: 'Berlin' }
    await using file = await lab(writeMmdb({ '81.2.69.0/24': unnamed }))
    const { lookup } = await openGeo(file.path, file.log)
    assert.deepEqual(await lookup('81.2.69.1'), { country: 'DE' })
  })

  test('an address that is unknown, private or none is nowhere', async () => {
    await using file = await lab()
    const { lookup } = await openGeo(file.path, file.log)
    const nowhere = ['8.8.8.8', '10.1.2.3', '127.0.0.1', '::1', 'fd00::1', '169.254.169.254', '216.160.83.1']
    const none = ['', 'localhost', '81.2.69', '81.2.69.160:80', '[2001:218::1]', 'fe80::1%eth0', '0x51.2.69.160']
    for (const address of [...nowhere, ...none]) assert.equal(await lookup(address), undefined, address)
    assert.equal(await lookup(undefined as never), undefined)
  })

  test('a database of IPv4 alone knows nothing of IPv6', async () => {
    await using file = await lab(writeMmdb({ '81.2.69.0/24': london }, { ipVersion: 4, type: 'Test-Country' }))
    const { lookup } = await openGeo(file.path, file.log)
    assert.equal((await lookup('81.2.69.1'))?.country, 'GB')
    assert.equal(await lookup('2001:218::1'), undefined)
  })

  test('§P46 a file that is missing, no database, or one of something else refuses the start with a sentence', async () => {
    await using file = await lab()
    const isRefused = (error: unknown): boolean =>
      error instanceof InvalidConfiguration && /HOST_GEO_DATABASE/.test(error.message)
    await assert.rejects(openGeo(`${file.path}.missing`, file.log), isRefused)
    for (const bytes of [Buffer.alloc(0), Buffer.from('no database'), writeMmdb(places, { type: 'Test-ASN' })]) {
      await file.replace(bytes)
      await assert.rejects(openGeo(file.path, file.log), isRefused)
    }
  })
})

suite('a database of places', () => {
  test('§P46 is looked at again a minute later at the earliest, and taken again when it changed', async () => {
    await using file = await lab()
    const database = await GeoDatabase.open(file)
    const { lookup } = geoService(database)
    await file.replace(writeMmdb({ '81.2.69.0/24': { country: { iso_code: 'IE' } } }))
    file.move(minute - 1)
    await lookup('81.2.69.1')
    await new Promise(setImmediate)
    assert.deepEqual(file.lines, [])
    file.move(1)
    assert.equal((await lookup('81.2.69.1'))?.country, 'GB', 'nobody waits for the new one')
    await database.check()
    assert.deepEqual(await lookup('81.2.69.1'), { country: 'IE' })
    assert.deepEqual(file.lines, ['Geo database reloaded'])
  })

  test('§P46 a broken or missing new file changes nothing, is reported once, and the next one is used', async () => {
    await using file = await lab()
    const database = await GeoDatabase.open(file)
    const { lookup } = geoService(database)
    for (const broken of [writeMmdb(places).subarray(0, 200), Buffer.alloc(0)]) {
      await file.replace(broken)
      await database.check()
      await database.check()
      assert.equal((await lookup('81.2.69.1'))?.country, 'GB')
    }
    await rm(file.path)
    await database.check()
    await database.check()
    assert.equal((await lookup('81.2.69.1'))?.country, 'GB')
    assert.deepEqual(
      file.lines,
      Array(3).fill('The new geo database could not be loaded; the previous one stays in use'),
    )
    await file.replace(writeMmdb({ '81.2.69.0/24': { country: { iso_code: 'IE' } } }))
    await database.check()
    assert.equal((await lookup('81.2.69.1'))?.country, 'IE')
  })

  test('with a part that can not be read answers nothing there, and everything elsewhere', async () => {
    const bytes = writeMmdb(places)
    const at = bytes.indexOf('JP') - 1
    bytes[at] = 0x1f
    await using file = await lab(bytes)
    const { lookup } = await openGeo(file.path, file.log)
    assert.equal(await lookup('2001:218::1'), undefined)
    assert.equal((await lookup('81.2.69.1'))?.country, 'GB')
    assert.ok(file.lines.length <= 1)
  })
})
