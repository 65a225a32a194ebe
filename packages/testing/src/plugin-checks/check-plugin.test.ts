import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { plantedCopy } from './fixtures/planted-copy.ts'
import { pluginRules } from './plugin-rules.ts'

test('§A65 each rule is a test, and the one that a plugin breaks fails with place and advice', async () => {
  await using copy = await plantedCopy([['plugin.ts', 'idempotent(ctx.guard(sendWave))', 'ctx.guard(sendWave)']])
  const file = join(copy.folder, 'all.test.ts')
  await writeFile(file, "import { checkPlugin } from '@host/testing'\nawait checkPlugin(import.meta.dirname)\n")
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = promisify(execFile)(process.execPath, ['--conditions=source', '--test', '--test-reporter=tap', file], {
    env,
  })
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
  assert.match(stdout, /not ok \d+ - routes\/replayed: /)
  assert.match(stdout, /plugin\.ts:\d+ .*"POST \/api\/x\/hello\/wave" answered 200 and ran again/)
  assert.match(stdout, / ok \d+ - the plugin can be checked/)
  const passed = Array.from(stdout.matchAll(/^ +ok \d+ - (\S+): /gm), ([, id]) => id)
  const broken = new Set(['routes/replayed', 'routes/other-body'])
  assert.deepEqual(
    passed.filter((id) => id !== 'checks/exceptions'),
    pluginRules.map(({ id }) => id).filter((id) => !broken.has(id)),
  )
})
