import { Geo, json, noContent, type PluginContext, requireService } from '@host/plugin'
import { type SessionEntry, Sessions } from '@host/plugin/platform'
import {
  checkProof,
  endOtherSessions,
  endSession,
  listSessions,
  logout,
  logoutAll,
  readMe,
  switchWorkspace,
} from '../shared.ts'
import type { AccountMux } from './account-mux.ts'

/** Routes for the current session and the user's other sessions. */
export function mountSessions(mux: AccountMux, ctx: PluginContext): void {
  const sessions = requireService(ctx, Sessions)

  mux.endpoint(logout, async ({ request }) => noContent({ 'set-cookie': await sessions.end(request) }))
  mux.endpoint(logoutAll, async ({ request }) => noContent({ 'set-cookie': await sessions.endAll(request) }))
  mux.endpoint(switchWorkspace, async ({ request, input }) => {
    const { me, cookie } = await sessions.switch(request, input.workspaceId)
    return json(me, { headers: { 'set-cookie': cookie } })
  })
  mux.endpoint(checkProof, () => noContent())
  mux.endpoint(readMe, ({ request }) => sessions.me(request))
  mux.endpoint(listSessions, async ({ request }) => {
    const entries = await sessions.list(request)
    return { items: await Promise.all(entries.map((entry) => withPlace(ctx, entry))), nextCursor: null }
  })
  mux.endpoint(endOtherSessions, async ({ request }) => {
    await sessions.endOthers(request)
    return noContent()
  })
  mux.endpoint(endSession, async ({ request, params }) => {
    await sessions.endOne(request, params.id)
    return noContent()
  })
}

/** Adds the place of a session's network. It is looked up when it is read: nothing more is stored about a person. */
async function withPlace(ctx: PluginContext, entry: SessionEntry) {
  const [address = ''] = entry.network.split('/')
  const { country, city } = (await ctx.lookup(Geo)?.lookup(address)) ?? {}
  if (country === undefined && city === undefined) return entry
  return { ...entry, place: { ...(country !== undefined && { country }), ...(city !== undefined && { city }) } }
}
