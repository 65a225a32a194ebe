/** The workspace in the address: two tabs of one browser, in two workspaces. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { Visitor } from '../spec/lab/visitor.ts'
import { chooseTool } from './lab/choose-tool.ts'
import { heading, switcher, switchWorkspace } from './lab/shell.ts'
import { openStage, type Person, type Stage } from './lab/stage.ts'

interface Place {
  readonly id: string
  readonly slug: string
}

describe('the workspace in the address', () => {
  let stage: Stage
  let [acme, studio]: Place[] = []
  let person: Person & { readonly id: string }
  let tabs: BrowserContext
  let first: Page
  let second: Page

  before(async () => {
    stage = await openStage()
    const created = await stage.visitor.post<Place>('/api/workspaces', { name: 'Studio' })
    const { items } = (await stage.visitor.get<{ items: Place[] }>('/api/workspaces')).body
    acme = items.find(({ slug }) => slug === 'acme')
    studio = created.body
    person = await member('mia', [acme, studio])
    first = await stage.open({ as: person })
    tabs = first.context()
    second = await tabs.newPage()
  })

  after(() => stage[Symbol.asyncDispose]())

  /** A user who is a member of workspaces, the last of which was used last. */
  async function member(name: string, places: readonly (Place | undefined)[]) {
    const created = { name, email: `${name}@example.test`, password: 'four quiet paper boats' }
    const { body } = await stage.visitor.post<{ id: string }>('/api/instance/users', created)
    for (const place of places) await join(created.email, place)
    return { ...created, id: body.id }
  }

  async function join(email: string, place: Place | undefined): Promise<void> {
    const headers = { 'x-workspace': place?.id ?? '' }
    const body = { emails: [email], role: 'admin' }
    const invited = await stage.visitor.send<{ items: readonly { link: string }[] }>('POST', '/api/invitations', {
      body,
      headers,
    })
    const token = new URL(invited.body.items[0]?.link ?? '', stage.url).searchParams.get('token')
    const visitor = await new Visitor(stage.url).signIn(email, 'four quiet paper boats')
    assert.equal((await visitor.post('/api/auth/accept-invitation', { token })).status, 200)
  }

  const pathOf = (page: Page): string => new URL(page.url()).pathname

  async function open(page: Page, path: string, name: string): Promise<void> {
    await page.goto(path)
    await switcher(page).filter({ hasText: name }).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  async function greet(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Greeting' }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('cell', { name: text }).waitFor()
  }

  test('§I101 an address without one gets that of the workspace used last, and keeps it after a reload', async () => {
    await open(first, '/admin/hello', 'Studio')
    assert.equal(pathOf(first), '/admin/@studio/hello')
    await first.reload()
    await heading(first, 'Greetings').waitFor()
    assert.equal(pathOf(first), '/admin/@studio/hello')
  })

  test('§I102 two tabs work in two workspaces, each with the changes of its own', async () => {
    await Promise.all([open(first, '/admin/@acme/hello', 'Acme'), open(second, '/admin/@studio/hello', 'Studio')])
    await greet(first, 'To Acme')
    await greet(second, 'To Studio')
    await greet(first, 'To Acme again')
    for (const [page, foreign] of [
      [first, 'To Studio'],
      [second, 'To Acme'],
    ] as const) {
      await page.reload()
      await page.getByRole('cell').first().waitFor()
      assert.equal(await page.getByRole('cell', { name: foreign }).count(), 0)
    }
    const third = await tabs.newPage()
    await open(third, '/admin/@acme/hello', 'Acme')
    await greet(third, 'Live in Acme')
    await first.getByRole('cell', { name: 'Live in Acme' }).waitFor()
    assert.equal(await second.getByRole('cell', { name: 'Live in Acme' }).count(), 0)
    await third.close()
  })

  test('§I102 a download has the rows of its tab, whichever workspace was used last', async () => {
    await open(second, '/admin/@acme', 'Acme')
    await switchWorkspace(second, 'Studio')
    assert.equal(pathOf(second), '/admin/@studio')
    assert.equal(pathOf(first), '/admin/@acme/hello')
    await open(first, '/admin/@acme/audit', 'Acme')
    const [download] = await Promise.all([first.waitForEvent('download'), chooseTool(first, 'Export CSV')])
    const text = await readFile((await download.path()) ?? '', 'utf8')
    assert.ok(text.includes(acme?.id ?? 'none'))
    assert.ok(!text.includes(studio?.id ?? 'none'))
  })

  test('back and forward lead across a switch, and a link opens the workspace that it means', async () => {
    await open(first, '/admin/@acme/members', 'Acme')
    await switchWorkspace(first, 'Studio')
    await first.goBack()
    await switcher(first).filter({ hasText: 'Acme' }).waitFor()
    await heading(first, 'Members').waitFor()
    assert.equal(pathOf(first), '/admin/@acme/members')
    await first.goForward()
    await switcher(first).filter({ hasText: 'Studio' }).waitFor()
    assert.equal(pathOf(first), '/admin/@studio')
  })

  test('§I101 a former slug gives way, and an unknown and a foreign one show the same page', async () => {
    await stage.visitor.post('/api/workspaces', { name: 'Secret' })
    const renamed = await stage.visitor.send('PATCH', `/api/workspaces/${studio?.id}`, { body: { slug: 'atelier' } })
    assert.equal(renamed.status, 200)
    await open(first, '/admin/@studio/members?q=mia#top', 'Studio')
    await first.waitForURL('**/admin/@atelier/members?q=mia#top')
    const seen = []
    for (const slug of ['secret', 'nowhere']) {
      const answered = first.waitForResponse('**/api/auth/me')
      await first.goto(`/admin/@${slug}/members`)
      await heading(first, 'Workspace not found').waitFor()
      const answer = await answered
      const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
      assert.ok(requestId)
      seen.push([answer.status(), body, await first.locator('body').innerText()])
    }
    assert.deepEqual(seen[0], seen[1])
    await first.getByRole('link').click()
    await first.waitForURL('**/admin/@atelier')
  })

  test('signing in leads back to the workspace of the address', async () => {
    const page = await stage.open({ as: null })
    await page.goto('/admin/@acme/members?q=mia')
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.locator('form button[type=submit]').click()
    await heading(page, 'Members').waitFor()
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/admin/@acme/members?q=mia')
    await page.context().close()
  })

  test('§I102 a changed role ends its tab at once with the reason, and the other tab goes on', async () => {
    await Promise.all([open(first, '/admin/@acme/hello', 'Acme'), open(second, '/admin/@atelier/hello', 'Studio')])
    await stage.visitor.send('PATCH', `/api/members/${person.id}`, { body: { role: 'member' }, headers: at(acme) })
    await dialog(first).waitFor()
    await greet(second, 'Still in Studio')
    await first.reload()
    await first.waitForURL(/\/login\?return=/)
    await first.goto('/admin/@acme')
    await first.waitForURL(/\/login\?return=/)
  })

  test('§I102 a removal ends its tab at once, and its user sees no other workspace there', async () => {
    const page = await stage.open({ as: person })
    const other = await page.context().newPage()
    await Promise.all([open(page, '/admin/@acme/hello', 'Acme'), open(other, '/admin/@atelier/hello', 'Studio')])
    await stage.visitor.send('DELETE', `/api/members/${person.id}`, { headers: at(acme) })
    await dialog(page).waitFor()
    await greet(other, 'Still here')
    await dialog(page).locator('input[name=password]').fill(person.password)
    const hears = other.waitForResponse('**/api/auth/me')
    await dialog(page).locator('form button[type=submit]').click()
    await heading(page, 'Workspace not found').waitFor()
    await hears
    await greet(other, 'Here under the new sign-in')
    await page.context().close()
  })

  const at = (place: Place | undefined) => ({ 'x-workspace': place?.id ?? '' })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your access has changed' })
})
