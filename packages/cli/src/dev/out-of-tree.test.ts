import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { notes, plant, sound } from '../compose/fixtures/plant.ts'
import { openOutOfTree } from './out-of-tree.ts'

const text = '[{"server":"./notes","npm":"./notes/web"}]'
const line = "import type { JobEntry } from '@host/plugin/platform'\n"

test("a developed plugin that imports the contract's part for in-tree plugins is refused with file and line", async (t) => {
  const cwd = plant(t, notes({ 'plugin.ts': `\n${line}${sound['plugin.ts']}` }))
  await assert.rejects(openOutOfTree(text, cwd), {
    name: 'BuildFailure',
    message:
      'HOST_PLUGINS[0] "./notes" imports JobEntry from "@host/plugin/platform" in plugin.ts line 2, ' +
      'which is only for plugins in the host\'s own tree: use "Jobs" instead',
  })
})

test('an edit that imports it is a fault with file and line, until it is taken back', async (t) => {
  const cwd = plant(t, notes({}))
  const opened = await openOutOfTree(text, cwd)
  t.after(opened.remove)
  assert.equal(opened.refusal(), undefined)
  const file = join(cwd, 'notes/shared.ts')
  writeFileSync(file, `${sound['shared.ts']}${line}`)
  const refusal = opened.refusal()
  assert.deepEqual([refusal?.file, refusal?.line], [file, 2])
  assert.match(
    refusal?.message ?? '',
    /^"\.\/notes" imports JobEntry from "@host\/plugin\/platform" in shared\.ts line 2/,
  )
  writeFileSync(file, `${sound['shared.ts']}`)
  assert.equal(opened.refusal(), undefined)
})
