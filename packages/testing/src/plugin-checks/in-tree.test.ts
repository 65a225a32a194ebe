import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspectPlugin } from './inspect-plugin.ts'

const root = join(import.meta.dirname, '../../../..')
/** In a soak every plugin; else one without pages, one with everything, and an example. */
const folders =
  process.env['HOST_SOAK'] === '1'
    ? ['plugins', 'examples']
        .flatMap((place) => readdirSync(join(root, place)).map((name) => `${place}/${name}`))
        .filter(isPlugin)
    : ['plugins/views', 'plugins/webhooks', 'examples/reading-list']

for (const folder of folders) {
  test(`§A62 ${folder} passes every rule`, async () => {
    const { findings } = await inspectPlugin(join(root, folder))
    assert.deepEqual(
      findings.map(({ rule, file, line, message }) => `${rule} ${file}:${line ?? ''} ${message}`),
      [],
    )
  })
}

/** The cookbook has many plugins in one folder, each with its own test. */
function isPlugin(folder: string): boolean {
  return folder !== 'examples/cookbook'
}
