/** How the pages come over the wire. React is the same file on every page, and stands apart from the budgets. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { checkout, ownPlugins } from './lab/composed.ts'
import { openStage, type Stage } from './lab/stage.ts'
import { bytesOf, transfersOf, type Transfer } from './lab/transfers.ts'

const budgets = { login: 80_000, dashboard: 160_000, later: 27_000, page: 15_000, styles: 12_000 }

/** Two large files have a connection each; the others share four, twice. */
const turns = 10
/** A plugin's name of a group of the sidebar is shown when it comes, and nothing waits for it. */
const wordsOfGroups = /\/t-(?!overview-)[a-z]/

const react = /\/react-[\w-]{8}\.js$/
/** The drawing code of a chart loads after its page; the palette is fetched ahead, when the page has nothing more to do. */
const later = /\/(?:Plot|Palette|PaletteWarmUp|usePaletteEntries)-[\w-]{8}\.js$/
const script = /\.js$/
/** Top bar widgets load with every page, after it is rendered. */
const ofTopBar = /\/p-notifications-bell-[\w-]{8}\.js$/
/** The plugin list of the build is part of the frame. */
const ofPlugins = /\/(?:p|t)-[a-z]|\/frame-/

/** Every page and widget that the web halves of the executable import, by the name that its chunk is to have. */
async function pagesOfSource(): Promise<readonly string[]> {
  const names = ['p-field-notes-field-notes-page']
  const edition = await readFile(join(checkout, 'apps/web/src/edition.ts'), 'utf8')
  for await (const file of glob(`{plugins/*,${ownPlugins.join()}}/web/index.ts`, { cwd: checkout })) {
    const plugin = basename(dirname(dirname(file)))
    // A plugin of the repository that the product leaves out has no chunks.
    if (file.startsWith('plugins/') && !edition.includes(`'@host/${plugin}/web'`)) continue
    const source = await readFile(join(checkout, file), 'utf8')
    const pages = source.matchAll(/import\('\.\/([\w/-]+)\.tsx'\)/g)
    for (const [, page = ''] of pages) names.push(`p-${plugin}-${kebab(page)}`)
  }
  return names.toSorted()
}

function kebab(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])[A-Z]/g, '-$&')
    .replaceAll('/', '-')
    .toLowerCase()
}

describe('the pages come in chunks', () => {
  let stage: Stage
  let files: readonly string[]

  before(async () => {
    stage = await openStage()
    const html = await (await fetch(`${stage.url}/login`)).text()
    const [, map = '{}'] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
    files = Object.values((JSON.parse(map) as { imports: Record<string, string> }).imports)
  })

  after(() => stage[Symbol.asyncDispose]())

  const chunksOfPages = () => files.filter((file) => /\/p-[a-z]/.test(file))
  const serve = (file: string) => fetch(stage.url + file, { headers: { 'accept-encoding': 'br' } })

  async function open(path: string, isSignedIn: boolean): Promise<readonly Transfer[]> {
    const page = await stage.open(isSignedIn ? {} : { as: null })
    const transfers = await transfersOf(page, path)
    await page.context().close()
    return transfers
  }

  test('§1 every page is an asynchronous chunk of its own', async () => {
    const names = chunksOfPages().map((file) => basename(file).replace(/-[\w-]{8}\.js$/, ''))
    assert.deepEqual(names.toSorted(), await pagesOfSource())
  })

  test('a page loads its own chunk, and that of no other', async () => {
    const transfers = await open('/admin/hello', true)
    const loaded = transfers.filter(({ path }) => /\/p-/.test(path) && !ofTopBar.test(path))
    assert.deepEqual(
      loaded.map(({ path }) => basename(path).replace(/-[\w-]{8}\.js$/, '')),
      ['p-hello-greetings-page'],
    )
  })

  test(`no chunk of a page is over ${budgets.page / 1000} kB`, async (t) => {
    const sizes = await Promise.all(
      chunksOfPages().map(async (file) => Number((await serve(file)).headers.get('content-length'))),
    )
    assert.ok(sizes.length > 0 && sizes.every((size) => size > 0))
    t.diagnostic(`the largest of ${sizes.length} chunks of pages: ${Math.max(...sizes)} bytes`)
    assert.ok(Math.max(...sizes) <= budgets.page)
  })

  test(`signing in takes at most ${budgets.login / 1000} kB of script, and nothing of a plugin`, async (t) => {
    const transfers = await open('/login', false)
    assert.deepEqual(
      transfers.filter(({ path }) => ofPlugins.test(path)),
      [],
    )
    assertScript(transfers, budgets.login, (line) => t.diagnostic(`/login: ${line}`))
    const styles = bytesOf(transfers, /\.css$/)
    t.diagnostic(`/login: ${styles} bytes of styles`)
    assert.ok(styles > 0 && styles <= budgets.styles)
  })

  test(`the overview takes at most ${budgets.dashboard / 1000} kB of script, its widgets with it`, async (t) => {
    const transfers = await open('/admin', true)
    const fetchedLater = bytesOf(transfers, later)
    t.diagnostic(`/admin: ${fetchedLater} bytes of charts and of the palette, once the page is shown`)
    assert.ok(fetchedLater <= budgets.later)
    const shown = transfers.filter(({ path }) => !later.test(path))
    assertScript(shown, budgets.dashboard, (line) => t.diagnostic(`/admin: ${line}`))
  })

  test(`the first paint of the overview waits for at most ${turns} answers besides the page, which six connections bring in two turns`, async (t) => {
    const html = await (await fetch(`${stage.url}/admin`)).text()
    const [, ahead = '{}'] = /\)\((\{"admin".*?\})\)\}catch/.exec(html) ?? []
    const { admin } = JSON.parse(ahead) as { admin: Record<'calls' | 'en' | 'zh', readonly string[]> }
    // Text is shown before the font comes.
    const linked = [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+(?<!\.woff2))"/g)].map(([, file = '']) => file)
    for (const language of ['en', 'zh'] as const) {
      const asked = new Set([...admin.calls, ...admin[language], ...linked])
      const awaited = asked
        .values()
        .filter((path) => !wordsOfGroups.test(path))
        .toArray()
      t.diagnostic(`${language}: ${awaited.length} answers`)
      assert.ok(awaited.length > linked.length && awaited.length <= turns, awaited.join('\n'))
    }
  })

  test('nothing of the gallery of components is in the product', () => {
    assert.ok(files.length > 0)
    assert.deepEqual(
      files.filter((file) => /gallery|\.story|load-story/i.test(file)),
      [],
    )
  })

  test('files are kept for good and the page that names them never is; a missing file is not the page', async () => {
    const [file = ''] = chunksOfPages()
    assert.match((await serve(file)).headers.get('cache-control') ?? '', /immutable/)
    assert.match((await fetch(`${stage.url}/admin`)).headers.get('cache-control') ?? '', /no-cache/)
    assert.equal((await serve('/assets/p-gone-00000000.js')).status, 404)
  })
})

function assertScript(transfers: readonly Transfer[], budget: number, say: (line: string) => void): void {
  const all = bytesOf(transfers, script)
  const ofReact = bytesOf(transfers, react)
  say(`${all - ofReact} bytes of script and ${ofReact} of React`)
  assert.ok(ofReact > 0)
  assert.ok(all - ofReact <= budget)
}
