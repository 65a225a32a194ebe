/** The description of the API out of the built executable, alone in an empty folder. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { install, run } from './lab/executable.ts'

const built = join(import.meta.dirname, '../../bin/host')

test('§A4 the executable prints the description of its API, and leaves its folder as it was', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-e2e-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const host = await install(built, folder)
  const { code, output } = await run(host, ['openapi'])
  assert.equal(code, 0, output)
  const { openapi, paths } = JSON.parse(output) as { readonly openapi: string; readonly paths: object }
  assert.equal(openapi, '3.1.1')
  assert.ok(Object.keys(paths).length > 100)
  assert.deepEqual(await readdir(folder), ['host'])
})
