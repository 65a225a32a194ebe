import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Assets } from '../../../packages/cli/src/embedded/assets.ts'
import { readTemplate } from '../../../packages/cli/src/build/read-template.ts'
import { json, manifest, plant, sound } from '../../../packages/cli/src/compose/fixtures/plant.ts'
import { inspectPlugins } from '../../../packages/cli/src/compose/inspect-plugins.ts'
import { scaffoldPlugin } from '../../../packages/cli/src/scaffold/scaffold-plugin.ts'

const root = join(import.meta.dirname, '../../..')
const ours = {
  versions: { '@host/plugin': '1.0.0', '@host/plugin-sdk': '1.0.0', react: '19.3.1' },
  inTree: ['account'],
}

/** The composer's findings about a plugin repository, before any of its code runs. */
async function inspect(t: TestContext, home: string) {
  const text = json([{ server: home, npm: join(home, 'web') }])
  const { plugins, problems } = await inspectPlugins(text, { cwd: home, work: plant(t, {}), ours })
  return { plugin: plugins[0], problems }
}

async function manifestOf(folder: string): Promise<Record<string, Record<string, string> | undefined>> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
}

/** The template and stand-ins for the contract packages, which only an executable carries. */
async function assets(): Promise<Assets> {
  const files = await readTemplate(root)
  const bytes = (key: string): Uint8Array<ArrayBuffer> => Uint8Array.from(files.get(key.replace('template/', '')) ?? [])
  return {
    list: (folder) => (folder === 'template' ? [...files.keys()] : []),
    bytes,
    view: bytes,
    text: (key) => Buffer.from(bytes(key)).toString('utf8'),
    web: undefined as unknown as Assets['web'],
  }
}

test('§1.9 §2.28 §9.2 a plugin is one repository with two halves of one name, each a package', async (t) => {
  const { plugin, problems } = await inspect(t, join(root, 'examples/hello'))
  assert.deepEqual(problems, [])
  assert.deepEqual([plugin?.server.name, plugin?.web?.name], ['hello', 'hello'])
  assert.deepEqual(
    [plugin?.server.manifest.name, plugin?.web?.manifest.name],
    ['host-plugin-hello', 'host-plugin-hello-web'],
  )
})

test('§1.9 §2.28 halves of different names are refused with both', async (t) => {
  const home = plant(t, { ...sound, 'web/index.ts': sound['web/index.ts']?.replace("'notes'", "'tasks'") })
  const { problems } = await inspect(t, home)
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /"tasks".*"notes"/)
})

test('§1.9 a repository whose halves define no plugin is refused, each half with the fix', async (t) => {
  const home = plant(t, { ...sound, 'plugin.ts': 'export const nothing = 1\n', 'web/index.ts': 'export default {}\n' })
  const { problems } = await inspect(t, home)
  assert.ok(
    problems.some((problem) => problem.includes('definePlugin')),
    problems.join('\n'),
  )
  assert.ok(
    problems.some((problem) => problem.includes('defineUIPlugin')),
    problems.join('\n'),
  )
})

for (const name of ['@host/plugin-sdk', 'react']) {
  test(`§1.10 §9.1 the web package names ${name} as a peer and never as a dependency`, async (t) => {
    const { peerDependencies = {}, dependencies = {} } = await manifestOf(join(root, 'examples/hello/web'))
    assert.ok(name in peerDependencies)
    assert.ok(!(name in dependencies))
    const web = (changes: object) => ({
      ...sound,
      'web/package.json': manifest(sound['web/package.json'], { ...changes }),
    })
    for (const changes of [{ dependencies: { [name]: '*' } }, { peerDependencies: {} }]) {
      const { problems } = await inspect(t, plant(t, web(changes)))
      assert.ok(
        problems.some((problem) => problem.includes(name) && problem.includes('peerDependencies')),
        problems.join('\n'),
      )
    }
  })
}

for (const specifier of ['@host/shell', '@host/host', '@host/plugin', '@host/account/web']) {
  test(`§4.28 §4.23 a page that imports ${specifier} is refused: it has the SDK`, async (t) => {
    const page = `import { inside } from '${specifier}'\nexport default function NotesPage() { return <h1>{inside}</h1> }\n`
    const { problems } = await inspect(t, plant(t, { ...sound, 'web/NotesPage.tsx': page }))
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.ok(problems[0]?.includes(`"${specifier}" in web/NotesPage.tsx line 1`), problems.join())
  })
}

test('§1.16 §1.11 host plugin new writes a repository of the suggested layout, which composes', async (t) => {
  const folder = join(plant(t, {}), 'tea-house')
  await scaffoldPlugin({ name: 'tea-house', folder, assets: await assets() })
  const { plugin, problems } = await inspect(t, folder)
  assert.deepEqual(problems, [])
  assert.deepEqual([plugin?.server.name, plugin?.web?.name], ['tea-house', 'tea-house'])
  assert.deepEqual([...(plugin?.server.help?.files.keys() ?? [])].toSorted(), ['tea-house.mdx', 'tea-house.zh.mdx'])
  const { peerDependencies = {} } = await manifestOf(join(folder, 'web'))
  assert.ok('react' in peerDependencies && '@host/plugin-sdk' in peerDependencies)
  for (const path of ['plugin.ts', 'web/index.ts', 'web/TeaHousePage.tsx']) {
    assert.match(await readFile(join(folder, path), 'utf8'), /\S/, path)
  }
})
