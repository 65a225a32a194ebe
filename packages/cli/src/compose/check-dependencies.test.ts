import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { BuildFailure } from '@host/inspect'
import { checkDependencies } from './check-dependencies.ts'
import { inspectPlugins } from './inspect-plugins.ts'
import { json, manifest, plant, sound } from './fixtures/plant.ts'

const ours = { versions: { '@host/plugin': '1.0.0', '@host/plugin-sdk': '1.0.0', react: '19.3.1' }, inTree: [] }

/** A plugin that imports packages, with these files installed beside it. */
async function check(
  t: TestContext,
  {
    imports,
    installed,
    network = false,
  }: { imports: string; installed: Readonly<Record<string, string>>; network?: boolean },
): Promise<readonly string[]> {
  const names = Object.keys(installed).flatMap(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? [],
  )
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
  const files = {
    'notes/package.json': manifest(sound['package.json'], { dependencies, imports: { '#inner': './inner.ts' } }),
    'notes/plugin.ts': `${imports}\n${sound['plugin.ts']}`,
    'notes/shared.ts': sound['shared.ts'],
    'notes/docs/notes.mdx': sound['docs/notes.mdx'],
    'notes/inner.ts': "export const send = () => fetch('https://a.example')\n",
  }
  const work = plant(t, {})
  const text = json([{ server: './notes', ...(network ? { network } : {}) }])
  const { plugins, problems } = await inspectPlugins(text, { cwd: plant(t, files), work, ours })
  assert.deepEqual(problems, [])
  for (const [path, content] of Object.entries(installed)) {
    mkdirSync(dirname(join(work, '0', path)), { recursive: true })
    writeFileSync(join(work, '0', path), content)
  }
  return await checkDependencies(plugins)
}

const esm = (name: string, text: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: json({ name, version: '1.0.0', type: 'module', exports: './index.js' }),
  [`node_modules/${name}/index.js`]: text,
})
const commonJs = (name: string, text: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: json({ name, version: '1.0.0', main: 'index.js' }),
  [`node_modules/${name}/index.js`]: text,
})
const advice = 'send requests with @host/plugin/safehttp, or set "network":true in its entry to allow it'
const said = (rest: string): string =>
  `HOST_PLUGINS[0] "server" "./notes" bypasses the host's network controls with ${rest}: ${advice}`

test('a dependency that opens connections is reported with its file and line', async (t) => {
  const installed = esm('telegraph', "\nimport net from 'node:net'\nexport const send = () => net.connect(1)\n")
  assert.deepEqual(await check(t, { imports: "import 'telegraph'", installed }), [
    said('node:net in its dependency "telegraph" (telegraph/index.js line 2)'),
  ])
})

test('a dependency of a dependency counts, whichever way it is reached, and each once', async (t) => {
  const installed = {
    ...esm('@scope/outer', "export * from 'middle'\nexport const later = () => import('lazy')\n"),
    ...commonJs('middle', "'use strict'\nvar inner = require('./inner')\nmodule.exports = inner\n"),
    'node_modules/middle/inner.js': "module.exports = function () { return require('https').get('x') }\nfetch('x')\n",
    'node_modules/middle/more.js': "require('net')\n",
    ...esm('lazy', "export default () => new WebSocket('wss://a.example')\n"),
  }
  assert.deepEqual(await check(t, { imports: "import '@scope/outer'", installed }), [
    said('WebSocket in its dependency "lazy" (lazy/index.js line 1)'),
    said('https in its dependency "middle" (middle/inner.js line 1)'),
  ])
})

test('a module of its own that is reached by another name counts as its own', async (t) => {
  assert.deepEqual(await check(t, { imports: "import '#inner'", installed: {} }), [said('fetch (inner.ts line 1)')])
})

test('a dependency that asks whether there is a fetch, or has one of its own, is not a matter', async (t) => {
  const installed = {
    ...esm('polite', "export const can = typeof fetch === 'function'\nexport const run = (fetch) => fetch('x')\n"),
    ...commonJs('old', 'var fetch = require("./own")\nmodule.exports = fetch("x")\nif (module.children) return\n'),
    'node_modules/old/own.js': 'module.exports = function fetch() {}\n',
  }
  assert.deepEqual(await check(t, { imports: "import 'polite'\nimport 'old'", installed }), [])
})

test('"network":true lets the dependencies of a server half open connections too', async (t) => {
  const installed = esm('telegraph', "import 'node:net'\n")
  assert.deepEqual(await check(t, { imports: "import 'telegraph'", installed, network: true }), [])
})

test("an unreadable dependency is reported at its plugin, in the operator's own words", async (t) => {
  const installed = esm('broken', 'export const = 1\n')
  await assert.rejects(check(t, { imports: "import 'broken'", installed }), (error) => {
    assert.ok(error instanceof BuildFailure)
    assert.match(
      error.problems.join('\n'),
      /^HOST_PLUGINS\[0\] "\.\/notes" cannot be composed: [^\n]+\.\/notes\/node_modules\/broken/,
    )
    return true
  })
})

test("a dependency that imports the contract's part for in-tree plugins is reported with its file and line", async (t) => {
  const found = `HOST_PLUGINS[0] "server" "./notes" imports JobQueue from "@host/plugin/platform" in its dependency "queues", queues/index.js line 2, which is only for plugins in the host's own tree: use "Jobs" instead`
  const installed = esm('queues', "\nexport { JobQueue } from '@host/plugin/platform'\n")
  assert.deepEqual(await check(t, { imports: "import 'queues'", installed }), [found])
  assert.deepEqual(await check(t, { imports: "import 'queues'", installed, network: true }), [found])
  const old = commonJs('queues', "exports.all = require('@host/plugin/platform')\n")
  const [reported = ''] = await check(t, { imports: "import 'queues'", installed: old })
  assert.match(reported, /imports "@host\/plugin\/platform" in its dependency "queues", queues\/index\.js line 1/)
})
