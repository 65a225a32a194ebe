import { expect, test } from 'vitest'
import { endpointsWith, nothing, type EndpointAudience, type Me, type Role } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, shellAnswers } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { usePermission } from './usePermission.ts'

const endpoint = endpointsWith(z.toJSONSchema)
const define = (audience: EndpointAudience, role?: Role) =>
  endpoint({
    pattern: 'POST /api/x/notes/notes',
    input: nothing,
    output: nothing,
    summary: 'Do it',
    audience,
    ...(role && { role }),
  })
const endpoints = {
  public: define('public'),
  user: define('user'),
  member: define('workspace'),
  admin: define('workspace', 'admin'),
  owner: define('workspace', 'owner'),
  instance: define('instance'),
}

/** Renders the names of the endpoints the user may call. */
async function allowed(change: (me: Me) => Me): Promise<string> {
  const Component = lazyPage(() =>
    Promise.resolve({
      default: () => Object.entries(endpoints).map(([name, one]) => (usePermission(one) ? `${name} ` : '')),
    }),
  )
  const plugin = defineUIPlugin({ name: 'notes', routes: [{ path: '/notes', Component }] })
  const me = shellAnswers(plugin)['GET /api/auth/me'] as Me
  const page = await mountPage({ plugin, path: '/notes', answers: { 'GET /api/auth/me': change(me) } })
  const text = page.text()
  await page.unmount()
  return text
}

test.each([
  ['owner', 'public user member admin owner'],
  ['admin', 'public user member admin'],
  ['member', 'public user member'],
] as const)('§5.5 a page knows what the role %s is refused', async (role, expected) => {
  expect(await allowed((me) => ({ ...me, role, user: { ...me.user, isInstanceAdmin: false } }))).toBe(expected)
})

test('§5.4 instance permissions require an instance admin, for any role', async () => {
  expect(await allowed((me) => ({ ...me, role: 'member' }))).toBe('public user member instance')
})

test('§I64 support access is refused owners, accounts and, where it only reads, changes', async () => {
  const inSupport = (isReadOnly: boolean) => (me: Me) => {
    const support = [{ id: 'sup_1', name: 'Ada', until: '2026-06-04T09:15:00.000Z', isReadOnly, isOwn: true }]
    return { ...me, role: 'admin' as const, workspace: me.workspace && { ...me.workspace, support } }
  }
  expect(await allowed(inSupport(false))).toBe('public member admin instance')
  expect(await allowed(inSupport(true))).toBe('public instance')
})

test('without a workspace nothing of one is allowed', async () => {
  expect(await allowed((me) => ({ ...me, workspace: null, role: null }))).toBe('public user instance')
})
