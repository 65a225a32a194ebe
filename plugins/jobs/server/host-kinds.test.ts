import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hostKinds } from '../shared/host-kinds.ts'

const source = join(import.meta.dirname, '../../../packages/host/src')
// Those of `HostJobKind` with another place are done in the name of a plugin, whose title stands before them.
const declaration = /(?:defineJob\(|: HostJobKind<[^>]*> = )\{\s*name: '([a-z.-]+)'/g
const ofPlugins = new Set(['changesets.apply', 'events.replay'])

test('every kind of job that the host does itself has a name in words', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/test|testing/.test(file))
  const kinds = files.flatMap((file) =>
    Array.from(readFileSync(join(source, file), 'utf8').matchAll(declaration), ([, name = '']) => name),
  )
  assert.deepEqual(kinds.filter((name) => !ofPlugins.has(name)).toSorted(), [...hostKinds.keys()].toSorted())
})
