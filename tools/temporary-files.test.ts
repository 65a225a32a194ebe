import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryFiles } from './temporary-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'temporary-files-'))
after(() => rmSync(folder, { recursive: true }))

test('a folder of a run can be read by other users, and is removed with its files', () => {
  const files = temporaryFiles(folder)
  assert.equal(dirname(files.path) === folder || dirname(files.path) === tmpdir(), true)
  assert.equal(statSync(files.path).mode & 0o777, 0o755)
  writeFileSync(join(files.path, 'a'), 'a')
  files[Symbol.dispose]()
  assert.equal(existsSync(files.path), false)
})

test('without a file system in memory the files are where the system keeps such files', () => {
  using files = temporaryFiles(join(folder, 'missing'))
  assert.equal(dirname(files.path), tmpdir())
})

test('what a killed run left in memory is removed, and what a running one has is kept', () => {
  const { pid } = spawnSync('true')
  const [abandoned, used] = [join(folder, `host-files-${pid}-a`), join(folder, `host-files-${process.ppid}-a`)]
  for (const path of [abandoned, used]) mkdirSync(path)
  using files = temporaryFiles(folder)
  assert.deepEqual([abandoned, used, files.path].map(existsSync), [false, true, true])
})
