/** A plugin that gives and takes rights when it is asked to, and one that is there to be switched off. */
import { definePlugin, Features, json, type AnyPlugin, type PluginContext, type ServiceToken } from '@host/plugin'
import { Accounts, Sessions, Workspaces } from '@host/plugin/platform'

const info = {
  title: 'Race',
  description: 'Gives and takes rights',
  icon: 'flag',
  category: 'Test',
  api: '^1',
} as const

/** The user whose rights change, and the user who changes them. */
export interface Parties {
  readonly ownerId: string
  readonly memberId: string
  readonly email: string
  readonly orgId: string
  /** Another workspace of the member. */
  readonly otherId: string
}

export const gated: AnyPlugin = definePlugin({
  name: 'gated',
  info,
  models: [],
  mount: (mux, ctx) =>
    mux.handle(
      'GET /api/x/gated/see',
      ctx.guard(({ orgId }) => json({ orgId, pid: process.pid })),
    ),
})

export const race: AnyPlugin = definePlugin({
  name: 'race',
  info: { ...info, core: true },
  models: [],
  mount(mux, ctx) {
    const see = ctx.guard(({ orgId, role }) => json({ orgId, role, pid: process.pid }))
    mux.handle('GET /api/x/race/see', see)
    mux.handle('GET /api/x/race/pid', () => json({ pid: process.pid }))
    mux.handle('GET /api/x/race/parties', async ({ query }) => json(await makeParties(ctx, query.get('name') ?? '')))
    mux.handle('GET /api/x/race/sign-in', async ({ request, query }) => {
      const { userId = '', orgId = '' } = Object.fromEntries(query)
      return json({ cookie: (await need(ctx, Sessions).start(request, userId, orgId)).cookie })
    })
    mux.handle('GET /api/x/race/change', async ({ request, query }) => {
      const parties = JSON.parse(query.get('parties') ?? '') as Parties
      return json({ cookie: await changes[query.get('change') as Change](ctx, parties, request) })
    })
  },
})

/** Changes of rights. */
export type Change = 'promotion' | 'removal' | 'joining' | 'reset' | 'switch' | 'off' | 'on'

/** @returns the cookie that counts from then on, where there is a new one */
type Act = (ctx: PluginContext, parties: Parties, request: Request) => Promise<string | undefined>

const changes: Readonly<Record<Change, Act>> = {
  async promotion(ctx, { orgId, ownerId: actorId, memberId: userId }) {
    const members = await need(ctx, Workspaces).members(orgId, { limit: 10 })
    const isMember = members.items.find((each) => each.userId === userId)?.role === 'member'
    await need(ctx, Workspaces).changeRole({ orgId, actorId, userId }, isMember ? 'admin' : 'member')
    return undefined
  },
  async removal(ctx, { orgId, ownerId: actorId, memberId: userId }) {
    await need(ctx, Workspaces).removeMember({ orgId, actorId, userId })
    return undefined
  },
  async joining(ctx, { orgId, ownerId: actorId, email }) {
    await need(ctx, Workspaces).addMember({ orgId, actorId }, { email, role: 'member' })
    return undefined
  },
  async reset(ctx, _parties, request) {
    await need(ctx, Sessions).endAll(request)
    return undefined
  },
  switch: async (ctx, { otherId }, request) => (await need(ctx, Sessions).switch(request, otherId)).cookie,
  async off(ctx, { orgId }) {
    await need(ctx, Features).set(orgId, 'gated', false)
    return undefined
  },
  async on(ctx, { orgId }) {
    await need(ctx, Features).set(orgId, 'gated', true)
    return undefined
  },
}

async function makeParties(ctx: PluginContext, name: string): Promise<Parties> {
  const [accounts, workspaces] = [need(ctx, Accounts), need(ctx, Workspaces)]
  const make = (who: string): Promise<{ readonly id: string; readonly email: string }> =>
    accounts.create({ email: `${who}@race.test`, name: who, password: 'tea-houses by the sea' })
  const [owner, member] = [await make(`owner-${name}`), await make(`member-${name}`)]
  const { id: orgId } = await workspaces.create({ name, ownerId: owner.id })
  const { id: otherId } = await workspaces.create({ name: `${name} too`, ownerId: member.id })
  await workspaces.addMember({ orgId, actorId: owner.id }, { email: member.email, role: 'member' })
  return { ownerId: owner.id, memberId: member.id, email: member.email, orgId, otherId }
}

function need<Service>(ctx: PluginContext, token: ServiceToken<Service>): Service {
  const service = ctx.lookup(token)
  if (service === undefined) throw new Error(`There is no ${token.name}.`)
  return service
}
