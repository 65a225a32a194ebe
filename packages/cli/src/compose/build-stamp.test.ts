import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { isFresh, stampFile, stampOf, stampText, type StampInput } from './build-stamp.ts'

const files = {
  'package.json': '{}',
  'pnpm-lock.yaml': 'lockfileVersion: 9',
  'apps/server/main.ts': 'start()',
  'packages/host/host.ts': 'host()',
  'packages/host/host.test.ts': 'test()',
  'packages/host/node_modules/a/index.js': '',
  'plugins/links/index.ts': 'links()',
  'patches/a.patch': '',
}

/** A checkout that was built: its inputs, and its executable. */
function built(t: TestContext, further: Partial<StampInput> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'host-stamp-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries({ ...files, 'outside/notes/index.ts': 'notes()' })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const input = { root, text: undefined, without: undefined, cwd: root, ...further }
  const executable = join(root, 'host')
  writeFileSync(executable, 'built')
  writeFileSync(stampFile(executable), stampText(stampOf(input) ?? '', executable))
  return { root, input, executable, change: (path: string) => appendFileSync(join(root, path), ' ') }
}

test('a build is fresh until a source, the lock file or a patch changes', (t) => {
  for (const path of [
    'apps/server/main.ts',
    'plugins/links/index.ts',
    'pnpm-lock.yaml',
    'package.json',
    'patches/a.patch',
  ]) {
    const { input, executable, change } = built(t)
    assert.equal(isFresh(input, executable), true)
    change(path)
    assert.equal(isFresh(input, executable), false, path)
  }
})

test('tests, installed packages and times of files do not matter; a new file does', (t) => {
  const { root, input, executable, change } = built(t)
  change('packages/host/host.test.ts')
  change('packages/host/node_modules/a/index.js')
  utimesSync(join(root, 'apps/server/main.ts'), 1, 1)
  assert.equal(isFresh(input, executable), true)
  cpSync(join(root, 'apps/server/main.ts'), join(root, 'apps/server/second.ts'))
  assert.equal(isFresh(input, executable), false)
})

test('other variables, a source of a composed plugin, and another executable call for a build', (t) => {
  const text = '[{"server":"./outside/notes"}]'
  const { input, executable, change } = built(t, { text })
  assert.equal(isFresh(input, executable), true)
  assert.equal(isFresh({ ...input, text: undefined }, executable), false)
  assert.equal(isFresh({ ...input, without: 'links' }, executable), false)
  change('host')
  assert.equal(isFresh(input, executable), false)
  const second = built(t, { text })
  second.change('outside/notes/index.ts')
  assert.equal(isFresh(second.input, second.executable), false)
})

test('a plugin that is installed somewhere is never taken as unchanged', (t) => {
  const { input } = built(t)
  assert.equal(stampOf({ ...input, text: '[{"server":"host-notes"}]' }), undefined)
})
