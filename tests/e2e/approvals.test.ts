import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../packages/host/testing/until.ts'
import { emailOf, inviteMember } from '../spec/lab/people.ts'
import { Visitor } from '../spec/lab/visitor.ts'
import { askAgent } from './lab/ask-agent.ts'
import { picture } from './lab/picture.ts'
import { openSettled } from './lab/settle.ts'
import { assertSound, measureShifts } from './lab/soundness.ts'
import { openStage, type Stage } from './lab/stage.ts'

interface Approval {
  readonly state: string
}

interface Members {
  readonly items: readonly { readonly userId: string; readonly name: string }[]
}

describe("an admin sees the records of an agent's call before approving it", () => {
  let stage: Stage
  let grace: Visitor

  before(async () => {
    stage = await openStage()
    grace = await inviteMember(stage.visitor, new Visitor(stage.url), { name: 'grace', role: 'admin' })
  })

  after(() => stage[Symbol.asyncDispose]())

  const ask = (name: string, input: Record<string, unknown>): Promise<string> =>
    askAgent({ url: stage.url, person: grace, name, input })
  const stateOf = async (id: string) => (await grace.get<Approval>(`/api/mcp/approvals/${id}`)).body.state
  const memberId = async (name: string): Promise<string> => {
    const { items } = (await stage.visitor.get<Members>('/api/members')).body
    return items.find((member) => member.name === name)?.userId ?? ''
  }

  /** Adds a member, whom an agent then asks to remove. @returns the id of the approval */
  async function askToRemove(name: string): Promise<string> {
    await inviteMember(stage.visitor, new Visitor(stage.url), { name, role: 'member' })
    return await ask('workspaces_remove_member', { userId: await memberId(name) })
  }

  /** While a call of a person waits, further ones have no notification of their own. */
  async function refuse(id: string): Promise<void> {
    assert.equal((await stage.visitor.post(`/api/mcp/approvals/${id}/refuse`, {})).status, 200)
  }

  /** @returns the latest notification in the bell */
  async function openBell(page: Page): Promise<Locator> {
    await openSettled(page, '/admin')
    await page.getByRole('button', { name: /^(Notifications|通知)/ }).click()
    const asked = page.getByRole('dialog').getByRole('listitem').first()
    await asked.waitFor()
    return asked
  }

  test('§A106 the bell names the member and marks destructive calls, and its Approve leads to typing the name', async () => {
    const id = await askToRemove('linus')
    const page = await stage.open()
    const asked = await openBell(page)
    for (const text of ['linus', emailOf('linus'), 'Destroys']) await asked.getByText(text, { exact: true }).waitFor()
    assert.equal(await asked.getByRole('button', { name: 'Approve' }).count(), 0)
    await asked.getByRole('link', { name: 'Approve…' }).click()
    const panel = page.getByRole('complementary', { name: 'Agent action' })
    for (const text of ['linus', emailOf('linus'), 'Destroys', 'userId']) {
      await panel.getByText(text, { exact: true }).first().waitFor()
    }
    await page.getByRole('row').filter({ hasText: 'Remove a member' }).getByText('Destroys').waitFor()
    await panel.getByRole('button', { name: 'Approve…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove a member' })
    const approve = dialog.getByRole('button', { name: 'Approve' })
    assert.equal(await approve.isDisabled(), true)
    await dialog.getByRole('textbox').fill('linux')
    assert.equal(await approve.isDisabled(), true)
    assert.equal(await stateOf(id), 'pending')
    await dialog.getByRole('textbox').fill('linus')
    await approve.click()
    await dialog.waitFor({ state: 'detached' })
    await until(async () => (await stateOf(id)) === 'done')
    assert.equal(await memberId('linus'), '')
    await page.context().close()
  })

  test('a call that can be undone is approved in the bell, which names its record', async () => {
    await inviteMember(stage.visitor, new Visitor(stage.url), { name: 'ken', role: 'member' })
    const id = await ask('workspaces_change_member_role', { userId: await memberId('ken'), role: 'admin' })
    const page = await stage.open()
    const asked = await openBell(page)
    await asked.getByText(emailOf('ken'), { exact: true }).waitFor()
    assert.equal(await asked.getByText('Destroys').count(), 0)
    await asked.getByRole('button', { name: 'Approve', exact: true }).click()
    await until(async () => (await stateOf(id)) === 'done')
    await page.context().close()
  })

  test('the approval of a call whose target is gone says so', async () => {
    const made = await stage.visitor.post<{ id: string }>('/api/views', { page: '/members', name: 'Old', query: 'q=a' })
    const id = await ask('views_delete', { id: made.body.id })
    await stage.visitor.send('DELETE', `/api/views/${made.body.id}`)
    const page = await stage.open()
    await openSettled(page, `/admin/mcp/approvals?open=${id}`)
    await page.getByRole('complementary').getByText('Deleted, or not in this workspace').waitFor()
    await refuse(id)
    await page.context().close()
  })

  test('a row opens from each of its cells, and by Enter', async () => {
    const id = await askToRemove('dennis')
    const page = await stage.open()
    const panel = page.getByRole('complementary', { name: 'Agent action' })
    for (let cell = 0; cell < 4; cell += 1) {
      await openSettled(page, '/admin/mcp/approvals')
      await page.getByRole('row').filter({ hasText: 'Remove a member' }).first().getByRole('cell').nth(cell).click()
      await panel.waitFor()
    }
    await openSettled(page, '/admin/mcp/approvals')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await panel.waitFor()
    await refuse(id)
    await page.context().close()
  })

  test('the menu leads to the queue, and pages below a menu name themselves', async () => {
    const page = await stage.open()
    await openSettled(page, '/admin')
    await page.getByRole('link', { name: 'Agent approvals' }).click()
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
    await page.waitForFunction(() => document.title.startsWith('Agent approvals'))
    await openSettled(page, '/admin/webhooks/events')
    await page.waitForFunction(() => document.title.startsWith('Events · Settings'))
    await openSettled(page, '/admin/links/import')
    const crumbs = page.getByRole('main').getByRole('navigation')
    await crumbs.getByText('Short links', { exact: true }).waitFor()
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    await crumbs.getByText(heading, { exact: true }).waitFor()
    await page.context().close()
  })

  test('all of it is sound in both themes, both languages and on a phone', async () => {
    const id = await askToRemove('barbara')
    for (const [theme, language, width] of [
      ['light', 'en', 1440],
      ['dark', 'zh', 1440],
      ['dark', 'en', 390],
      ['light', 'zh', 390],
    ] as const) {
      const page = await stage.open({ theme, language, width })
      await measureShifts(page.context())
      const shot = (name: string) => picture(page, `approvals-${name}-${theme}-${language}-${width}`)
      await openSettled(page, '/admin/mcp/approvals')
      await assertSound(page)
      await shot('list')
      const approve = page.getByRole('button', { name: /^(Approve…|批准)$/ })
      // On a phone the call covers the page, whose heading is then unreachable.
      await page.goto(`/admin/mcp/approvals?open=${id}`)
      await approve.waitFor()
      await page.getByText(emailOf('barbara'), { exact: true }).waitFor()
      await assertSound(page)
      await shot('panel')
      await approve.click()
      await page.getByRole('textbox').waitFor()
      await assertSound(page)
      await shot('confirm')
      await openBell(page)
      await page.getByText(emailOf('barbara'), { exact: true }).waitFor()
      await assertSound(page)
      await shot('bell')
      await page.context().close()
    }
  })
})
