import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { writeTarball } from '../archive/write-tarball.ts'
import { serveRegistry } from './fixtures/fake-registry.ts'
import { plant, sound } from './fixtures/plant.ts'
import { inspectPlugins, type Inspection } from './inspect-plugins.ts'

const ours = { versions: { '@host/plugin': '1.0.0', '@host/plugin-sdk': '1.0.0', react: '19.3.1' }, inTree: [] }
const server = Object.entries(sound).filter(([path]) => !path.startsWith('web/'))
const archive = writeTarball(new Map(server.map(([path, content]) => [path, Buffer.from(content)])))

/** Inspects while npm asks the given registry, by the settings of the folder that it is called in. */
async function inspect(t: TestContext, text: string, registry?: string): Promise<Inspection> {
  const address = registry ?? (await serveRegistry(t, 'host-plugin-notes', archive))
  const cwd = plant(t, {
    '.npmrc': `registry=${address}\ncache=${plant(t, {})}\nfetch-retries=0\n`,
    'package.json': '{}',
  })
  return inspectPlugins(text, { cwd, work: plant(t, {}), ours })
}

test('a published plugin is fetched by its name and version', async (t) => {
  const { plugins, problems } = await inspect(t, '[{"server":"host-plugin-notes@1.0.0"}]')
  assert.deepEqual(problems, [])
  assert.equal(plugins[0]?.server.name, 'notes')
})

test('an unpublished version and an unpublished package each get a sentence', async (t) => {
  const { problems } = await inspect(t, '[{"server":"host-plugin-notes@1.0.1"},{"server":"host-plugin-gone@1.0.0"}]')
  assert.equal(problems.length, 2)
  assert.match(
    problems[0] ?? '',
    /^HOST_PLUGINS\[0\] "server" "host-plugin-notes@1\.0\.1" has no version 1\.0\.1: use a/,
  )
  assert.match(
    problems[1] ?? '',
    /^HOST_PLUGINS\[1\] "server" "host-plugin-gone@1\.0\.0" was not found in the registry: use a published package/,
  )
})

test('a registry that does not answer gets a sentence', async (t) => {
  const { problems } = await inspect(t, '[{"server":"host-plugin-notes@1.0.0"}]', 'http://127.0.0.1:1/')
  assert.equal(problems.length, 1)
  assert.match(
    problems[0] ?? '',
    /could not be fetched from the registry: check the network, or use a tarball or a folder$/,
  )
})
