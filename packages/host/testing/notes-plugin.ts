import { definePlugin, json, type AnyPlugin, type Mux, type PluginContext } from '@host/plugin'
import { InstanceGuard, UserGuard } from '@host/plugin/platform'

/** Facts of a plugin that nothing depends on. */
export const notesInfo = {
  title: 'Notes',
  description: 'Keeps notes',
  icon: 'note',
  category: 'Work',
  api: '^1',
} as const

/** A plugin with a route for every guard. @param ran collects the handlers that ran */
export function notesPlugin(ran: string[] = []): AnyPlugin {
  return definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    permissions: [{ name: 'notes.erase', title: 'Erase notes', role: 'owner' }],
    mount(mux, ctx) {
      mountForMembers(mux, ctx, ran)
      mountForOthers(mux, ctx, ran)
    },
  })
}

function mountForMembers(mux: Mux<'notes'>, ctx: PluginContext, ran: string[]): void {
  const mine = ctx.guard(({ userId, orgId, role }) => {
    ran.push('mine')
    return json({ userId, orgId, role })
  })
  const write = ctx.guard(() => {
    ran.push('write')
    return json({})
  })
  const empty = (): Response => json({})
  mux.handle('GET /api/x/notes/mine', mine)
  mux.handle('POST /api/x/notes/mine', write)
  mux.handle('GET /api/x/notes/admins', ctx.guard(empty, { role: 'admin' }))
  mux.handle('GET /api/x/notes/erasers', ctx.guard(empty, { permission: 'notes.erase' }))
  mux.handle('GET /api/x/notes/plus', ctx.guard(empty, { tier: 'plus' }))
}

function mountForOthers(mux: Mux<'notes'>, ctx: PluginContext, ran: string[]): void {
  const [userGuard, instanceGuard] = [ctx.lookup(UserGuard), ctx.lookup(InstanceGuard)]
  if (userGuard === undefined || instanceGuard === undefined) throw new Error('The guards are services of the host.')
  const me = userGuard(({ userId }) => json({ userId }))
  const console = instanceGuard(() => json({}))
  mux.handle('GET /api/x/notes/me', me)
  mux.handle('GET /api/x/notes/console', console)
  mux.handle('GET /api/x/notes/public', () => {
    ran.push('public')
    return json({ ok: true })
  })
  mux.handle('GET /api/x/notes/who', ({ request }) =>
    json({
      userId: ctx.userId(request) ?? null,
      orgId: ctx.orgId(request) ?? null,
      ofCopy: ctx.userId(request.clone()) ?? null,
    }),
  )
}
