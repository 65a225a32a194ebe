import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, defineUpload, nothing } from '@host/plugin'
import { checkPlugins } from '../boot/check-plugins.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { fileName } from './file-name.ts'

const plain = { pattern: 'POST /api/x/notes/files', output: nothing, summary: 'Add a file' } as const

/** Problems of a plugin with one upload. */
async function problemsOf(
  accept: readonly string[],
  maxBytes: number,
  { by = 'upload', headBytes = 0 }: { readonly by?: 'upload' | 'endpoint'; readonly headBytes?: number } = {},
) {
  const definition = defineUpload({ ...plain, accept, maxBytes, headBytes })
  const plugin = definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    mount: (mux) =>
      by === 'upload' ? mux.upload(definition, () => undefined) : mux.endpoint(definition, () => undefined),
  })
  return (await checkPlugins([{ plugin, version: '1.0.0', outOfTree: true }])).join('\n')
}

test('an upload with rules that no file can follow refuses the boot, with the form that is expected', async () => {
  assert.equal(await problemsOf(['image/*', 'application/pdf'], 100), '')
  assert.match(await problemsOf(['.png'], 100), /its accept has "\.png"; use media types/)
  assert.match(await problemsOf([], 100), /its accept is empty/)
  assert.match(await problemsOf(['image/*'], 1e12), /1000000000000; use a number of bytes/)
  assert.match(await problemsOf(['image/*'], 100, { by: 'endpoint' }), /mount it with mux\.upload/)
  assert.equal(await problemsOf(['image/*'], 100, { headBytes: 256 * 1024 }), '')
  assert.match(
    await problemsOf(['image/*'], 100, { headBytes: 1e6 }),
    /its headBytes is 1000000; use a number of bytes/,
  )
})

test('a file name has no folder, no invisible characters and at most 200 characters, its ending kept', () => {
  const named = (name: string): string => fileName(encodeURIComponent(name))
  assert.equal(named('../../etc/passwd'), 'passwd')
  assert.equal(named('C:\\a\\b.png'), 'b.png')
  assert.equal(named('a\u202Egnp.exe\r\n'), 'agnp.exe')
  assert.deepEqual([named('..'), named(''), fileName(null)], ['file', 'file', 'file'])
  const long = named(`${'长'.repeat(500)}.pdf`)
  assert.equal([...long].length, 200)
  assert.ok(long.endsWith('.pdf'))
  assert.throws(() => fileName('%E0%A4%A'), { code: 'invalid_input' })
})
