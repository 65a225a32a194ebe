import type { Page } from 'playwright-core'
import { opensDialog, press, type Visit } from './visit.ts'

const settings = '/admin/settings/workspace'

/** Settings with unsaved changes, and the help. */
export const formVisits: readonly Visit[] = [
  { name: 'personal-settings-of-a-guest', path: '/admin/settings/personal', as: 'guest', isOpened: true },
  { name: 'unsaved-settings', path: settings, isOpened: true, isUnsaved: true, act: dirty },
  {
    ...opensDialog('unsaved-question', settings, async (page) => {
      await dirty(page)
      await press(page, /^(Account: |账户：)/)
      await page.getByRole('menuitem').first().click()
    }),
    isUnsaved: true,
  },
  {
    ...opensDialog('session-lapsed', settings, async (page) => {
      await dirty(page)
      await page.context().clearCookies()
      // By the keyboard: the live stream may have opened the dialog over the button by now.
      await page.keyboard.press('ControlOrMeta+s')
    }),
    complains: true,
    isLast: true,
  },
  {
    ...opensDialog('confirm-it-is-you', '/admin/settings/security', async (page) => {
      await page.route('**/api/auth/totp', (route) => {
        const problem = { code: 'reauthentication_required', status: 403, title: '', nextStep: '', requestId: 'req' }
        return route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem })
      })
      await press(page, /^(Set up|设置)$/)
      await page.locator('dialog input[name=password]').waitFor()
    }),
    // The browser notes the refusal that opens the dialog.
    complains: true,
  },
  {
    name: 'agent-connected',
    path: '/admin/mcp',
    isOpened: true,
    async act(page) {
      await press(page, /^(Connect|连接)$/)
      await page.getByText('claude mcp add').first().waitFor()
    },
  },
  {
    name: 'time-zones',
    // While its list is open, the text field hides the rest of the page from screen readers, its label with it.
    exempt: ['aria-hidden-focus', 'label-title-only', 'page-has-heading-one'],
    path: '/admin/settings/personal',
    isOpened: true,
    async act(page) {
      await page.getByRole('combobox').last().click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'help', path: '/help' },
  { name: 'help-page', path: '/help/members-and-roles' },
  { name: 'help-found', path: '/help?q=role' },
  { name: 'help-before-sign-in', path: '/help', as: 'nobody' },
]

async function dirty(page: Page): Promise<void> {
  await page.locator('main input:not([readonly])').first().fill('Acme by the sea')
  await page.getByRole('button', { name: /^(Save changes|保存更改)$/ }).waitFor()
}
