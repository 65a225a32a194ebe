import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkPlugins, createHost, readConfig, type Host } from '@host/host'
import { createTestHost } from '@host/testing'
import { isCore } from '@host/cli'
import { inTree } from './edition.ts'

const origin = 'http://host.test'
const plugins = inTree.map(({ plugin }) => plugin)
const entries = inTree.map((entry) => ({ ...entry, version: '1.0.0', outOfTree: false }))
const ada = { name: 'Ada', email: 'ada@host.test', password: 'tea-houses by the sea', workspace: 'Studio' }

/** The product on an empty database, as it is before anyone set it up. */
async function startEmpty(): Promise<Host & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'host-edition-'))
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const host = await createHost({
    plugins: entries,
    config: readConfig({ HOST_DATABASE_URL: join(folder, 'host.db') }),
    log: silent,
    announce: () => undefined,
    passwordCost: { memory: 64, passes: 1 },
  })
  const close = async (): Promise<void> => {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return Object.assign(host, { [Symbol.asyncDispose]: close })
}

test('a build finds no problem in the plugins of the product', async () => {
  assert.ok(entries.length > 20)
  assert.deepEqual(await checkPlugins(entries), [])
})

test('the composer reads of every plugin whether it is core', () => {
  const root = join(import.meta.dirname, '../../..')
  for (const { name, info } of plugins) assert.equal(isCore(name, root), info.core === true, name)
})

test('a build can leave out any plugin that is not core', async () => {
  for (const { name } of plugins.filter(({ info }) => info.core !== true)) {
    assert.deepEqual(await checkPlugins(entries.filter(({ plugin }) => plugin.name !== name)), [], name)
  }
})

const post = async (host: Host, path: string, body: unknown): Promise<Response> =>
  host.fetch(
    new Request(origin + path, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

test('the first run: the set-up link makes one admin out of two who try at once, signs them in and is gone', async () => {
  await using host = await startEmpty()
  const link = new URL(host.setUpUrl ?? '')
  assert.equal(link.pathname, '/setup')
  const token = link.searchParams.get('token') ?? ''
  assert.equal((await post(host, '/api/auth/setup', { ...ada, token: 'x'.repeat(43) })).status, 401)
  assert.equal((await post(host, '/api/auth/setup', { ...ada, token, password: 'password12' })).status, 400)
  const answers = await Promise.all(
    [ada, { ...ada, email: 'eve@host.test' }].map((input) => post(host, '/api/auth/setup', { ...input, token })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 410],
  )
  const cookie =
    answers
      .find(({ ok }) => ok)
      ?.headers.get('set-cookie')
      ?.split(';')[0] ?? ''
  const me = await host.fetch(new Request(`${origin}/api/auth/me`, { headers: { cookie } }))
  const { user, workspace, role } = (await me.json()) as {
    user: { isInstanceAdmin: boolean }
    workspace: { name: string }
    role: string
  }
  assert.deepEqual([user.isInstanceAdmin, workspace.name, role], [true, 'Studio', 'owner'])
  assert.equal((await host.fetch(new Request(`${origin}/api/instance/menus`, { headers: { cookie } }))).status, 200)
  assert.equal((await post(host, '/api/auth/setup', { ...ada, token })).status, 410)
})

test('the pages of the product stand in the sidebar and on the rail, in order', async () => {
  await using host = await createTestHost({ plugins })
  const labels = async (path: string, language = 'en'): Promise<string> => {
    const response = await host.as('instanceAdmin').get(path, { headers: { 'accept-language': language } })
    const menus = (await response.json()) as { label: string; path: string }[]
    return menus.map(({ label, path: at }) => `${label} ${at}`).join(', ')
  }
  assert.equal(
    await labels('/api/menus'),
    'Overview /, Inbox /notifications, Changes /changes, Agent approvals /mcp/approvals, Domains /domains, DNS zones /domains/zones, DNS accounts /domains/accounts, Dynamic DNS /domains/ddns, Short links /links, Link hosts /links/hosts, Mail /mail, Mailboxes /mail/mailboxes, Message log /mail/log, Suppressions /mail/suppressions, Sending domains /mail/senders, Sending servers /mail/transports, Domain reports /mail/reports, Products /products, Orders /products/orders, Licenses /products/licenses, Discounts /products/discounts, Sales reports /products/reports, General /settings/workspace, Members /members, Features /features, Single sign-on /settings/sso, Plan and usage /settings/plan, Audit log /audit, Workspace channels /settings/workspace-channels, Approval period /settings/agent-approvals, Link settings /settings/link-settings, Profile /settings/profile, Security /settings/security, Sessions /settings/sessions, Notification settings /settings/notification-settings, API tokens /settings/tokens, Webhooks /webhooks, Events /webhooks/events, Agents /mcp, Preferences /settings/personal, API reference /api-reference, Writing emails /settings/mail-writing',
  )
  assert.equal(
    await labels('/api/menus', 'zh'),
    '概览 /, 通知 /notifications, 变更 /changes, 智能体审批 /mcp/approvals, 域名 /domains, DNS 区域 /domains/zones, DNS 账号 /domains/accounts, 动态 DNS /domains/ddns, 短链接 /links, 链接主机 /links/hosts, 邮件 /mail, 邮箱 /mail/mailboxes, 发送日志 /mail/log, 停发名单 /mail/suppressions, 发件域名 /mail/senders, 发送服务器 /mail/transports, 域名报告 /mail/reports, 产品 /products, 订单 /products/orders, 许可证 /products/licenses, 折扣 /products/discounts, 销售报表 /products/reports, 常规 /settings/workspace, 成员 /members, 功能 /features, 单点登录 /settings/sso, 套餐与用量 /settings/plan, 审计日志 /audit, 工作区渠道 /settings/workspace-channels, 审批期限 /settings/agent-approvals, 链接设置 /settings/link-settings, 个人资料 /settings/profile, 安全 /settings/security, 登录会话 /settings/sessions, 通知设置 /settings/notification-settings, API 令牌 /settings/tokens, Webhook /webhooks, 事件 /webhooks/events, 智能体 /mcp, 个人设置 /settings/personal, API 参考 /api-reference, 写邮件 /settings/mail-writing',
  )
  assert.equal(
    await labels('/api/instance/menus'),
    'Home /, Readiness /readiness, Workspaces /workspaces, Plans /plans, Users /users, Sign-in /sign-in, Sign-in providers /providers, Settings /settings, Plugins /plugins, Upgrades /upgrades, Backups /backups, Domains /all-domains, Link reports /link-reports, Jobs /jobs, System emails /system-emails, Usage /telemetry, Idempotency keys /idempotency, Audit log /audit-log, API tokens /tokens, API reference /whole-api, Workspace limits /settings/workspace-limits',
  )
  assert.equal(
    await labels('/api/instance/menus', 'zh'),
    '首页 /, 就绪检查 /readiness, 工作区 /workspaces, 套餐 /plans, 用户 /users, 登录设置 /sign-in, 登录提供方 /providers, 设置 /settings, 插件 /plugins, 升级 /upgrades, 备份 /backups, 域名 /all-domains, 链接举报 /link-reports, 任务 /jobs, 系统邮件 /system-emails, 用量 /telemetry, 幂等键 /idempotency, 审计日志 /audit-log, API 令牌 /tokens, API 参考 /whole-api, 工作区上限 /settings/workspace-limits',
  )
})

test('no two pages of a shell have the same icon, and each group of the settings has its pages', async () => {
  await using host = await createTestHost({ plugins })
  type Entry = { readonly icon: string; readonly label: string; readonly settings?: string; readonly feature?: string }
  const menusAt = async (path: string): Promise<readonly Entry[]> =>
    (await (await host.as('instanceAdmin').get(path)).json()) as Entry[]
  const [inWorkspace, inConsole] = [await menusAt('/api/menus'), await menusAt('/api/instance/menus')]
  for (const menus of [inWorkspace, inConsole]) {
    const icons = menus.map(({ icon }) => icon)
    assert.deepEqual(
      icons.filter((icon, index) => icons.indexOf(icon) !== index),
      [],
    )
  }
  const labels = (group: string): string =>
    inWorkspace
      .filter(({ settings }) => settings === group)
      .map(({ label, feature }) => (group === 'features' ? `${feature}: ${label}` : label))
      .join(', ')
  assert.equal(
    labels('workspace'),
    'General, Members, Features, Single sign-on, Plan and usage, Audit log, Workspace channels',
  )
  assert.equal(labels('account'), 'Profile, Security, Sessions, Notification settings, Preferences')
  assert.equal(labels('developers'), 'API tokens, Webhooks, Events, Agents, API reference')
  assert.equal(
    labels('features'),
    'Domains: DNS accounts, Domains: Dynamic DNS, Short links: Link hosts, Mail: Sending domains, Mail: Sending servers, Mail: Domain reports, Agents: Approval period, Short links: Link settings, Mail: Writing emails',
  )
})

test('a plugin asks for the nouns that the edition grants it, and no others', () => {
  for (const { plugin, granted = [] } of inTree) assert.deepEqual(plugin.topLevelApi ?? [], granted, plugin.name)
})

test('every line that a plugin renders for people is there in both languages', () => {
  for (const { name, i18n, menus = [], instanceMenus = [] } of plugins) {
    const keys = Object.keys(i18n?.en ?? {})
    assert.deepEqual(Object.keys(i18n?.zh ?? {}), keys, name)
    for (const { id } of [...menus, ...instanceMenus]) assert.ok(keys.includes(`menu.${id}`), `${name}: menu.${id}`)
  }
})
