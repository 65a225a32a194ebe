import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkVersions } from './check-versions.ts'
import { problemsOf } from './report.ts'

const problemsIn = (path: string, text: string): readonly string[] => checkVersions([{ path, text }]).problems

for (const version of ['^1.2.3', '~1.2.3', '1.x', '*', 'latest', 'workspace:^', 'file:/a', 'git+ssh://a/b']) {
  test(`"${version}" is refused in a package`, () => {
    assert.equal(problemsIn('packages/a/package.json', JSON.stringify({ dependencies: { b: version } })).length, 1)
  })
}

test('exact versions, the catalog and the workspace are fine, and peers may be ranges', () => {
  const manifest = {
    dependencies: { a: '1.2.3', b: 'catalog:' },
    devDependencies: { c: 'workspace:*', d: '2.0.0-rc.1' },
  }
  assert.deepEqual(problemsIn('package.json', JSON.stringify({ ...manifest, peerDependencies: { e: '^1.0.0' } })), [])
})

test('a range in the catalog is refused by name', () => {
  const catalog = `packages:\n  - a\n\ncatalog:\n  a: 1.0.0\n  '@b/c': ^2.0.0\n`
  assert.deepEqual(problemsIn('pnpm-workspace.yaml', catalog), [
    'pnpm-workspace.yaml: @b/c is "^2.0.0"; write an exact version',
  ])
})

test('a check that saw no package fails', () => {
  assert.equal(problemsOf(checkVersions([])).length, 1)
})
