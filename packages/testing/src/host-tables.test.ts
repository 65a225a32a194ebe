import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type * as Module from './host-tables.ts'

/** A module of its own: other tests of this process have made their tables already. */
const apart = new URL('./host-tables.ts?apart', import.meta.url).href

test('tables that could not be made are made at the next call, and then once', async (t) => {
  const { hostTables } = (await import(apart)) as typeof Module
  const { TMPDIR } = process.env
  const restore = (): void => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
  t.after(restore)
  process.env['TMPDIR'] = join(import.meta.dirname, 'missing')
  await assert.rejects(hostTables(), { code: 'ENOENT' })
  restore()
  const made = await hostTables()
  assert.equal(await hostTables(), made)
})
