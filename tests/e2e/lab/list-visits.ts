import type { Page } from 'playwright-core'
import { opensDialog, opensMenu, opensRow, press, type Visit } from './visit.ts'

const [filter, views, options] = [/^(Filter|筛选)$/, /^(Views|视图)$/, /^(More actions|更多操作)$/]

/** Lists: nothing in them, nothing that matches, and all that narrows them, changes them or opens beside them. */
export const listVisits: readonly Visit[] = [
  { name: 'reading-list-empty', path: '/admin/reading-list', as: 'newcomer' },
  { name: 'greetings-empty', path: '/admin/hello', as: 'newcomer', isOpened: true },
  { name: 'field-notes-empty', path: '/admin/field-notes', as: 'newcomer', isOpened: true },
  { name: 'members-as-a-member', path: '/admin/members', as: 'member', isOpened: true },
  { name: 'members-no-match', path: '/admin/members?q=nobody-of-this-name' },
  { name: 'audit-no-match', path: '/admin/audit?action=nothing.like_it&time=2026-01-01..', isOpened: true },
  { name: 'idempotency-no-match', path: '/instance/idempotency?plugin=hello&state=in_flight', isOpened: true },
  { name: 'feature', path: '/admin/features/webhooks', isOpened: true },
  {
    name: 'api-operation',
    path: '/admin/api-reference?q=%2Fapi%2Fmembers',
    isOpened: true,
    async act(page) {
      await page.getByRole('link', { name: /^PATCH/ }).click()
      await page.locator('aside[aria-label] dl, [role=dialog] dl').first().waitFor()
    },
  },
  { name: 'webhook-events', path: '/admin/webhooks/events', isOpened: true },
  opensDialog('add-endpoint', '/admin/webhooks', (page) => press(page, /^(Add endpoint|添加端点)$/)),
  opensDialog('add-domain', '/admin/domains', (page) => press(page, /^(Add domain|添加域名)$/)),
  opensDialog('add-zone', '/admin/domains/zones', (page) => press(page, /^(Add zone|添加区域)$/)),
  opensDialog('create-link', '/admin/links', (page) => press(page, /^(Create short link|创建短链接)$/)),
  opensDialog('add-link-host', '/admin/links/hosts', (page) => press(page, /^(Add host|添加主机)$/)),
  opensDialog('add-book', '/admin/reading-list', (page) => press(page, /^(Add book|添加书)$/)),
  opensDialog('invite-people', '/admin/members', (page) => press(page, /^(Invite people|邀请成员)$/)),
  opensDialog('remove-member', '/admin/members', async (page) => {
    await press(page, /^(Actions for Member|Member 的操作)$/)
    await page.getByRole('menuitem').first().click()
  }),
  opensDialog('create-user', '/instance/users', (page) => press(page, /^(Create user|创建用户)$/)),
  opensDialog('members-filter', '/admin/members', addFilter),
  opensDialog('audit-filter', '/admin/audit', addFilter),
  opensDialog('audit-filter-of-days', '/admin/audit', async (page) => {
    await press(page, filter)
    await page.getByRole('menuitem').last().click()
  }),
  opensDialog('audit-retention', '/admin/audit', (page) => press(page, /^(Change|更改)$/)),
  opensMenu('views', '/admin/members?role=admin', views),
  opensDialog('save-view', '/admin/members?role=admin', async (page) => {
    await press(page, views)
    await page.getByRole('menuitem', { name: /^(Save view|保存当前视图)$/ }).click()
  }),
  opensMenu('view-options', '/admin/members', options),
  {
    name: 'chosen-rows',
    path: '/admin/members',
    isOpened: true,
    async act(page) {
      await page.getByRole('checkbox').first().click()
      await page
        .locator('section[aria-label]')
        .filter({ has: page.getByRole('button') })
        .last()
        .waitFor()
    },
  },
  opensRow('member-details', '/admin/members'),
  opensRow('user-details', '/instance/users'),
  opensRow('workspace-details', '/instance/workspaces'),
  opensRow('audit-entry', '/admin/audit?action=member'),
  opensRow('instance-audit-entry', '/instance/audit-log?action=user'),
  opensRow('plugin-details', '/instance/plugins'),
]

async function addFilter(page: Page): Promise<void> {
  await press(page, filter)
  await page.getByRole('menuitem').first().click()
}
