import { noContent, Problem, RateLimit, type PluginContext, requireService } from '@host/plugin'
import { Invitations } from '@host/plugin/platform'
import { inviteMembers, listInvitations, resendInvitation, withdrawInvitation } from '../shared.ts'
import type { WorkspacesMux } from './workspaces-mux.ts'

const day = 86_400_000
/** Emails a day that one workspace, and one person over all of their workspaces, can cause. */
const emailsADay = 200
/** Emails a day to one address from one workspace. */
const emailsToOne = 5

/** Inviting people, and taking that back. */
export function mountInvitations(mux: WorkspacesMux, ctx: Pick<PluginContext, 'lookup'>): void {
  const invitations = requireService(ctx, Invitations)
  const limit = emailLimit(ctx)

  mux.endpoint(listInvitations, async ({ orgId, input }) => {
    const { items, nextCursor } = await invitations.list(orgId, input)
    return { items: [...items], nextCursor }
  })
  mux.endpoint(inviteMembers, async ({ orgId, userId, role, input, language }) => {
    await limit({ orgId, userId, to: input.emails })
    return { items: [...(await invitations.invite({ orgId, actorId: userId, asRole: role }, { ...input, language }))] }
  })
  mux.endpoint(withdrawInvitation, async ({ orgId, userId, role, params }) => {
    await invitations.withdraw({ orgId, actorId: userId, asRole: role }, params.id)
    return noContent()
  })
  mux.endpoint(resendInvitation, async ({ orgId, userId, role, params, language }) => {
    await limit({ orgId, userId, to: [params.id] })
    return await invitations.resend({ orgId, actorId: userId, asRole: role }, params.id, language)
  })
}

interface Emails {
  readonly orgId: string
  readonly userId: string
  readonly to: readonly string[]
}

/** Counts emails before they are sent, so that invitations can't flood a mailbox. */
function emailLimit(ctx: Pick<PluginContext, 'lookup'>): (emails: Emails) => Promise<void> {
  const rates = requireService(ctx, RateLimit)
  const count = async (key: string, most: number): Promise<void> => {
    const { allowed, resetAfter } = await rates.take(key, most, day)
    if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
  }
  return async ({ orgId, userId, to }) => {
    for (const each of to) {
      await count(`to:${orgId}:${each.toLowerCase()}`.slice(0, 200), emailsToOne)
      await count(`workspace:${orgId}`, emailsADay)
      await count(`user:${userId}`, emailsADay)
    }
  }
}
