import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { roomForYoung } from './lab/composed.ts'

const checkout = join(import.meta.dirname, '../..')
const executable = join(checkout, 'bin/host')
const run = promisify(execFile)

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly licenses?: readonly object[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

async function printed(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(executable, args, { maxBuffer: 2 ** 24 })
  return stdout
}

function valuesOf({ properties = [] }: Component, name: string): readonly string[] {
  return properties.filter((property) => property.name === name).map(({ value }) => value)
}

test('two builds of the same sources give the same bytes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-again-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const again = join(folder, 'host')
  const script = join(checkout, 'packages/cli/src/compose/main.ts')
  await run(process.execPath, [roomForYoung, '--conditions=source', script, again], { cwd: checkout })
  assert.ok((await readFile(again)).equals(await readFile(executable)), 'bin/host is another build than this one')
  assert.equal(await readFile(`${again}.cdx.json`, 'utf8'), await readFile(`${executable}.cdx.json`, 'utf8'))
})

test('the bill of materials is in the executable, as it is beside it', async () => {
  const text = await printed('version', '--sbom')
  assert.equal(text, await readFile(`${executable}.cdx.json`, 'utf8'))
  assert.match(text, /"specVersion": "1\.6"/)
})

test('the bill of materials lists code of the server, of threads and of pages, data, every plugin, and Node', async () => {
  const { components } = JSON.parse(await printed('version', '--sbom')) as { readonly components: readonly Component[] }
  const build = JSON.parse(await printed('version', '--json')) as {
    readonly node: string
    readonly plugins: readonly { readonly name: string; readonly server: { readonly digest: string } }[]
  }
  const find = (name: string) => components.find((component) => component.name === name)
  for (const [name, part] of [
    ['pg', 'thread'],
    ['kysely', 'server'],
    ['react-dom', 'web'],
    ['inter', 'web'],
    ['lucide-static', 'web'],
    ['uap-core', 'server'],
  ] as const) {
    const component = find(name)
    assert.ok(component !== undefined && valuesOf(component, 'host:part').includes(part), `${name} in ${part}`)
  }
  // Tools that only build leave nothing in the file.
  for (const name of ['typescript', 'oxlint', 'vitest', 'playwright-core']) assert.equal(find(name), undefined, name)
  const listed = new Set(components.flatMap((component) => valuesOf(component, 'host:plugin:digest')))
  for (const { name, server } of build.plugins) assert.ok(listed.has(server.digest), name)
  assert.equal(find('node')?.version, build.node.slice(1))
  // Its package names no license; tools/licences.ts has the reason why it may be here.
  const unlicensed = components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)
  assert.deepEqual(unlicensed, ['uap-core'])
})
