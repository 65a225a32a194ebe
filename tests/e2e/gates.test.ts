import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Visitor } from '../spec/lab/visitor.ts'
import { picture } from './lab/picture.ts'
import { openSettled } from './lab/settle.ts'
import { entriesOf, heading } from './lab/shell.ts'
import { assertSound } from './lab/soundness.ts'
import { openStage, type Stage } from './lab/stage.ts'

/** Raw text that must never be displayed: statuses, error names and thrown messages. */
const raw = /\b(402|403|404|500)\b|ClientError|TypeError|undefined|line 7|Failed to fetch/

describe('§4 §7 for anything a page meets, its reader gets a view with the next step', () => {
  let stage: Stage
  let page: Page

  before(async () => {
    stage = await openStage()
    await stage.visitor.send('PUT', '/api/features/gated', { body: { enabled: true } })
    page = await stage.open()
  })

  after(() => stage[Symbol.asyncDispose]())

  /** Opens a path, waits for the view of this title, and looks at all that it says. */
  async function seeInstead(path: string, title: string): Promise<string> {
    await page.goto(path)
    return await see(title)
  }

  async function see(title: string): Promise<string> {
    await heading(page, title).waitFor()
    // The names of the sidebar's groups come with the texts of their plugins.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('nav h2')].every((group) => group.textContent !== ''),
    )
    await picture(page, `gate-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`)
    const text = await page.getByRole('main').innerText()
    assert.doesNotMatch(text, raw)
    await assertSound(page)
    return text
  }

  test('402 is a feature outside the plan', async () => {
    assert.match(await seeInstead('/admin/gated/locked', 'Not part of your plan'), /Ask an instance admin/)
  })

  test('403 is a role that is too low, with who can help', async () => {
    assert.match(await seeInstead('/admin/gated/denied', "You don't have access to this page"), /owner or admin/)
  })

  test('a page that throws is an error view, and the next page is there as ever', async () => {
    await seeInstead('/admin/gated/crash', "Couldn't load this page")
    await page.getByRole('link', { name: 'Changes' }).click()
    await heading(page, 'Changes').waitFor()
  })

  test('a widget that throws takes only itself away', async () => {
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Recently joined' }).waitFor()
    await page.getByText('Latest greeting').waitFor()
    assert.doesNotMatch(await page.getByRole('main').innerText(), raw)
    await picture(page, 'gate-widget')
  })

  test('a chunk that does not arrive is a note with a way to reload, which then shows the page', async () => {
    const chunk = /\/assets\/p-gated-lost-/
    await page.route(chunk, (route) => route.abort())
    await seeInstead('/admin/gated/lost', "This page didn't load")
    await page.unroute(chunk)
    await page.getByRole('button', { name: 'Reload page' }).click()
    await heading(page, 'Lost and found').waitFor()
  })

  test('a page that only the server half announces is in no sidebar, and not in this build', async () => {
    const entries = await entriesOf(page, 'Pages')
    assert.ok(entries.includes('Crash'))
    assert.ok(!entries.includes('Server half'))
    await seeInstead('/admin/gated/server-half', "This page isn't in this build")
  })

  test('a page that only the web half registers is in no sidebar, and not shown', async () => {
    const text = await seeInstead('/admin/gated/web-half', 'This feature is off')
    assert.doesNotMatch(text, /Web half alone/)
    assert.ok(!(await entriesOf(page, 'Pages')).includes('Web half'))
  })

  test('a feature that is switched off is named, to those who still have its menu too', async () => {
    // Without the stream of changes the entry stays, as it does where a proxy holds streams back.
    await page.route('**/api/live', (route) => route.abort())
    await page.goto('/admin/changes')
    const entry = page.getByRole('link', { name: 'Denied' })
    await entry.waitFor()
    await stage.visitor.send('PUT', '/api/features/gated', { body: { enabled: false } })
    await entry.click()
    await see('Gated is off')
    await seeInstead('/admin/gated/denied', 'Gated is off')
    assert.ok(!(await entriesOf(page, 'Pages')).includes('Denied'))
    await page.unroute('**/api/live')
  })

  test('an owner switches a feature on from its page, which is shown then', async () => {
    const looks = [
      ['light', 'en', 1440],
      ['dark', 'zh', 390],
    ] as const
    for (const [theme, language, width] of looks) {
      const other = await stage.open({ theme, language, width })
      await openSettled(other, '/admin/gated/chores')
      await heading(other, language === 'en' ? 'Gated is off' : 'Gated 已停用').waitFor()
      await assertSound(other)
      await picture(other, `gate-switched-off-${theme}-${language}-${width}`)
      await other.context().close()
    }
    await seeInstead('/admin/gated/chores', 'Gated is off')
    await page.getByRole('button', { name: 'Switch on Gated' }).click()
    await heading(page, 'Chores').waitFor()
    assert.ok((await entriesOf(page, 'Pages')).includes('Chores'))
  })

  test('an address that no plugin has is a page that is not there', async () => {
    await seeInstead('/admin/nowhere', 'Page not found')
  })

  test('the console is not for those who are not instance admin', async () => {
    const member = { name: 'Member', email: 'member@example.test', password: 'four quiet paper boats' }
    const { status } = await stage.visitor.post('/api/instance/users', member)
    assert.equal(status, 201)
    const other = await stage.open({ as: member })
    await other.goto('/instance')
    await heading(other, 'The console is for instance admins').waitFor()
    await picture(other, 'gate-console')
    await other.goto('/admin')
    await heading(other, "You aren't in a workspace yet").waitFor()
    await picture(other, 'gate-no-workspace')
    await other.context().close()
  })

  test('§7.16 a member who opens settings of admins reads that the role is the reason, and who can help', async () => {
    const member = { name: 'Mia', email: 'mia@example.test', password: 'four quiet paper boats' }
    assert.equal((await stage.visitor.post('/api/instance/users', member)).status, 201)
    const mia = await new Visitor(stage.url).signIn(member.email, member.password)
    const invited = await stage.visitor.post<{ items: readonly { link: string }[] }>('/api/invitations', {
      emails: [member.email],
      role: 'member',
    })
    const token = new URL(invited.body.items[0]?.link ?? '', stage.url).searchParams.get('token')
    assert.equal((await mia.post('/api/auth/accept-invitation', { token })).status, 200)
    const other = await stage.open({ as: member })
    for (const path of ['/admin/settings/hello-rules', '/admin/settings/agent-approvals', '/admin/audit']) {
      await other.goto(path)
      await heading(other, "You don't have access to this page").waitFor()
      await other.getByText('Owners: Owner').waitFor()
      assert.doesNotMatch(await other.getByRole('main').innerText(), /switched off/)
    }
    await stage.visitor.send('PUT', '/api/features/gated', { body: { enabled: false } })
    await other.goto('/admin/gated/chores')
    await heading(other, 'This feature is off').waitFor()
    await other.getByText('Owners: Owner').waitFor()
    assert.equal(await other.getByRole('main').getByRole('button').count(), 0)
    await assertSound(other)
    await other.goto('/admin/audit')
    await other.getByText('Owners: Owner').waitFor()
    await assertSound(other)
    await picture(other, 'gate-denied-member')
    assert.ok(!(await other.getByRole('navigation').allInnerTexts()).join(' ').includes('Audit log'))
    await other.context().close()
  })

  test('a session that ended leads to signing in, and from there back to the page', async () => {
    await page.goto('/admin/members')
    await heading(page, 'Members').waitFor()
    await page.context().clearCookies()
    // The page may learn of it by a request of its own before the reader does anything.
    await page.goto('/admin/features')
    await see('Sign in')
    assert.equal(new URL(page.url()).searchParams.get('return'), '/admin/features')
    await page.getByRole('textbox', { name: 'Email' }).fill(stage.owner.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(stage.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Features').waitFor()
  })
})
