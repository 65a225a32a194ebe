import * as z from 'zod/mini'
import { Accounts, definePlugin, json, noContent, Sessions, type StartedSession } from '@host/plugin'
import {
  endOtherSessions,
  endSession,
  listMethods,
  listSessions,
  login,
  logout,
  logoutAll,
  readMe,
  setUp,
  switchWorkspace,
} from '../shared.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'account',
  info: {
    title: 'Account',
    description: 'First run, sign-in, sessions',
    icon: 'user-round',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  menus,
  topLevelApi: ['auth'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const accounts = ctx.lookup(Accounts)
    const sessions = ctx.lookup(Sessions)
    if (accounts === undefined || sessions === undefined) {
      throw new Error('The account plugin needs accounts and sessions.')
    }

    mux.endpoint(listMethods, ({ language }) => [
      { id: 'password', kind: 'password' as const, label: i18n[language]?.['method.password'] ?? 'Password' },
    ])
    mux.endpoint(setUp, async ({ request, input, language }) => {
      const { userId, orgId } = await accounts.setUp({ ...input, language })
      return signedIn(await sessions.start(request, userId, orgId), 201)
    })
    mux.endpoint(login, async ({ request, input }) => {
      const { id } = await accounts.verifyPassword(request, input.email, input.password)
      return signedIn(await sessions.start(request, id))
    })
    mux.endpoint(logout, async ({ request }) => noContent({ 'set-cookie': await sessions.end(request) }))
    mux.endpoint(logoutAll, async ({ request }) => noContent({ 'set-cookie': await sessions.endAll(request) }))
    mux.endpoint(switchWorkspace, async ({ request, input }) => {
      const { me, cookie } = await sessions.switch(request, input.workspaceId)
      return json(me, { headers: { 'set-cookie': cookie } })
    })
    mux.endpoint(readMe, ({ request }) => sessions.me(request))
    mux.endpoint(listSessions, async ({ request }) => ({
      items: [...(await sessions.list(request))],
      nextCursor: null,
    }))
    mux.endpoint(endOtherSessions, async ({ request }) => {
      await sessions.endOthers(request)
      return noContent()
    })
    mux.endpoint(endSession, async ({ request, params }) => {
      await sessions.endOne(request, params.id)
      return noContent()
    })
  },
})

function signedIn({ cookie }: StartedSession, status: 200 | 201 = 200): Response {
  return json({ status: 'signed_in' }, { status, headers: { 'set-cookie': cookie } })
}
