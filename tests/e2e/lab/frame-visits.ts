import type { Page } from 'playwright-core'
import { opensDialog, opensMenu, press, type Visit } from './visit.ts'

const search = /^(Search|搜索) ?/

/** The frame of both shells: its menus and dialogs, and its messages in place of a page. */
export const frameVisits: readonly Visit[] = [
  { name: 'nowhere', path: '/admin/nowhere' },
  { name: 'console-nowhere', path: '/instance/nowhere', isOpened: true },
  { name: 'no-workspace', path: '/admin', as: 'guest' },
  { name: 'console-denied', path: '/instance', as: 'member' },
  { name: 'page-denied', path: '/admin/audit', as: 'member', isOpened: true },
  { name: 'overview-of-a-member', path: '/admin', as: 'member' },
  { name: 'overview-of-a-newcomer', path: '/admin', as: 'newcomer' },
  opensDialog('create-workspace', '/admin', async (page) => {
    await press(page, /^(Workspace: |工作区：)/)
    await page.getByRole('menuitem').last().click()
  }),
  { ...opensDialog('drawer', '/admin', openDrawer), width: 390 },
  { ...opensDialog('console-drawer', '/instance', openDrawer), width: 390 },
  opensDialog('bell', '/admin', (page) => press(page, /^(Notifications|通知)/)),
  opensMenu('user-menu', '/admin', /^(Account: |账户：)/),
  opensMenu('console-user-menu', '/instance', /^(Account: |账户：)/),
  opensMenu('switcher', '/admin', /^(Workspace: |工作区：)/),
  opensDialog('palette', '/admin', (page) => press(page, search)),
  opensDialog('palette-found', '/admin/members', (page) => find(page, 'co')),
  opensDialog('palette-nothing', '/admin', (page) => find(page, 'qqqq')),
  opensDialog('console-palette', '/instance', (page) => press(page, search)),
  opensDialog('shortcuts', '/admin/members', (page) => page.keyboard.press('?')),
  {
    name: 'folded-sidebar',
    path: '/admin',
    width: 1440,
    isOpened: true,
    isLast: true,
    act: (page) => page.keyboard.press('['),
  },
  {
    name: 'offline',
    path: '/admin/features',
    complains: true,
    isLast: true,
    isOpened: true,
    async act(page) {
      await page.context().setOffline(true)
      await page.getByText(/^(You're offline|您已离线)/).waitFor()
    },
  },
]

async function openDrawer(page: Page): Promise<void> {
  await press(page, /^(Open menu|打开菜单)$/)
}

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K')
  // Keyboard input: movement right after a key press is expected and counts as no shift.
  await page.getByRole('dialog').getByRole('combobox').pressSequentially(text)
  await page.getByRole('dialog').locator('[aria-busy=true]').waitFor({ state: 'detached' })
}
