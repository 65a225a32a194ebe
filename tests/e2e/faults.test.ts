/** Partial failures of the product as the user sees them, without data loss. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { entriesOf, heading } from './lab/shell.ts'
import { openStage, type Stage } from './lab/stage.ts'

/** The module of a page or widget that throws as soon as it is shown. */
const throwing = "export default function Broken() { throw new Error('This part is broken.') }"

describe('a fault affects only the faulty part', () => {
  let stage: Stage
  let page: Page

  before(async () => {
    stage = await openStage()
  })

  after(() => stage[Symbol.asyncDispose]())

  /** A page of the owner in a profile of its own, at a place once it is shown. */
  async function open(path: string, arrange?: (page: Page) => Promise<unknown>): Promise<void> {
    page = await stage.open()
    await arrange?.(page)
    await page.goto(path)
  }

  const replaceChunk = (name: string) => (target: Page) =>
    target.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: throwing }))

  test('a widget that crashes is gone, and its page stands', async () => {
    await open('/admin', replaceChunk('p-hello-latest-widget'))
    await page.locator('main h1').waitFor()
    await page.locator('main').getByRole('link').first().waitFor()
    assert.equal(await page.getByText('Latest greeting').count(), 0)
    assert.equal(await page.getByText('This part is broken.').count(), 0)
    await page.context().close()
  })

  test('a page that crashes says so in its place, and the frame leads on', async () => {
    await open('/admin/hello', replaceChunk('p-hello-greetings-page'))
    await page.locator('main').getByRole('button', { name: 'Try again' }).waitFor()
    assert.equal(await page.getByText('This part is broken.').count(), 0)
    assert.ok((await entriesOf(page, 'Pages')).length > 0)
    await page.getByRole('button', { name: 'Greetings' }).first().waitFor({ state: 'detached' })
    await page.goto('/admin/features')
    await heading(page, 'Features').waitFor()
    await page.context().close()
  })

  test('a chunk that fails to load: the cause, and the way to load it again', async () => {
    await open('/admin/hello', (target) =>
      target.route('**/assets/p-hello-greetings-page-*.js', (route) => route.abort()),
    )
    await page.getByText("This page didn't load").waitFor()
    await page.unroute('**/assets/p-hello-greetings-page-*.js')
    await page.getByRole('button', { name: 'Reload page' }).click()
    await heading(page, 'Greetings').waitFor()
    await page.context().close()
  })

  test('without a network the page says so, keeps typed text, and saves it once there is one', async () => {
    await open('/admin/settings/workspace')
    const name = page.getByRole('textbox', { name: 'Name' }).first()
    await name.fill('Acme by the sea')
    await page.context().setOffline(true)
    await page.getByText("You're offline.").waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    assert.equal(await name.inputValue(), 'Acme by the sea')
    await page.context().setOffline(false)
    await page.getByText("You're offline.").waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Workspace: Acme by the sea' }).waitFor()
    await page.context().close()
  })

  test('a session that ends while a form is dirty: signing in again continues at the same place', async () => {
    await open('/admin/settings/workspace')
    const name = page.getByRole('textbox', { name: 'Name' }).first()
    await name.fill('Acme on the hill')
    await page.context().clearCookies()
    // Another request of the page may notice it first, and cover the button with the dialog.
    await page.getByRole('button', { name: 'Save changes' }).dispatchEvent('click')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.locator('input[name=password]').fill(stage.owner.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await name.inputValue(), 'Acme on the hill')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Workspace: Acme on the hill' }).waitFor()
    await page.context().close()
  })
})
