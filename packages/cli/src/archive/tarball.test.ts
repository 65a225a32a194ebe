import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { readTarball } from './read-tarball.ts'
import { writeTarball } from './write-tarball.ts'

const segment = fc.stringMatching(/^[a-zA-Z0-9_-]{1,30}$/)
const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))

test('written files are read back', () => {
  fc.assert(
    fc.property(fc.dictionary(path, fc.uint8Array({ maxLength: 2000 })), (entries) => {
      const files = new Map(Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes)]))
      assert.deepEqual(readTarball(writeTarball(files)), new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))))
    }),
    { numRuns: 100 },
  )
})

test('equal files give equal archives in any order', () => {
  const one = writeTarball(
    new Map([
      ['a', Buffer.from('1')],
      ['b', Buffer.from('2')],
    ]),
  )
  const two = writeTarball(
    new Map([
      ['b', Buffer.from('2')],
      ['a', Buffer.from('1')],
    ]),
  )
  assert.deepEqual(one, two)
})

test("tar reads our archives, and we read those of npm's packer", (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tarball-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const long = `${'deep/'.repeat(25)}file.ts`
  writeFileSync(
    join(folder, 'ours.tgz'),
    writeTarball(
      new Map([
        ['package.json', Buffer.from('{}')],
        [long, Buffer.from('long')],
      ]),
    ),
  )
  assert.match(
    execFileSync('tar', ['-tzf', join(folder, 'ours.tgz')], { encoding: 'utf8' }),
    /^package\/deep.*file\.ts\npackage\/package\.json\n$/,
  )
  mkdirSync(join(folder, 'package', 'deep/'.repeat(25)), { recursive: true })
  writeFileSync(join(folder, 'package', long), 'long')
  writeFileSync(join(folder, 'package/package.json'), '{"name":"a","version":"1.0.0"}')
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: join(folder, 'package'), stdio: 'ignore' })
  assert.deepEqual([...readTarball(readFileSync(join(folder, 'a-1.0.0.tgz'))).keys()].toSorted(), [
    long,
    'package.json',
  ])
})

test('a link, a climbing path and a cut archive are refused in a sentence', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tarball-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'package'))
  symlinkSync('/etc/passwd', join(folder, 'package/link'))
  execFileSync('tar', ['-czf', join(folder, 'link.tgz'), '-C', folder, 'package'])
  assert.throws(
    () => readTarball(readFileSync(join(folder, 'link.tgz'))),
    /"package\/link", which is neither a file nor a folder/,
  )
  assert.throws(() => readTarball(writeTarball(new Map([['../up', Buffer.from('')]]))), /which is outside the package/)
  assert.throws(() => readTarball(gzipSync(Buffer.from('x'.repeat(600)))), /is not a tar archive/)
  assert.throws(() => readTarball(Buffer.from('plain')), /is not a gzip archive/)
})

test('any bytes give files or a sentence', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      try {
        readTarball(gzipSync(bytes))
      } catch (error) {
        assert.ok(error instanceof SyntaxError)
      }
    }),
    { numRuns: 300 },
  )
})
