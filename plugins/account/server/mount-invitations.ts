import { json, Problem, type PluginContext, requireService } from '@host/plugin'
import { Invitations, Sessions, SignIn, type SessionsService } from '@host/plugin/platform'
import { acceptInvitation, readInvitation } from '../shared.ts'
import type { AccountMux } from './account-mux.ts'
import { stepTaken } from './mount-sign-in.ts'

/** Routes for the holder of an invitation link. */
export function mountInvitations(mux: AccountMux, ctx: PluginContext): void {
  const invitations = requireService(ctx, Invitations)
  const sessions = requireService(ctx, Sessions)
  const signIn = requireService(ctx, SignIn)

  mux.endpoint(readInvitation, ({ input }) => invitations.read(input.token))
  mux.endpoint(acceptInvitation, async ({ request, input, language }) => {
    // Consent is given by a person, never by a token of theirs.
    if (request.headers.has('authorization')) throw new Problem('session_required')
    const reader = ctx.userId(request)
    // A sign-in confined by one workspace's SSO must not accept invitations in the user's name.
    if (reader !== undefined) sessions.requireUnconfined(request)
    const answer = { ...input, userId: reader, language }
    const { userId, orgId, isNew } = await invitations.accept(answer)
    if (!isNew) return json({ status: 'signed_in' }, { headers: await enter(sessions, request, orgId) })
    return stepTaken(await signIn.proceed(request, { userId, orgId, by: 'invitation' }))
  })
}

/** A session whose former membership was ended stays where it is: only a new sign-in enters the workspace again. */
async function enter(sessions: SessionsService, request: Request, orgId: string): Promise<Record<string, string>> {
  try {
    return { 'set-cookie': (await sessions.switch(request, orgId)).cookie }
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthenticated') return {}
    throw error
  }
}
