import type { Page } from 'playwright-core'
import type { Visit } from './visit.ts'

/** The pages before sign-in. */
export const signInVisits: readonly Visit[] = [
  { name: 'login', path: '/login', as: 'nobody' },
  { name: 'set-up', path: '/setup?token=of-an-example', as: 'nobody' },
  { name: 'set-up-without-token', path: '/setup', as: 'nobody' },
  {
    name: 'login-refused',
    path: '/login',
    as: 'nobody',
    complains: true,
    awaitsAnswer: true,
    async act(page) {
      await page.locator('input[name=email]').fill('nobody@example.test')
      await page.locator('input[name=password]').fill('not the password')
      await page.locator('button[type=submit]').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'set-up-empty',
    path: '/setup?token=of-an-example',
    as: 'nobody',
    isOpened: true,
    async act(page) {
      await page.locator('button[type=submit]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'set-up-workspace',
    path: '/setup?token=of-an-example',
    as: 'nobody',
    isOpened: true,
    async act(page) {
      await page.locator('input[name=name]').fill('Ada')
      await page.locator('input[name=email]').fill('ada@example.test')
      await page.locator('input[name=password]').fill('four quiet paper boats')
      await page.locator('button[type=submit]').click()
      await page.locator('input[name=workspace]').waitFor()
    },
  },
  { name: 'register-closed', path: '/register', as: 'nobody', isOpened: true },
  { name: 'forgot', path: '/forgot', as: 'nobody' },
  { name: 'verify', path: '/verify?token=of-an-example', as: 'nobody' },
  { name: 'verify-without-token', path: '/verify', as: 'nobody', isOpened: true },
  { name: 'confirm-email', path: '/confirm-email?token=of-an-example', as: 'nobody', isOpened: true },
  { name: 'unsubscribe-void', path: '/unsubscribe?token=of-an-example', as: 'nobody', complains: true, isOpened: true },
  { name: 'reset', path: '/reset?token=of-an-example', as: 'nobody' },
  { name: 'invitation-void', path: '/invitation?token=of-an-example', as: 'nobody', complains: true, isOpened: true },
  { name: 'login-failed-elsewhere', path: '/login?error=sso_not_linked', as: 'nobody', isOpened: true },
  { name: 'login-second-factor', path: '/login?second_factor=totp,recovery,passkey', as: 'nobody' },
  {
    name: 'login-passkey',
    path: '/login?second_factor=recovery,passkey',
    as: 'nobody',
    isOpened: true,
  },
  {
    name: 'register-open',
    path: '/register',
    as: 'nobody',
    isOpened: true,
    act: (page) => allowStrangers(page),
  },
  {
    name: 'reset-too-short',
    path: '/reset?token=of-an-example',
    as: 'nobody',
    isOpened: true,
    async act(page) {
      await page.locator('input[name=password]').fill('short')
      await page.locator('button[type=submit]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'reset-void',
    path: '/reset?token=of-an-example',
    as: 'nobody',
    isOpened: true,
    complains: true,
    awaitsAnswer: true,
    async act(page) {
      await page.locator('input[name=password]').fill('four quiet paper boats')
      await page.locator('button[type=submit]').click()
      await page.locator('a[href="/forgot"]').waitFor()
    },
  },
  ...invitations(),
]

/** Has the page believe that anonymous clients may register here. */
async function allowStrangers(page: Page): Promise<void> {
  const policy = { canRegister: true, canResetPassword: true, isSetUp: true }
  await page.route('**/api/auth/policy', (route) => route.fulfill({ json: policy }))
  await page.reload()
  await page.locator('input[name=name]').waitFor()
  await page.unroute('**/api/auth/policy')
}

/** Invitation pages for every kind of user. */
function invitations(): readonly Visit[] {
  const invitation = {
    workspace: 'Acme',
    email: 'ada@example.test',
    role: 'member',
    invitedBy: 'Owner',
    makesAccount: true,
  }
  const shows = (visit: Pick<Visit, 'name' | 'as'>, found: object, wanted: string): Visit => ({
    ...visit,
    path: '/login',
    isOpened: true,
    complains: true,
    async act(page) {
      await page.route('**/api/auth/invitation', (route) => route.fulfill({ json: { ...invitation, ...found } }))
      await page.goto('/invitation?token=of-an-example')
      await page.locator(wanted).first().waitFor()
      await page.unroute('**/api/auth/invitation')
    },
  })
  return [
    shows({ name: 'invitation-new', as: 'nobody' }, { hasAccount: false }, 'input[name=name]'),
    shows({ name: 'invitation-known', as: 'nobody' }, { hasAccount: true }, 'main a[href^="/login"]'),
    shows({ name: 'invitation-other', as: 'owner' }, { hasAccount: true }, 'main [role=status]'),
    shows({ name: 'invitation-consent', as: 'owner' }, { hasAccount: true, email: 'owner@example.test' }, 'main form'),
  ]
}
