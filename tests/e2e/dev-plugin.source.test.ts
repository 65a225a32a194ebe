/** `host dev` in the folder of a plugin, as an author uses it. Times are printed: they are those of this machine. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { Visitor } from '../spec/lab/visitor.ts'
import { launchBrowser } from './lab/browser.ts'
import { checkout } from './lab/composed.ts'
import { picture } from './lab/picture.ts'
import {
  checkTypesOf,
  copyPlugin,
  edit,
  removePlugin,
  runDev,
  type PluginDevelopment,
} from './lab/plugin-development.ts'
import { until } from '../../packages/host/testing/until.ts'

const patience = 20_000

let folder = ''
let running: PluginDevelopment
let url = ''
let password = ''
let browser: Browser | undefined
let page: Page
const pageFile = (): string => join(folder, 'web/GreetingsPage.tsx')
const serverFile = (): string => join(folder, 'plugin.ts')

const signIn = (email: string): Promise<Visitor> => new Visitor(url).signIn(email, password)

async function greetingsOf(workspace: string): Promise<readonly { readonly text: string }[]> {
  const member = await signIn(`member@${workspace}.test`)
  return (await member.get<{ readonly items: readonly { readonly text: string }[] }>('/api/x/hello/greetings')).body
    .items
}

async function openGreetings(email: string): Promise<Page> {
  assert.ok(browser !== undefined)
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patience)
  const opened = await context.newPage()
  await opened.goto('/login')
  await opened.getByLabel('Email').fill(email)
  await opened.getByLabel('Password', { exact: true }).fill(password)
  await opened.keyboard.press('Enter')
  await opened.waitForURL(/\/admin/)
  await opened.goto('/admin/hello')
  await opened.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
  // A real wait: the first page of a plugin makes Vite bundle its dependencies, which may reload the page.
  await sleep(1_000)
  return opened
}

describe('host dev in the folder of a plugin', { timeout: 400_000 }, () => {
  before(async () => {
    folder = await copyPlugin()
    await checkTypesOf(folder, 'typed.ts')
    running = runDev(folder)
    url = await running.ready()
    password = /Password for all accounts: (.+)/.exec(running.output())?.[1] ?? ''
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    assert.equal(await running.end(), 0)
    await removePlugin(folder)
  })

  testPeopleAndData()
  testChanges()
  testFaults()
  testSafetyAndProcesses()
})

function testPeopleAndData(): void {
  test('§A80 the whole product, with the same people in two workspaces, each with the password that is printed', async () => {
    for (const workspace of ['acme', 'globex']) {
      for (const role of ['owner', 'admin', 'member']) {
        assert.ok(running.output().includes(`${role}@${workspace}.test`))
        const person = await signIn(`${role}@${workspace}.test`)
        const { body } = await person.get<{ readonly role: string; readonly org: { readonly name: string } }>(
          '/api/auth/me',
        )
        assert.equal(body.role, role)
        const { body: menus } = await person.get<readonly { readonly path: string }[]>('/api/menus')
        const paths = menus.map(({ path }) => path)
        assert.ok(paths.includes('/hello'), JSON.stringify(paths))
        assert.ok(role === 'member' || paths.includes('/features'), JSON.stringify(paths))
      }
    }
    const console = await signIn('instance@host.test')
    assert.equal((await console.get('/api/instance/menus')).status, 200)
    const member = await signIn('member@acme.test')
    for (const slug of ['hello', 'members-and-roles']) assert.equal((await member.get(`/help/${slug}`)).status, 200)
  })

  test('§A80 the page of the plugin is there in both workspaces, and each has its own', async () => {
    const [here, there] = [await signIn('owner@acme.test'), await signIn('owner@globex.test')]
    assert.equal((await here.post('/api/x/hello/greetings', { text: 'Only in Acme' })).status, 201)
    assert.doesNotMatch(JSON.stringify((await there.get('/api/x/hello/greetings')).body), /Only in Acme/)
    const [, greetings] = [await openGreetings('owner@globex.test'), await openGreetings('owner@acme.test')]
    page = greetings
    await page.getByText('Only in Acme').waitFor()
  })

  test("§A98 the new workspaces contain the data of the plugin's demo.ts, each once and by its owner", async () => {
    await running.says('demo.ts filled Acme and Globex.')
    for (const workspace of ['acme', 'globex']) {
      const found = (await greetingsOf(workspace)).filter(({ text }) => text === 'The kettle is on')
      assert.equal(found.length, 1)
    }
  })
}

function testChanges(): void {
  test('§A81 a change of the web half is seen in the open page, without losing typed text', async (t) => {
    await page.getByRole('textbox').first().fill('half a greeting')
    const begin = performance.now()
    await edit(pageFile(), "<Panel title={t('hello.latest')}", '<Panel title="Newest of all"')
    await page.getByText('Newest of all').waitFor()
    t.diagnostic(`seen after ${Math.round(performance.now() - begin)} ms`)
    assert.equal(await page.getByRole('textbox').first().inputValue(), 'half a greeting')
  })

  test('§A81 a change of the server half is in the next answer and in the open page, and it is said how long it took', async (t) => {
    const said = running.output().length
    const begin = performance.now()
    await edit(serverFile(), 'Hello from the plugin.', 'Hello from its author.')
    await until(async () => (await (await fetch(`${url}/api/x/hello/ping`)).text()).includes('from its author'))
    t.diagnostic(`answered after ${Math.round(performance.now() - begin)} ms`)
    assert.match(running.output().slice(said), /\[dev] Server ready in \d+ ms\./)
    await edit(serverFile(), "'menu.hello': 'Greetings'", "'menu.hello': 'Salutes'")
    await page.getByRole('link', { name: 'Salutes' }).first().waitFor()
    assert.equal(await page.getByRole('textbox').first().inputValue(), 'half a greeting')
  })

  for (const [half, file, from, to] of [
    ['web', pageFile, 'function GreetingForm() {', 'function GreetingForm( {'],
    ['server', serverFile, 'plugin = definePlugin({', 'plugin = definePlugin(({'],
  ] as const) {
    test(`§A82 a fault in the ${half} half stands in the page and in the terminal, with file and line, until it is fixed`, async () => {
      const said = running.output().length
      await edit(file(), from, to)
      const overlay = page.locator('vite-error-overlay')
      await overlay.waitFor()
      const place = half === 'web' ? /GreetingsPage\.tsx:\d+/ : /plugin\.ts:\d+/
      assert.match(await overlay.locator('.window').innerText(), place)
      assert.match(running.output().slice(said), place)
      await edit(file(), to, from)
      await overlay.waitFor({ state: 'detached' })
      await page.getByText('Newest of all').waitFor()
    })
  }
}

function testFaults(): void {
  test('§A82 an error while a page renders stands in the page and in the terminal, with file and line', async () => {
    const said = running.output().length
    await edit(
      pageFile(),
      '  const { t } = useTranslation()',
      "  if (Date.now() > 0) throw new Error('Planned while rendering')\n  const { t } = useTranslation()",
    )
    const overlay = page.locator('vite-error-overlay')
    await overlay.waitFor()
    const text = await overlay.locator('.window').innerText()
    assert.match(text, /Planned while rendering/)
    assert.match(text, /GreetingsPage\.tsx:\d+/)
    await running.says('Planned while rendering')
    assert.match(running.output().slice(said), /GreetingsPage\.tsx:\d+/)
    await edit(pageFile(), "  if (Date.now() > 0) throw new Error('Planned while rendering')\n", '')
    await overlay.waitFor({ state: 'detached' })
    await page.getByText('Newest of all').waitFor()
  })

  test('§A82 an error while mounting names the line of the plugin', async () => {
    await edit(
      serverFile(),
      '  mount(mux, ctx) {',
      '  mount(mux, ctx) {\n    mux.endpoint(undefined as never, () => undefined)',
    )
    const overlay = page.locator('vite-error-overlay')
    await overlay.waitFor()
    assert.match(await overlay.locator('.window').innerText(), /plugin\.ts:\d+/)
    await edit(serverFile(), '\n    mux.endpoint(undefined as never, () => undefined)', '')
    await overlay.waitFor({ state: 'detached' })
  })

  test('§A113 faults of a handler and of a job stand in the page, with the line of the plugin, until the next start', async () => {
    const overlay = page.locator('vite-error-overlay')
    const text = (): Promise<string> => overlay.locator('.window').innerText()
    const working = await readFile(serverFile(), 'utf8')
    const said = running.output().length
    const failing = "() => {\n      throw new RangeError('Planned in a handler')\n    }"
    await writeFile(serverFile(), working.replace("() => json({ message: 'Hello from its author.' })", failing))
    await until(async () => (await fetch(`${url}/api/x/hello/ping`)).status === 500)
    await overlay.waitFor()
    assert.match(await text(), /Fault in "hello" \(handler\): RangeError: Planned in a handler/)
    assert.match(await text(), /plugin\.ts:\d+/)
    assert.match(await text(), />\s+\d+ \| +throw new RangeError/)
    assert.match(running.output().slice(said), /plugin\.ts:\d+/)
    const withJob = `import * as z from 'zod/mini'\n${working}`
      .replace('  definePlugin,', '  defineJob,\n  definePlugin,\n  Jobs,')
      .replace(
        '  mount(mux, ctx) {',
        `  mount(mux, ctx) {
    const failing = defineJob({ name: 'fail', input: z.strictObject({}), attempts: 1 })
    const jobs = requireService(ctx, Jobs)
    jobs.handle(failing, () => {
      throw new TypeError('Planned in a job')
    })`,
      )
      .replace('const { waveKey } = ', 'await jobs.enqueue(orgId, failing, {})\n      const { waveKey } = ')
    await writeFile(serverFile(), withJob)
    await overlay.waitFor({ state: 'detached' })
    assert.equal((await (await signIn('owner@acme.test')).post('/api/x/hello/wave', {})).status, 200)
    await overlay.waitFor()
    assert.match(await text(), /Fault in "hello" \(job\): TypeError: Planned in a job/)
    assert.match(await text(), /plugin\.ts:\d+/)
    await writeFile(serverFile(), working)
    await overlay.waitFor({ state: 'detached' })
  })

  test('§A113 a type error is shown in the page with its file, line and message, and the app returns when it is fixed', async (t) => {
    const overlay = page.locator('vite-error-overlay')
    const file = join(folder, 'typed.ts')
    const begin = performance.now()
    await writeFile(file, "\nexport const count: number = 'one'\n")
    await overlay.waitFor()
    const text = await overlay.locator('.window').innerText()
    assert.match(text, /TS2322: Type 'string' is not assignable to type 'number'\./)
    assert.match(text, /typed\.ts:2:14/)
    assert.match(text, /export const count/)
    t.diagnostic(`seen after ${Math.round(performance.now() - begin)} ms`)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await picture(page, `dev-type-error-${scheme}`)
    }
    await writeFile(file, 'export const count: number = 1\n')
    await overlay.waitFor({ state: 'detached' })
    await page.getByText('Newest of all').waitFor()
    await page.getByRole('textbox').first().fill('after the fix')
  })
}

function testSafetyAndProcesses(): void {
  test('§A83 it takes calls of this machine only, and serves none of its files', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((place) => place?.family === 'IPv4' && !place.internal)?.address
    const port = Number(new URL(url).port)
    assert.equal(await isOpen('127.0.0.1', port), true)
    if (outside !== undefined) assert.equal(await isOpen(outside, port), false)
    assert.ok(existsSync(join(folder, '.host/data/host.db')))
    for (const path of [
      `/@fs${folder}/.host/data/host.db`,
      `/@fs${folder}/.host/data/host.db?raw`,
      `/@fs${folder}/.host/running?url&raw`,
    ]) {
      const answer = await fetch(url + path)
      assert.notEqual(answer.status, 200, path)
    }
    assert.equal(await readFile(join(folder, '.host/.gitignore'), 'utf8'), '*\n')
  })

  test('§A83 it refuses to work in production, and on the data of another instance', async () => {
    const refusals = [
      [{ NODE_ENV: 'production' }, /^NODE_ENV is "production": /],
      [{ HOST_DATABASE_URL: 'postgres://db.example/host' }, /^HOST_DATABASE_URL is set, /],
      [
        { HOST_SMTP_URL: 'smtps://mail.example', HOST_BLOBS: 's3://b' },
        /^HOST_BLOBS is set, .*\nHOST_SMTP_URL is set, /,
      ],
    ] as const
    const starts = refusals.map(async ([env, sentence]) => {
      const refused = runDev(folder, { env })
      assert.equal(await refused.ended(), 1)
      assert.match(refused.output(), sentence)
    })
    await Promise.all(starts)
  })

  test('§A84 a second one in the same folder is refused, and one in another folder has another port', async () => {
    const second = runDev(folder, { args: ['--checkout', checkout, '--fresh'] })
    assert.equal(await second.ended(), 1)
    assert.match(second.output(), /is already running in development, in process \d+\. /)
    assert.equal((await new Visitor(url).get('/readyz')).status, 200)
    const beside = await copyPlugin()
    const taken = runDev(beside, { env: { HOST_DEV_PORT: new URL(url).port } })
    assert.equal(await taken.ended(), 1)
    assert.match(taken.output(), /^Port \d+ is already in use: /)
    const other = runDev(beside)
    try {
      assert.notEqual(await other.ready(), url)
      await edit(join(beside, 'plugin.ts'), 'Hello from the plugin.', 'Hello from beside.')
      const ping = async (at: string): Promise<string> => (await fetch(`${at}/api/x/hello/ping`)).text()
      await until(async () => (await ping(other.url())).includes('from beside'))
      assert.doesNotMatch(await ping(url), /from beside/)
    } finally {
      const servers = listenersOf(other.output())
      assert.equal(await other.end('SIGINT'), 0)
      for (const port of servers) assert.equal(await isOpen('127.0.0.1', port), false)
      await removePlugin(beside)
    }
  })

  test('§A84 a killed process leaves no listener, written data stays, and --fresh starts over', async () => {
    const owner = await signIn('owner@acme.test')
    assert.equal((await owner.post('/api/x/hello/greetings', { text: 'Kept for tomorrow' })).status, 201)
    const servers = [...listenersOf(running.output()), Number(new URL(url).port)]
    await running.end('SIGKILL')
    for (const port of servers) await until(async () => !(await isOpen('127.0.0.1', port)))
    running = runDev(folder)
    url = await running.ready()
    const read = async (): Promise<string> =>
      JSON.stringify((await (await signIn('member@acme.test')).get('/api/x/hello/greetings')).body)
    assert.match(await read(), /Kept for tomorrow/)
    assert.equal((await read()).split('The kettle is on').length, 2)
    assert.doesNotMatch(running.output(), /demo\.ts/)
    await running.end()
    running = runDev(folder, { args: ['--checkout', checkout, '--fresh'] })
    url = await running.ready()
    assert.doesNotMatch(await read(), /Kept for tomorrow/)
  })

  test("§A80 without a checkout it states what to name, and a broken plugin's problem with its place", async () => {
    const lost = runDev(folder, { args: [] })
    assert.equal(await lost.ended(), 1)
    assert.match(
      lost.output(),
      /^Developing needs a checkout of the host, and \S+ is not inside one\. .*--checkout\.\n$/,
    )
    const broken = await copyPlugin()
    await writeFile(join(broken, 'plugin.ts'), 'export const plugin = definePlugin(({\n')
    const refused = runDev(broken)
    assert.equal(await refused.ended(), 1)
    assert.match(refused.output(), /plugin\.ts can't be parsed: /)
    await removePlugin(broken)
  })

  test('§A98 a problem of demo.ts is reported in a sentence, and the product is served all the same', async () => {
    const faulty = await copyPlugin()
    await writeFile(
      join(faulty, 'demo.ts'),
      "import { createGreeting } from './shared.ts'\nexport const demo = (owner) => owner.call(createGreeting, { text: '' })\n",
    )
    const served = runDev(faulty)
    try {
      const at = await served.ready()
      await served.says('demo.ts failed. Fix it, then start with --fresh. POST /api/x/hello/greetings answered 400')
      assert.equal((await new Visitor(at).get('/readyz')).status, 200)
    } finally {
      assert.equal(await served.end(), 0)
      await removePlugin(faulty)
    }
  })

  test('§A83 a link in place of its data folder is not followed', async () => {
    const linked = await copyPlugin()
    const elsewhere = join(linked, '../elsewhere')
    await mkdir(join(elsewhere, 'data'), { recursive: true })
    await writeFile(join(elsewhere, 'data/precious'), 'yes')
    await symlink(elsewhere, join(linked, '.host'))
    const refused = runDev(linked, { args: ['--checkout', checkout, '--fresh'] })
    assert.equal(await refused.ended(), 1)
    assert.match(refused.output(), /\.host is not a folder: /)
    assert.equal(await readFile(join(elsewhere, 'data/precious'), 'utf8'), 'yes')
    await removePlugin(linked)
  })
}

/** The ports of the started servers, from their output. */
function listenersOf(output: string): readonly number[] {
  return [...output.matchAll(/Listening url=http:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))
}

function isOpen(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
