/** Account journeys, in Chinese, in the soak in both languages: every way to sign in, and account deletion. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openAccountsStage, visitProviderFor, type AccountsStage } from './lab/accounts-stage.ts'
import { appCode } from './lab/app-code.ts'
import { carryPasskeys } from './lab/virtual-passkeys.ts'
import { until } from '../../packages/host/testing/until.ts'
import { wordsOf, type Say } from './lab/words.ts'

const password = 'four quiet paper boats'
const another = 'seven slow wooden trains'

const languages = process.env['HOST_SOAK'] === '1' ? (['en', 'zh'] as const) : (['zh'] as const)

let spoken: (typeof languages)[number] = 'zh'
let stage: AccountsStage
let say: Say
let page: Page

const addressOf = (name: string): string => `${name}-${spoken}@example.test`

/** A page in a profile of its own, at a place. */
async function open(path: string, email?: string): Promise<void> {
  const person = { name: email ?? '', email: email ?? '', password }
  page = await stage.open({ language: spoken, as: email === undefined ? null : person })
  await page.goto(path)
}

const leave = (): Promise<void> => page.context().close()
const button = (key: string, values?: Readonly<Record<string, string>>): Locator =>
  page.getByRole('button', { name: say(key, values), exact: true })
const press = (key: string, values?: Readonly<Record<string, string>>): Promise<void> => button(key, values).click()
const fill = (name: string, value: string): Promise<void> => page.locator(`input[name=${name}]:visible`).fill(value)
const title = (key: string, values?: Readonly<Record<string, string>>): Promise<void> =>
  page.getByRole('heading', { level: 1, name: say(key, values), exact: true }).waitFor()
const isIn = (): Promise<void> => page.waitForURL(/\/admin/)

async function signIn(email: string, secret = password): Promise<void> {
  await fill('email', email)
  await fill('password', secret)
  await page.locator('button[type=submit]').click()
}

/** A user with a verified address, created by an instance admin. */
async function newPerson(name: string): Promise<string> {
  const email = addressOf(name)
  const { status } = await stage.visitor.post('/api/instance/users', { name, email, password })
  assert.equal(status, 201)
  return email
}

async function confirmBy(name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox').fill(name)
  await page.getByRole('dialog').locator('button[type=submit]').click()
}

describe('accounts in the browser', () => {
  for (const language of languages) {
    describe(`§5 accounts in the browser, ${language}`, { concurrency: 1 }, () => {
      before(async () => {
        spoken = language
        stage = await openAccountsStage()
        say = await wordsOf(language)
      })

      after(() => stage[Symbol.asyncDispose]())

      testEntry()
      testFactors()
      testEnds()
    })
  }
})

function testEntry(): void {
  test('registration: the mailed link makes the account usable, and not before', async () => {
    const email = addressOf('ada')
    await open('/login')
    await page.getByRole('link', { name: say('shell.register.link') }).click()
    await fill('name', 'Ada')
    await fill('email', email)
    await fill('password', password)
    await press('shell.register.submit')
    await title('shell.mail.title')
    await page.goto('/login')
    await signIn(email)
    await page.getByRole('alert').waitFor()
    await page.goto(await stage.linkTo(email, '/verify'))
    await press('shell.verify.submit')
    await title('shell.verify.done')
    assert.equal(new URL(page.url()).search, '')
    await page.getByRole('link', { name: say('shell.signIn.submit') }).click()
    await signIn(email)
    await isIn()
    await leave()
  })

  test('a forgotten password: the link sets a new one, once', async () => {
    const email = await newPerson('grace')
    await open('/login')
    await page.getByRole('link', { name: say('shell.forgot.link') }).click()
    await fill('email', email)
    await press('shell.mail.send')
    await title('shell.mail.title')
    const link = await stage.linkTo(email, '/reset')
    await page.goto(link)
    await fill('password', another)
    await press('shell.reset.submit')
    await title('shell.reset.done')
    await page.goto(link)
    await fill('password', password)
    await press('shell.reset.submit')
    await title('shell.link.dead')
    await page.goto('/login')
    await signIn(email, another)
    await isIn()
    await leave()
  })

  test('an invitation: a user new makes an account and is in', async () => {
    const email = addressOf('newcomer')
    await stage.visitor.post('/api/invitations', { emails: [email], role: 'member' })
    await open(await stage.linkTo(email, '/invitation'))
    await title('shell.invitation.title', { name: 'Acme' })
    await fill('name', 'Newcomer')
    await fill('password', password)
    await press('shell.invitation.create')
    await isIn()
    await page.getByText('Acme').first().waitFor()
    await leave()
  })

  test('an invitation: a user with an account signs in and consents; the wrong account can not', async () => {
    const [email, other] = [await newPerson('known'), await newPerson('other')]
    await stage.visitor.post('/api/invitations', { emails: [email], role: 'member' })
    await open(await stage.linkTo(email, '/invitation'), other)
    await page.getByText(say('shell.invitation.wrongAccount', { email: other })).waitFor()
    await press('shell.invitation.signOut')
    await page
      .locator('main')
      .getByRole('link', { name: say('shell.signIn.submit') })
      .click()
    await signIn(email)
    await press('shell.invitation.join', { name: 'Acme' })
    await isIn()
    await page.getByText('Acme').first().waitFor()
    await leave()
  })
}

function testFactors(): void {
  test('an authenticator app: set up, asked for at sign-in, and a recovery code in its place', async () => {
    const email = await newPerson('careful')
    await open('/admin/settings/security', email)
    await page
      .getByRole('main')
      .getByRole('button', { name: say('account.totp.setUp'), exact: true })
      .click()
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    // A code that is good now and in the next step: a slow machine comes into that with it.
    await fill('code', appCode(secret))
    await press('account.totp.confirm')
    await button('account.codes.kept').waitFor()
    const codes = await page.getByRole('dialog').locator('ul li').allTextContents()
    assert.equal(codes.length, 10)
    await press('account.codes.kept')
    await leave()
    await open('/login')
    await signIn(email)
    await title('shell.secondFactor.title')
    await fill('code', '000 000')
    await press('shell.secondFactor.submit')
    await page.getByText(say('shell.code.totpWrong')).waitFor()
    // The one after it, since a code counts once; it is good now as well.
    await fill('code', appCode(secret, 1))
    await press('shell.secondFactor.submit')
    await isIn()
    await leave()
    await open('/login')
    await signIn(email)
    await press('shell.secondFactor.use.recovery')
    await page.getByLabel(say('shell.code.recovery'), { exact: true }).first().waitFor()
    await fill('code', codes[0] ?? '')
    await press('shell.secondFactor.submit')
    await isIn()
    await leave()
  })

  test('a passkey: added, then signs in by itself, and is the second factor of a password', async () => {
    const email = await newPerson('keeper')
    await open('/admin/settings/security', email)
    const device = await carryPasskeys(page)
    await press('account.passkeys.add')
    await press('account.passkeys.continue')
    await page.getByText(say('account.passkeys.created')).first().waitFor()
    await device.setPresent(false)
    await page.context().clearCookies()
    const offered = page.waitForResponse('**/api/auth/login/passkey/options')
    await page.goto('/login')
    await offered
    // Its owner appears with the button's request: earlier they would accept the autofill offer, later nothing.
    await page.route('**/api/auth/login/passkey/options', async (route) => {
      await device.setPresent(true)
      await route.continue()
    })
    await press('shell.passkey.signIn')
    await isIn()
    await page.unroute('**/api/auth/login/passkey/options')
    await device.setPresent(false)
    await page.context().clearCookies()
    await page.goto('/login')
    await signIn(email)
    await title('shell.secondFactor.title')
    await device.setPresent(true)
    await press('shell.passkey.use')
    await isIn()
    await leave()
  })

  test('single sign-on: through a provider elsewhere, and back to the page that was asked for', async () => {
    const email = addressOf('remote')
    stage.provider.user = { sub: email, email, email_verified: true, name: 'Remote' }
    await open('/admin/settings/profile')
    await visitProviderFor(page)
    await page.getByRole('link', { name: say('shell.signIn.with', { label: 'Corp' }) }).click()
    await page.waitForURL(/\/admin\/(?:@[\w-]+\/)?settings\/profile$/)
    await title('account.profile.title')
    await leave()
  })

  test('an outdated proof is requested again, and the call continues automatically', async () => {
    await open('/admin/settings/security', await newPerson('hesitant'))
    let isStale = true
    await page.route('**/api/auth/totp', async (route) => {
      if (!isStale) return await route.continue()
      isStale = false
      const problem = { code: 'reauthentication_required', status: 403, title: '', nextStep: '', requestId: 'req' }
      return await route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem })
    })
    await page
      .getByRole('main')
      .getByRole('button', { name: say('account.totp.setUp'), exact: true })
      .click()
    const dialog = page.getByRole('dialog', { name: say('shell.prove.title') })
    await dialog.locator('input[name=password]').fill('not the password')
    await press('shell.prove.submit')
    await page.getByText(say('shell.prove.passwordWrong')).waitFor()
    await dialog.locator('input[name=password]').fill(password)
    await press('shell.prove.submit')
    await page.getByRole('dialog', { name: say('account.totp.setUpTitle') }).waitFor()
    await leave()
  })
}

function testEnds(): void {
  test('an API token: made in the browser, used by a program, worth nothing once it is revoked', async () => {
    await open('/admin/settings/tokens', stage.owner.email)
    await press('api-tokens.create')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: say('api-tokens.name') }).fill(`Report ${spoken}`)
    await dialog.locator('button[type=submit]').click()
    await button('api-tokens.saved').waitFor()
    const token = await page.getByRole('dialog').locator('code').textContent()
    const ask = async (): Promise<number> =>
      (await fetch(`${stage.url}/api/menus`, { headers: { authorization: `Bearer ${token}` } })).status
    assert.equal(await ask(), 200)
    await press('api-tokens.saved')
    await page.getByRole('button', { name: say('sdk.table.actionsOf', { name: `Report ${spoken}` }) }).click()
    await page.getByRole('menuitem', { name: say('api-tokens.revoke') }).click()
    await page.getByText(say('api-tokens.revoked', { name: `Report ${spoken}` })).waitFor()
    // Leaving the page removes the chance to undo.
    await page.goto('/admin')
    await until(async () => (await ask()) === 401)
    await leave()
  })

  test('a workspace is deleted by its name, and its people are without one', async () => {
    const email = await newPerson('closer')
    await open('/admin', email)
    await page
      .getByRole('button', { name: say('shell.workspace.submit') })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('textbox').fill('Passing')
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.getByText('Passing').first().waitFor()
    await page.goto('/admin/settings/workspace')
    await press('workspaces.delete.start')
    await confirmBy('Passing')
    await title('shell.workspace.noneTitle')
    await leave()
  })

  test('an account is deleted by its address, and signs in no more', async () => {
    const email = await newPerson('leaver')
    await open('/admin/settings/profile', email)
    await press('account.end.submit')
    await confirmBy(email)
    await page.waitForURL(/\/login/)
    await signIn(email)
    await page.getByRole('alert').waitFor()
    await leave()
  })
}
