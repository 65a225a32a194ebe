import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { inspectApart } from './inspect-apart.ts'
import { inspectPlugin } from './inspect-plugin.ts'

const root = join(import.meta.dirname, '../../../..')
let home = ''

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'bounds-'))
})
after(() => rm(home, { recursive: true, force: true }))

interface Written {
  /** Body of `mount`. */
  readonly mount?: string
  /** Code before the definition. */
  readonly top?: string
  /** Members beside the usual ones. */
  readonly members?: string
  readonly checks?: object
}

/** A plugin of one file, with only the code of a test. */
async function write(name: string, { mount = '', top = '', members = '', checks }: Written): Promise<string> {
  const folder = join(home, name)
  await mkdir(join(folder, 'node_modules/@host'), { recursive: true })
  await symlink(join(root, 'packages/plugin'), join(folder, 'node_modules/@host/plugin'))
  const manifest = {
    name: `host-plugin-${name}`,
    version: '1.0.0',
    type: 'module',
    exports: './plugin.ts',
    peerDependencies: { '@host/plugin': '^1.0.0' },
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  if (checks !== undefined) await writeFile(join(folder, 'plugin-checks.json'), JSON.stringify(checks))
  await writeFile(
    join(folder, 'plugin.ts'),
    `import { definePlugin, json } from '@host/plugin'
${top}
const zh = { 'info.title': '事物', 'info.description': '事物', 'info.category': '工作' }
export const plugin = definePlugin({
  name: '${name}',
  info: { title: 'Thing', description: 'Thing', icon: 'box', category: 'Work', api: '^1' },
  models: [],
  i18n: { en: { 'info.title': 'Thing', 'info.description': 'Thing', 'info.category': 'Work' }, zh },
  mount(mux, ctx) {
    void ctx
    void mux
    void json
    ${mount}
  },
  ${members}
})
`,
  )
  return folder
}

const refused = (folder: string, patience: number): Promise<string> =>
  inspectApart(folder, { patience }).then(
    () => 'it passed',
    (error: Error) => error.message,
  )

suite('plugins that are waited for', { concurrency: true }, () => {
  test('§A63 a plugin that blocks its process is reported after a while, with its last step', async () => {
    const folder = await write('blocking', { mount: 'for (;;) {}' })
    // On a busy machine the process may not come as far as that in the shorter time.
    let told = await refused(folder, 10_000)
    if (!told.startsWith('While it was started')) told = await refused(folder, 45_000)
    assert.match(told, /^While it was started, the process was blocked for (10|45) s; fix the blocking code/)
  })

  test('§A63 a plugin that ends the process is reported with the code', async () => {
    const folder = await write('ending', { mount: 'process.exit(7)' })
    assert.match(
      await refused(folder, 60_000),
      /^While it was started, the process exited with 7; a plugin must not exit/,
    )
  })

  test('§A63 handlers that never answer are reported, and the checks end', async () => {
    const folder = await write('silent', {
      mount: "mux.handle('GET /silent', () => new Promise<Response>(() => undefined))",
    })
    const { findings } = await inspectApart(folder)
    const rules = new Set(findings.map(({ rule }) => rule))
    assert.ok(rules.has('routes/in-time') && rules.has('lifecycle/asked-all'), [...rules].join())
  })
})

test('§A63 a folder without a plugin is reported', async () => {
  const none = join(home, 'none')
  await mkdir(none)
  await assert.rejects(inspectPlugin(none), /has no package\.json; use the folder of a plugin's server half\.$/)
  await writeFile(join(none, 'package.json'), '{')
  await assert.rejects(inspectPlugin(none), /package\.json is not valid JSON; fix it\.$/)
  await writeFile(join(none, 'package.json'), '{"name":"none","version":"1.0.0"}')
  await assert.rejects(inspectPlugin(none), /none has no entry: add "exports"/)
  await writeFile(join(none, 'package.json'), '{"name":"none","version":"1.0.0","type":"module","exports":"./a.ts"}')
  await writeFile(join(none, 'a.ts'), 'export const nothing = 1\n')
  await assert.rejects(inspectPlugin(none), /has no "plugin" export; add export const plugin = definePlugin/)
})

test('§A63 a plugin that fails while it is loaded or mounted has that as its one finding of the host', async () => {
  const [loading, mounting] = [
    await write('loading', { top: "throw new Error('no luck')" }),
    await write('mounting', { mount: "throw new Error('no luck')" }),
  ]
  const told = async (folder: string): Promise<readonly string[]> =>
    (await inspectPlugin(folder)).findings.map(({ rule, file, message }) => `${rule} ${file} ${message}`)
  assert.match((await told(loading)).join('\n'), /^lifecycle\/starts plugin\.ts It failed: no luck$/)
  assert.match((await told(mounting)).join('\n'), /^lifecycle\/starts plugin\.ts .*"mounting".*no luck/)
})

test('§A63 a fault of a plugin that is needed beside it is placed in the folder of that plugin', async () => {
  const faults = {
    thrown: { top: "throw new Error('no luck')" },
    unmounted: { mount: "throw new Error('no luck')" },
    misspelt: { members: '...{ helth() {} },' },
  }
  for (const [name, written] of Object.entries(faults)) {
    await write(name, written)
    const { findings } = await inspectPlugin(await write(`needs-${name}`, { checks: { beside: [`../${name}`] } }))
    assert.deepEqual(
      findings.map(({ file, line }) => (line === undefined ? file : `${file}:${line}`)),
      [`../${name}/plugin.ts:5`],
    )
    assert.match(findings[0]?.message ?? '', new RegExp(`"${name}".*(?:no luck|helth)`))
  }
})

test('§A63 many routes are asked in bounded time, without a web half', async () => {
  const mount = `for (let index = 0; index < 60; index += 1) {
      mux.handle(\`GET /many/\${index}\` as '/many', () => json({ index }))
    }`
  const { findings, leftOut, checked } = await inspectPlugin(await write('many', { mount }))
  assert.deepEqual(findings, [])
  assert.ok(leftOut.length > 10 && leftOut.every(({ why }) => why === 'it has no web half'))
  assert.ok(checked.length > 100)
})

test('§A62 an exception takes its finding away, and one that meets none is a finding', async () => {
  const exceptions = [
    { rule: 'routes/unknown-id', about: 'GET /odd/{id}', why: 'It greets whatever it is given.' },
    { rule: 'routes/head', about: 'GET /odd/{id}', why: 'It was once.' },
  ]
  const mount = "mux.handle('GET /odd/{id}', ({ params }) => json(params))"
  const { findings } = await inspectPlugin(await write('odd', { mount, checks: { exceptions } }))
  assert.deepEqual(
    findings.map(({ rule, file, message }) => [rule, file, message]),
    [
      [
        'checks/exceptions',
        'plugin-checks.json',
        'The exception to routes/head about "GET /odd/{id}" matches no finding; remove it.',
      ],
    ],
  )
  const wrong = await write('wrong', { checks: { exception: [] } })
  await assert.rejects(
    inspectPlugin(wrong),
    /^PluginCheckFailure: plugin-checks\.json has the unknown member "exception"/,
  )
})
