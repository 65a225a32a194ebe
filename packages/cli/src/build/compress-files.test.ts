import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressFiles } from './compress-files.ts'
import { digestOf } from './digest.ts'
import { KeptResults } from './kept-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'host-compressed-'))
const results = new KeptResults(folder)
after(() => rmSync(folder, { recursive: true, force: true }))
const text = Buffer.from('const greeting = "hello"\n'.repeat(200))

test('a text gains a variant for each encoding that gives the same bytes back', async () => {
  const files = await compressFiles(new Map([['assets/a.js', text]]), results)
  assert.deepEqual([...files.keys()].toSorted(), ['assets/a.js', 'assets/a.js.br', 'assets/a.js.gz'])
  assert.deepEqual(brotliDecompressSync(files.get('assets/a.js.br') ?? ''), text)
  assert.deepEqual(gunzipSync(files.get('assets/a.js.gz') ?? ''), text)
})

test('a small page is compressed as well: it comes with many others', async () => {
  const files = await compressFiles(new Map([['p-notes.js', Buffer.from('a.b;'.repeat(64))]]), results)
  assert.ok((files.get('p-notes.js.br')?.length ?? Infinity) < 256)
})

test('a picture and a short file are left as they are', async () => {
  const files = await compressFiles(
    new Map([
      ['a.png', Buffer.alloc(5000)],
      ['b.js', Buffer.from('1')],
    ]),
    results,
  )
  assert.deepEqual([...files.keys()], ['a.png', 'b.js'])
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
