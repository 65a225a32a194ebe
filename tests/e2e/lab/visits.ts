/** Every page of the composed product, and what opens on top of them. */
import type { Page } from 'playwright-core'
import type { Visitor } from '../../spec/lab/visitor.ts'
import type { Look } from './stage.ts'

/** One thing to look at. */
export interface Visit {
  readonly name: string
  readonly path: string
  /** Before signing in. */
  readonly isPublic?: boolean
  /** Only at this width. */
  readonly width?: Look['width']
  /** Whether it makes the browser report a refused request. */
  readonly complains?: boolean
  /** What is done on the page first. */
  act?(page: Page): Promise<void>
}

const publicPages: readonly Visit[] = [
  { name: 'login', path: '/login', isPublic: true },
  { name: 'set-up', path: '/setup?token=of-an-example', isPublic: true },
  { name: 'set-up-without-token', path: '/setup', isPublic: true },
  {
    name: 'login-refused',
    path: '/login',
    isPublic: true,
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
    isPublic: true,
    async act(page) {
      await page.locator('button[type=submit]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
]

const opened: readonly Visit[] = [
  { name: 'nowhere', path: '/admin/nowhere' },
  opensDialog('create-workspace', '/admin', async (page) => {
    await page.getByRole('button', { name: /^(Workspace: |工作区：)/ }).click()
    await page.getByRole('menuitem').last().click()
  }),
  opensDialog('add-member', '/admin/members', (page) => press(page, /^(Add member|添加成员)$/)),
  opensDialog('remove-member', '/admin/members', (page) => press(page, /^(Remove|移除) Member$/)),
  opensDialog('create-user', '/instance/users', (page) => press(page, /^(Create user|创建用户)$/)),
  opensDialog('audit-filter', '/admin/audit', async (page) => {
    await press(page, /^(Filter|筛选)$/)
    await page.getByRole('menuitem').first().click()
  }),
  opensDialog('audit-retention', '/admin/audit', (page) => press(page, /^(Change|更改)$/)),
  { name: 'audit-entry', path: '/admin/audit?action=member', act: openEntry },
  { name: 'instance-audit-entry', path: '/instance/audit-log?action=user', act: openEntry },
  { name: 'audit-no-match', path: '/admin/audit?action=nothing.like_it&time=2026-01-01..' },
  { ...opensDialog('drawer', '/admin', openDrawer), width: 390 },
  { ...opensDialog('console-drawer', '/instance', openDrawer), width: 390 },
  opensMenu('user-menu', /^(Account: |账户：)/),
  opensMenu('switcher', /^(Workspace: |工作区：)/),
  opensDialog('palette', '/admin', (page) => press(page, /^(Search|搜索)/)),
  opensDialog('palette-found', '/admin/members', async (page) => {
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('co')
  }),
  opensDialog('palette-nothing', '/admin', async (page) => {
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('qqqq')
  }),
  opensDialog('console-palette', '/instance', (page) => press(page, /^(Search|搜索)/)),
  opensDialog('shortcuts', '/admin', (page) => page.keyboard.press('?')),
  { name: 'folded-sidebar', path: '/admin', width: 1440, act: (page) => page.keyboard.press('[') },
  { name: 'idempotency-no-match', path: '/instance/idempotency?plugin=hello&state=in_flight' },
  {
    name: 'plugin-additions',
    path: '/instance/plugins',
    act: (page) => page.locator('summary').filter({ hasText: 'hello' }).click(),
  },
]

/** The pages before sign-in, every page that the server announces, and what opens on them. */
export async function everyVisit(visitor: Visitor): Promise<readonly Visit[]> {
  const announced = async (from: string, base: string): Promise<readonly Visit[]> => {
    const { body } = await visitor.get<readonly { readonly path: string }[]>(from)
    return body
      .map(({ path }) => path.replace(/^\/$/, ''))
      .map((path) => ({ name: nameOf(base + path), path: base + path }))
  }
  const [tenant, instance] = [
    await announced('/api/menus', '/admin'),
    await announced('/api/instance/menus', '/instance'),
  ]
  if (tenant.length === 0 || instance.length === 0) throw new Error('The server announces no pages.')
  return [...publicPages, ...tenant, ...instance, ...opened]
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll('/', '-')
}

function opensDialog(name: string, path: string, open: (page: Page) => Promise<void>): Visit {
  return {
    name,
    path,
    async act(page) {
      await open(page)
      await page.getByRole('dialog').waitFor()
    },
  }
}

function opensMenu(name: string, button: RegExp): Visit {
  return {
    name,
    path: '/admin',
    async act(page) {
      await press(page, button)
      await page.getByRole('menu').waitFor()
    },
  }
}

async function openDrawer(page: Page): Promise<void> {
  await press(page, /^(Open the menu|打开菜单)$/)
}

async function openEntry(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('link').first().click()
  // Beside the table where there is room, over it where there is none.
  await page.locator('aside[aria-label] dl, [role=dialog] dl').waitFor()
}

async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
}
