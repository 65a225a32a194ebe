import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressFiles } from './compress-files.ts'
import { digestOf } from './digest.ts'

const cache = mkdtempSync(join(tmpdir(), 'host-compressed-'))
after(() => rmSync(cache, { recursive: true }))
const text = Buffer.from('const greeting = "hello"\n'.repeat(200))

test('a text gains a variant for each encoding that gives the same bytes back', async () => {
  const files = await compressFiles(new Map([['assets/a.js', text]]), cache)
  assert.deepEqual([...files.keys()].toSorted(), ['assets/a.js', 'assets/a.js.br', 'assets/a.js.gz'])
  assert.deepEqual(brotliDecompressSync(files.get('assets/a.js.br') ?? ''), text)
  assert.deepEqual(gunzipSync(files.get('assets/a.js.gz') ?? ''), text)
})

test('a small page is compressed as well: it comes with many others', async () => {
  const files = await compressFiles(new Map([['p-notes.js', Buffer.from('a.b;'.repeat(64))]]), cache)
  assert.ok((files.get('p-notes.js.br')?.length ?? Infinity) < 256)
})

test('a picture and a short file are left as they are', async () => {
  const files = await compressFiles(
    new Map([
      ['a.png', Buffer.alloc(5000)],
      ['b.js', Buffer.from('1')],
    ]),
    cache,
  )
  assert.deepEqual([...files.keys()], ['a.png', 'b.js'])
})

test('a result is kept for the content, whatever its name, until no build has used it for two weeks', async (t) => {
  const own = mkdtempSync(join(tmpdir(), 'host-compressed-'))
  t.after(() => rmSync(own, { recursive: true }))
  await compressFiles(new Map([['a.js', text]]), own)
  const kept = readdirSync(own)
  assert.equal(kept.length, 2)
  for (const name of kept) writeFileSync(join(own, name), 'kept')
  const again = await compressFiles(new Map([['b.css', text]]), own)
  assert.equal(again.get('b.css.br')?.toString(), 'kept')
  const old = new Date(Date.now() - 15 * 24 * 60 * 60_000)
  for (const name of kept) utimesSync(join(own, name), old, old)
  await compressFiles(new Map([['b.css', text]]), own)
  assert.deepEqual(readdirSync(own), kept, 'a use renews it')
  for (const name of kept) utimesSync(join(own, name), old, old)
  await compressFiles(new Map([['c.js', Buffer.concat([text, text])]]), own)
  assert.equal(readdirSync(own).filter((name) => kept.includes(name)).length, 0)
})

test('a digest depends on names and contents and not on their order', () => {
  const digest = digestOf(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  )
  assert.match(digest, /^sha256:[0-9a-f]{64}$/)
  assert.equal(
    digest,
    digestOf(
      new Map([
        ['b', '2'],
        ['a', '1'],
      ]),
    ),
  )
  for (const other of [
    [
      ['a', '1'],
      ['b', '3'],
    ],
    [
      ['a', '12'],
      ['b', ''],
    ],
    [
      ['ab', '1'],
      ['', '2'],
    ],
  ] as const) {
    assert.notEqual(digest, digestOf(new Map(other)))
  }
})
