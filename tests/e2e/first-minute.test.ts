/** The first minute of a new operator, on an instance that can't send email. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './lab/browser.ts'
import { composedProduct } from './lab/composed.ts'
import { install, start, type Running } from './lab/executable.ts'
import { heading } from './lab/shell.ts'

describe('the first minute', () => {
  let folder: string
  let running: Running
  let browser: Browser
  let page: Page

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'host-first-minute-'))
    running = await start(await install(await composedProduct(), folder))
    browser = await launchBrowser()
    const context = await browser.newContext({ baseURL: running.url, locale: 'en-GB', colorScheme: 'light' })
    context.setDefaultTimeout(20_000)
    page = await context.newPage()
  })

  after(async () => {
    await browser.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The color of primary buttons. */
  const accent = async (): Promise<string> =>
    await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent'))

  test('setup takes 2 pages, judges the password where it stands, and leads back to one that the server refuses', async () => {
    const passwordField = page.getByRole('textbox', { name: 'Password' })
    await page.goto('/login')
    await heading(page, "This instance isn't set up yet").waitFor()
    await page.goto(await running.setUpLink())
    await page.getByRole('textbox', { name: 'Name' }).fill('Owner')
    await page.getByRole('textbox', { name: 'Email' }).fill('owner@example.test')
    await passwordField.fill('password12')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This password is easy to guess.').waitFor()
    await page.getByText('Step 1 of 2').waitFor()
    // Only the server has the list of common passwords.
    await passwordField.fill('christopher1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('textbox', { name: 'Workspace name' }).fill('Acme')
    await page.getByRole('button', { name: 'Finish setup' }).click()
    await passwordField.and(page.locator('[aria-invalid=true]')).waitFor()
    const description = (await passwordField.getAttribute('aria-describedby')) ?? ''
    const told = page.locator(
      description
        .split(' ')
        .map((id) => `[id="${id}"]`)
        .join(', '),
    )
    assert.match((await told.allInnerTexts()).join(' '), /too common/)
    await passwordField.fill('four quiet paper boats')
    await page.getByRole('button', { name: 'Continue' }).click()
    assert.equal(await page.getByRole('textbox', { name: 'Workspace name' }).inputValue(), 'Acme')
    await page.getByRole('button', { name: 'Finish setup' }).click()
    await heading(page, /, Owner$/).waitFor()
  })

  test('the color of the workspace is there after a reload, and on every page', async () => {
    const own = await accent()
    await page.goto('/admin/settings/workspace')
    await page.getByRole('radio', { name: 'Green' }).check({ force: true })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Changes saved').waitFor()
    const chosen = await accent()
    assert.notEqual(chosen, own)
    await page.reload()
    await heading(page, 'Workspace settings').waitFor()
    assert.equal(await accent(), chosen)
    await page.goto('/admin/members')
    await heading(page, 'Members').waitFor()
    assert.equal(await accent(), chosen)
  })

  test('at an IP address no passkey is offered, and the page says why', async () => {
    await page.goto('/admin/settings/security')
    await page.getByText('Passkeys need a domain name').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add passkey' }).count(), 0)
  })

  test('a mistyped address is a page, with the way back', async () => {
    for (const path of ['/nowhere', '/status', '/Admin', '/docs']) {
      const response = await page.goto(path)
      assert.equal(response?.status(), 404)
      assert.match(response?.headers()['content-type'] ?? '', /^text\/html/)
      await heading(page, /./).waitFor()
      await page.getByRole('link').first().waitFor()
    }
  })

  test('the page of a forgotten password says that no email can come, and asks for no address', async () => {
    await page.goto('/forgot')
    await page.getByText("This instance can't send email").waitFor()
    assert.equal(await page.getByRole('textbox').count(), 0)
  })
})
