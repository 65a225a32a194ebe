import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { plant } from '../compose/fixtures/plant.ts'
import { bundleProgram } from './bundle-server.ts'

const files = {
  'apps/server/src/server.ts': `import { plugin } from '../../../plugins/sdk/index.ts'\nexport const run = () => plugin`,
  'plugins/sdk/index.ts': `import { helped } from '../node_modules/helper/index.js'\nexport const plugin = [helped, process.pid]`,
  'plugins/node_modules/helper/index.js': `import { define } from '../../../packages/plugin-sdk/index.ts'\nexport const helped = define()`,
  'packages/plugin-sdk/index.ts': `import { parse } from '../../node_modules/parser/index.js'\nexport const define = () => [parse()]`,
  'node_modules/parser/index.js': `export const parse = () => process.pid`,
}

test('the modules that start are those of packages, plugins, and libraries, and a library of a plugin may import the contract', async (t) => {
  const cwd = plant(t, files)
  const options = { cwd, entry: join(cwd, 'apps/server/src/server.ts'), roots: new Map([[cwd, '']]) }
  assert.deepEqual((await bundleProgram(options)).order, [
    'libraries.cjs',
    'packages-plugin-sdk.cjs',
    'libraries-of-plugins.cjs',
    'plugins-sdk.cjs',
    'server.cjs',
  ])
})
