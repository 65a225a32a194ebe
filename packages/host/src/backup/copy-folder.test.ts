import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { copyPrefix, longestCopy, makeCopyFolder } from './copy-folder.ts'

test('a folder left behind that can not be removed blocks no copy, and the others are removed', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'host-copies-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  const [blocked, left] = [`${copyPrefix}1`, `${copyPrefix}2`]
  // A folder in place of a lock fails for every user, root too.
  for (const name of [blocked, `${blocked}.lock`, left]) await mkdir(join(parent, name))
  {
    await using _folder = await makeCopyFolder(parent, Date.now() + 2 * longestCopy)
  }
  assert.deepEqual(await readdir(parent), [blocked, `${blocked}.lock`])
})
