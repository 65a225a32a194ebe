import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { readTarball } from '../archive/read-tarball.ts'
import { openCheckout } from './checkout.ts'
import { packContract, type Vendor } from './pack-contract.ts'

const checkout = openCheckout()
const { root } = checkout
const folders = ['plugin', 'client', 'plugin-sdk', 'testing']
const run = promisify(execFile)

let vendor: Vendor
let consumer: string

before(async () => {
  vendor = await packContract(checkout)
  consumer = mkdtempSync(join(tmpdir(), 'host-consumer-'))
  for (const folder of folders) unpack(folder)
})
after(() => rmSync(consumer, { recursive: true, force: true }))

function tarballOf(folder: string): Buffer {
  return vendor.get(`host-${folder}-1.0.0.tgz`) ?? assert.fail(`${folder} is not packed`)
}

/** Puts a package where an installation would, beside what it says that it needs, and nothing else. */
function unpack(folder: string): void {
  const files = readTarball(tarballOf(folder))
  for (const [path, content] of files) {
    const target = join(consumer, 'node_modules/@host', folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(String(files.get('package.json'))) as {
    readonly dependencies?: object
    readonly peerDependencies?: object
  }
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) link(folder, name)
}

function link(folder: string, name: string): void {
  const target = join(consumer, 'node_modules', name)
  if (name.startsWith('@host/')) {
    assert.ok(folders.includes(name.slice('@host/'.length)), `@host/${folder} needs ${name}, which is private`)
    return
  }
  if (existsSync(target)) return
  const places = [folder, 'host', 'inspect', 'plugin-sdk'].map((each) =>
    join(root, 'packages', each, 'node_modules', name),
  )
  const source = [...places, join(root, 'node_modules', name)].find((path) => existsSync(path))
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(realpathSync(source ?? assert.fail(`${name} is not installed`)), target)
}

const program = `
import { createClient, match, attempt } from '@host/client'
import { definePlugin, model, type PluginContext } from '@host/plugin'
import { get, newClient } from '@host/plugin/safehttp'
import { endpointsWith } from '@host/plugin/wire'
import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
import { createTestHost } from '@host/testing'
import * as z from 'zod'

const ping = endpointsWith(z.toJSONSchema)({
  pattern: 'GET /api/x/notes/ping', input: z.object({}), output: z.object({ message: z.string() }), errors: ['gone'], summary: 'Ping',
})
export const plugin = definePlugin({
  name: 'notes',
  info: { title: 'Notes', description: 'Notes', icon: 'note', category: 'Work', api: '^1' },
  models: [],
  mount(mux) {
    mux.endpoint(ping, async () => ({ message: 'pong' }))
  },
})
export const web = defineUIPlugin({ name: 'notes', routes: [{ path: '/notes', Component: lazyPage(() => import('./page.js')) }] })
export const text: string = match(await attempt(createClient({ baseUrl: 'https://work.example' }), ping), {
  ok: ({ message }) => message,
  gone: () => 'gone',
  otherwise: ({ code }) => code,
})
// @ts-expect-error the path has another method
await createClient({ baseUrl: 'https://work.example' }).call(ping, { id: 1 })
export const used = [createTestHost, get, newClient, model] as const
export type Context = PluginContext<object>
`

for (const [resolution, module] of [
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
] as const) {
  test(`§A23 a program against what is packed, and the examples of the client's README, type-check with ${resolution}`, async () => {
    const readme = readFileSync(join(consumer, 'node_modules/@host/client/README.md'), 'utf8')
    const examples = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code)
    assert.ok(examples.length >= 4)
    for (const name of ['zod', '@types/node', '@types/react', 'react']) link('plugin-sdk', name)
    writeFileSync(join(consumer, 'package.json'), '{"type":"module"}')
    writeFileSync(join(consumer, 'page.ts'), 'export default function Page() {\n  return null\n}\n')
    writeFileSync(join(consumer, 'program.ts'), program)
    writeFileSync(join(consumer, 'readme.ts'), examples.join('\n'))
    const compilerOptions = {
      module,
      moduleResolution: resolution,
      target: 'esnext',
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      jsx: 'react-jsx',
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    }
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', consumer], { cwd: consumer }).catch(
      (error: unknown) => error as { readonly stdout: string },
    )
    assert.equal(stdout, '')
  })
}

test('nothing of a test, of a source or of this machine is packed', () => {
  for (const [name, archive] of vendor) {
    const files = readTarball(archive)
    assert.deepEqual(
      [...files.keys()].filter((path) => /\.test|fixtures|(?<!\.d)\.tsx?$/.test(path)),
      [],
      name,
    )
    for (const [path, content] of files) {
      assert.ok(!content.includes(root), `${name} ${path}`)
      assert.doesNotMatch(
        content.toString(),
        /(?:from|import\() ?['"]@host\/(?:host|cli|inspect|platform-api)\b/,
        `${name} ${path}`,
      )
    }
  }
  assert.equal(readdirSync(join(consumer, 'node_modules/@host')).length, folders.length)
})
