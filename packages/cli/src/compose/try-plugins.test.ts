import assert from 'node:assert/strict'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { BuildFailure } from '@host/inspect'
import { writeTarball } from '../archive/write-tarball.ts'
import { openCheckout, type Checkout } from '../build/checkout.ts'
import { json, manifest, plant, sound } from './fixtures/plant.ts'
import { inspectPlugins } from './inspect-plugins.ts'
import { installDependencies } from './install-dependencies.ts'
import { tryInTree, tryPlugins, type TriedPlugin } from './try-plugins.ts'

const checkout = openCheckout()
const ours = {
  versions: { '@host/plugin': '1.0.0', '@host/plugin-sdk': '1.0.0', react: '19.3.1' },
  inTree: ['account'],
}
const info = "info: { title: 'T', description: 'D', icon: 'list', category: 'Work', api: '^1' }"

interface Planted {
  readonly members?: string
  /** Names of plugins that it requires. */
  readonly requires?: readonly string[]
  readonly name?: string
  readonly before?: string
  readonly files?: Readonly<Record<string, string>>
}

function server(
  name: string,
  { members = 'models: [], mount() {}', requires, name: written = `'${name}'`, before = '', files = {} }: Planted,
) {
  const about = requires === undefined ? info : info.replace(' }', `, requires: ${JSON.stringify(requires)} }`)
  const source = `import { column, definePlugin, json, model } from '@host/plugin'
${before}
export const plugin = definePlugin({ name: ${written}, ${about}, ${members} })
`
  const own = {
    'package.json': manifest(sound['package.json'], { name: `host-plugin-${name}`, exports: './plugin.ts' }),
    'plugin.ts': source,
  }
  return Object.fromEntries(Object.entries({ ...own, ...files }).map(([path, content]) => [`${name}/${path}`, content]))
}

/** Variables of a build. */
interface Attempt {
  /** `HOST_PLUGINS`; all planted plugins when left out. */
  readonly text?: string
  /** Names in `HOST_WITHOUT`. */
  readonly without?: readonly string[]
}

async function attempt(
  t: TestContext,
  files: Readonly<Record<string, string | Buffer>>,
  { text, without = [] }: Attempt = {},
): Promise<TriedPlugin[]> {
  const names = [...new Set(Object.keys(files).map((path) => path.split('/')[0]))]
  const [cwd, work] = [plant(t, files), realpathSync(plant(t, { 'plugins/.keep': '' }))]
  const plugins = text ?? json(names.map((name) => ({ server: `./${name}` })))
  const inspected = await inspectPlugins(plugins, { cwd, work: join(work, 'plugins'), ours })
  assert.deepEqual(inspected.problems, [])
  await installDependencies(checkout, inspected.plugins, work)
  return tryPlugins({ root: checkout.root, work, plugins: inspected.plugins, without })
}

async function problemsOf(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  given: Attempt = {},
): Promise<readonly string[]> {
  return attempt(t, files, given).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof BuildFailure)) throw error
      for (const problem of error.problems) assert.match(problem, /^HOST_PLUGINS(\[\d+\])? [^\n]+$/)
      return error.problems
    },
  )
}

test('sound plugins pass, under the names that they register', async (t) => {
  const files = { ...server('notes', {}), ...server('memos', { name: "['me', 'mos'].join('')" }) }
  const tried = await attempt(t, files)
  assert.deepEqual(
    tried.map(({ name, composed }) => [name, composed.name, composed.server.version]),
    [
      ['notes', 'notes', '1.0.0'],
      ['memos', 'memos', '1.0.0'],
    ],
  )
})

test('a plugin that another one requires is refused by name when HOST_WITHOUT leaves it out', async (t) => {
  const files = server('notes', { requires: ['links', 'products'] })
  const problems = await problemsOf(t, files, { without: ['products'] })
  assert.equal(problems.length, 1)
  assert.match(
    problems[0] ?? '',
    /^HOST_PLUGINS\[0\] "\.\/notes" cannot be composed: Plugin "notes" requires "products", which is not in this build/,
  )
})

/** A checkout with one in-tree plugin. */
function plantProduct(t: TestContext, members: string): Checkout {
  const packages = JSON.stringify(join(checkout.root, 'packages')).slice(1, -1)
  const edition = `import { definePlugin } from '${packages}/plugin/src/index.ts'
const plugin = definePlugin({ name: 'notes', ${members}, models: [], mount() {} })
export const inTree = [{ plugin }]
`
  const check = `import { reportTrial } from '${packages}/cli/src/index.ts'
import { inTree } from './edition.ts'
import { outOfTree } from './plugins.generated.ts'
await reportTrial({ inTree, outOfTree })
`
  const root = plant(t, {
    'package.json': '{"version":"1.0.0"}',
    'packages/.keep': '',
    'plugins/.keep': '',
    'patches/.keep': '',
    'apps/server/src/edition.ts': edition,
    'apps/server/src/check.ts': check,
    'apps/server/src/plugins.generated.ts': 'export const outOfTree = []',
  })
  return openCheckout(root)
}

const requiring = info.replace(' }', ", requires: ['absent'] }")

test('a wrong plugin of the product itself is refused, with no other plugin in the build, each time', async (t) => {
  const product = plantProduct(t, requiring)
  for (let times = 0; times < 2; times += 1) {
    await assert.rejects(
      tryInTree(product, { work: plant(t, { '.keep': '' }), without: [] }),
      (error) =>
        error instanceof BuildFailure &&
        error.problems[0]?.startsWith('The product can\'t be built: Plugin "notes" requires "absent"') === true,
    )
  }
})

test('plugins of the product that passed are tried again only when a source has changed', async (t) => {
  const product = plantProduct(t, info)
  const isTried = async (): Promise<boolean> => {
    const work = plant(t, { '.keep': '' })
    await tryInTree(product, { work, without: [] })
    return existsSync(join(work, 'in-tree.mjs'))
  }
  assert.deepEqual([await isTried(), await isTried()], [true, false])
  const edition = join(product.root, 'apps/server/src/edition.ts')
  writeFileSync(edition, `${readFileSync(edition, 'utf8')}// changed\n`)
  assert.equal(await isTried(), true)
  writeFileSync(edition, readFileSync(edition, 'utf8').replace(info, requiring))
  await assert.rejects(isTried(), BuildFailure)
})

/** The problems of plugins that several tests look at, tried once: a trial takes 4 s of the processors. */
function triedOnce(files: Readonly<Record<string, string>>): (t: TestContext) => Promise<readonly string[]> {
  let problems: Promise<readonly string[]> | undefined
  return (t) => (problems ??= problemsOf(t, files))
}

const landing = "models: [], mount(mux) { mux.handle('GET /landing', () => json({})) }"
const outside = "models: [], mount(mux: any) { mux.handle('GET /api/cards', () => json({})) }"
const routes = triedOnce({
  ...server('notes', { members: landing }),
  ...server('memos', { members: landing }),
  ...server('cards', { members: outside }),
})

test('two plugins on one route are refused, both named', async (t) => {
  const [problem, ...others] = (await routes(t)).filter((each) => !each.startsWith('HOST_PLUGINS[2]'))
  assert.deepEqual(others, [])
  assert.match(
    problem ?? '',
    /^HOST_PLUGINS\[1\] "\.\/memos" cannot be composed: .*"memos" and "notes".*\(memos, \.\/memos\/plugin\.ts:3:.*\(notes, \.\/notes\/plugin\.ts:3:/,
  )
})

test('a route outside of its own space is refused at its entry', async (t) => {
  const problems = await routes(t)
  assert.equal(problems.length, 2)
  assert.match(
    problems.find((each) => each.startsWith('HOST_PLUGINS[2]')) ?? '',
    /^HOST_PLUGINS\[2\] "\.\/cards" cannot be composed: .*"GET \/api\/cards".*register API routes under \/api\/x\/cards\//,
  )
})

const shared = "models: [model('shared_things', { id: column.id('thing') })], mount() {}"
const declarations = triedOnce({
  ...server('notes', { members: shared }),
  ...server('memos', { members: shared }),
  ...server('cards', { members: 'models: [], mount() {}, menu: []' }),
})

test('two plugins on one table are refused, both named', async (t) => {
  assert.match(
    (await declarations(t)).join('\n'),
    /HOST_PLUGINS\[1\] "\.\/memos" cannot be composed: .*notes and memos both declare the table "shared_things"/,
  )
})

test('a member that the contract does not know is refused', async (t) => {
  assert.match((await declarations(t)).join('\n'), /^HOST_PLUGINS\[2\] "\.\/cards" cannot be composed: .*"menu"/m)
})

test('halves whose names differ only when run are refused', async (t) => {
  const web = {
    'web/package.json': sound['web/package.json'] ?? '',
    'web/index.ts': sound['web/index.ts'] ?? '',
    'web/NotesPage.tsx': sound['web/NotesPage.tsx'] ?? '',
  }
  const files = server('memos', { name: "['me', 'mos'].join('')", files: web })
  const problems = await problemsOf(t, files, { text: '[{"server":"./memos","npm":"./memos/web"}]' })
  assert.deepEqual(problems, [
    'HOST_PLUGINS[0] "npm" "./memos/web" has the name "notes" and its server half "memos" ("./memos"): use the same name in both',
  ])
})

test('a plugin that fails as soon as it is loaded is named, with its message and without a stack', async (t) => {
  const problems = await problemsOf(t, {
    ...server('memos', {}),
    ...server('notes', { before: "throw new Error('no licence')" }),
  })
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^HOST_PLUGINS\[1\] "\.\/notes" fails on import \("Error: no licence"\): fix it/)
})

test("a file that a dependency lacks is reported by the operator's own name for it", async (t) => {
  const files = server('notes', { before: "import { gone } from 'zod/mini/gone'\nexport const x = gone" })
  files['notes/package.json'] = manifest(files['notes/package.json'], { dependencies: { zod: '^4.0.0' } })
  const problems = await problemsOf(t, files)
  assert.equal(problems.length, 1)
  assert.match(
    problems[0] ?? '',
    /^HOST_PLUGINS\[0\] "\.\/notes" cannot be composed: Could not resolve 'zod\/mini\/gone' \(\.\/notes\/plugin\.ts line 2\)/,
  )
})

test('a dependency that the host has not is installed in the copy', async (t) => {
  const left = writeTarball(
    new Map([
      ['package.json', Buffer.from('{"name":"left","version":"1.0.0","type":"module","exports":"./index.js"}')],
      ['index.js', Buffer.from("export const name = 'left'\n")],
    ]),
  )
  const files = server('notes', { name: 'name', before: "import { name } from 'left'" })
  files['notes/package.json'] = manifest(files['notes/package.json'], { dependencies: { left: 'file:./left.tgz' } })
  const tried = await attempt(t, { ...files, 'notes/left.tgz': left })
  assert.deepEqual(
    tried.map(({ name }) => name),
    ['left'],
  )
})

test('a dependency that cannot be had ends in a sentence', async (t) => {
  const files = server('notes', { before: "import 'gone'" })
  files['notes/package.json'] = manifest(files['notes/package.json'], { dependencies: { gone: 'file:./gone.tgz' } })
  const problems = await problemsOf(t, files)
  assert.equal(problems.length, 1)
  assert.match(
    problems[0] ?? '',
    /^HOST_PLUGINS\[0\] "\.\/notes" needs gone@file:\.\/gone\.tgz, which can't be installed \(.+\): set/,
  )
})
