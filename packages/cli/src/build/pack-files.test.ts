import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openArchive } from '../embedded/file-archive.ts'
import { packFiles } from './pack-files.ts'

const files = fc.dictionary(fc.string({ minLength: 1 }), fc.uint8Array({ maxLength: 40 }))

/** As Node gives the bytes of an asset. */
function open(packed: Buffer) {
  return openArchive(Uint8Array.from(packed).buffer)
}

test('every file of an archive is read as it was written, and no other', () => {
  fc.assert(
    fc.property(files, (contents) => {
      const archive = open(packFiles(new Map(Object.entries(contents))))
      assert.deepEqual(archive.keys, Object.keys(contents).toSorted())
      for (const [key, bytes] of Object.entries(contents)) assert.deepEqual(archive.view(key), bytes)
    }),
  )
  assert.throws(() => open(packFiles(new Map([['a', 'b']]))).view('b'), /no file b/)
})

test('the order in which files come changes no byte of an archive, and texts are in UTF-8', () => {
  const [first, second] = [['docs/a.md', '套餐'] as const, ['web/b.js', 'b'] as const]
  assert.deepEqual(packFiles(new Map([first, second])), packFiles(new Map([second, first])))
  assert.equal(Buffer.from(open(packFiles(new Map([first, second]))).view('docs/a.md')).toString('utf8'), '套餐')
})
