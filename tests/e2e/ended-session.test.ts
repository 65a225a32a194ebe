/** A session that ends in another tab, under pages with unsaved input: in Chinese, in the soak in both languages. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openAccountsStage, visitProviderFor, type AccountsStage } from './lab/accounts-stage.ts'
import type { Person } from './lab/stage.ts'
import { carryPasskeys } from './lab/virtual-passkeys.ts'
import { wordsOf, type Say } from './lab/words.ts'

const password = 'four quiet paper boats'
const typed = 'half a thought'
const languages = process.env['HOST_SOAK'] === '1' ? (['en', 'zh'] as const) : (['zh'] as const)

/** Fields of pages, most of which never report unsaved changes, and how to open them. */
const places: Readonly<Record<string, { readonly field: string; readonly button?: string }>> = {
  '/admin/hello': { field: 'main form input' },
  '/admin/members': { field: 'main input[type=search]' },
  '/admin/settings/profile': { field: 'main input[name=name]' },
  '/admin/settings/tokens': { field: '[role=dialog] input[name=name]', button: 'api-tokens.create' },
  '/instance/users': { field: 'main input[type=search]' },
  '/instance/workspaces': { field: 'main input[type=search]' },
}

for (const language of languages) {
  describe(`a session that ends elsewhere, ${language}`, () => {
    let stage: AccountsStage
    let say: Say
    let page: Page

    before(async () => {
      stage = await openAccountsStage()
      say = await wordsOf(language)
    })

    after(() => stage[Symbol.asyncDispose]())

    const dialog = (of: Page = page): Locator =>
      of.getByRole('dialog', { name: say('shell.lapsed.title'), exact: true })
    const valueOf = (field: string): Promise<string> => page.locator(field).first().inputValue()

    /** A user with no workspace but the one they create. */
    async function newcomer(name: string): Promise<Person> {
      const person = { name, email: `${name}-${language}@example.test`, password }
      const { status } = await stage.visitor.post('/api/instance/users', person)
      assert.equal(status, 201)
      return person
    }

    async function type(path: string, field: string, button?: string): Promise<void> {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const opener = button === undefined ? undefined : page.getByRole('button', { name: say(button), exact: true })
      await opener?.first().click()
      await page.locator(field).first().fill(typed)
    }

    /** Ends every session of the owner but that of the visitor without a browser, and has the page hear of it. */
    async function endElsewhere(): Promise<void> {
      const { status } = await stage.visitor.send('DELETE', '/api/auth/sessions')
      assert.equal(status, 204)
      await dialog().waitFor()
    }

    /** Takes the session away from the browser, as when it has expired, and has the page look. */
    async function forgetSession(): Promise<void> {
      await page.context().clearCookies()
      await page.evaluate(() => new BroadcastChannel('host.session').postMessage('session'))
      await dialog().waitFor()
    }

    async function giveThePassword(): Promise<void> {
      await dialog().locator('input[name=password]').fill(password)
      await dialog()
        .getByRole('button', { name: say('shell.lapsed.submit'), exact: true })
        .click()
      await dialog().waitFor({ state: 'detached' })
    }

    for (const [path, { field, button }] of Object.entries(places)) {
      test(`§I103 ${path} keeps typed text, states the reason, and continues after the password`, async () => {
        page = await stage.open({ language })
        await type(path, field, button)
        const node = await page.locator(field).first().elementHandle()
        await endElsewhere()
        const help = dialog().getByText(say('shell.lapsed.help', { email: stage.owner.email }))
        await help.waitFor()
        assert.match(
          await dialog().evaluate((element) => getComputedStyle(element, '::backdrop').backdropFilter),
          /blur/,
        )
        assert.equal(await valueOf(field), typed)
        await giveThePassword()
        assert.equal(new URL(page.url()).pathname.replace('/@acme', ''), path)
        assert.equal(await node?.inputValue(), typed)
        assert.ok(await node?.evaluate((element) => element.isConnected))
        await page.context().close()
      })
    }

    test('typed text is sent after the sign-in, in the new session', async () => {
      page = await stage.open({ language })
      await type('/admin/hello', 'main form input')
      await endElsewhere()
      await giveThePassword()
      await page.locator('main form button[type=submit]').click()
      await page.getByRole('cell', { name: typed }).first().waitFor()
      await page.context().close()
    })

    test('a passkey signs in in place', async () => {
      page = await stage.open({ language, as: await newcomer('keeper') })
      await page.goto('/admin/settings/security')
      const device = await carryPasskeys(page)
      await page.getByRole('button', { name: say('account.passkeys.add'), exact: true }).click()
      await page.getByRole('button', { name: say('account.passkeys.continue'), exact: true }).click()
      await page.getByText(say('account.passkeys.created')).first().waitFor()
      await type('/admin/settings/profile', 'main input[name=name]')
      await device.setPresent(false)
      await forgetSession()
      await device.setPresent(true)
      await dialog()
        .getByRole('button', { name: say('shell.passkey.use') })
        .click()
      await dialog().waitFor({ state: 'detached' })
      assert.equal(await valueOf('main input[name=name]'), typed)
      await page.context().close()
    })

    test('an external provider signs in in a new tab, and the page continues when its reader returns', async () => {
      const email = `remote-${language}@example.test`
      stage.provider.user = { sub: email, email, email_verified: true, name: 'Remote' }
      page = await stage.open({ language, as: null })
      await visitProviderFor(page)
      await page.goto('/admin/settings/profile')
      await page.getByRole('link', { name: say('shell.signIn.with', { label: 'Corp' }) }).click()
      await page.waitForURL(/\/admin\/(?:@[\w-]+\/)?settings\/profile$/)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await type('/admin/settings/profile', 'main input[name=name]')
      await forgetSession()
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        dialog()
          .getByRole('link', { name: say('shell.lapsed.elsewhere') })
          .click(),
      ])
      await visitProviderFor(tab)
      await tab.getByRole('link', { name: say('shell.signIn.with', { label: 'Corp' }) }).click()
      await tab.waitForURL(/\/admin/)
      await page.bringToFront()
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await dialog().waitFor({ state: 'detached' })
      assert.equal(await valueOf('main input[name=name]'), typed)
      await page.context().close()
    })

    test('§I103 another user who signs in sees nothing of the one before', async () => {
      const other = await newcomer('other')
      page = await stage.open({ language })
      await type('/admin/hello', 'main form input')
      await endElsewhere()
      const tab = await page.context().newPage()
      await tab.goto('/login')
      await tab.locator('input[name=email]').fill(other.email)
      await tab.locator('input[name=password]').fill(password)
      await tab.locator('button[type=submit]').click()
      await tab.waitForURL(/\/admin/)
      await dialog().waitFor({ state: 'detached' })
      // The address names a workspace that is not theirs.
      await page.getByRole('heading', { name: say('shell.workspace.unknown') }).waitFor()
      assert.equal((await page.content()).includes(stage.owner.email), false)
      const values = await page.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
      assert.equal(values.includes(typed), false)
      await page.context().close()
    })

    test('signing out in one tab leads every tab to the sign-in page at once, without a question', async () => {
      page = await stage.open({ language })
      await type('/admin/hello', 'main form input')
      const tab = await page.context().newPage()
      await tab.goto('/admin')
      await tab.getByRole('button', { name: /^(Account: |账户：)/ }).click()
      await tab.getByRole('menuitem', { name: say('shell.user.signOut') }).click()
      await Promise.all([tab.waitForURL(/\/login/), page.waitForURL(/\/login/)])
      assert.equal(await dialog().count(), 0)
      await page.context().close()
    })
  })
}
