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
]
