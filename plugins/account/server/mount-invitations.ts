import { Invitations, json, Problem, Sessions, SignIn, type PluginContext } from '@host/plugin'
import { acceptInvitation, readInvitation } from '../shared.ts'
import type { AccountMux } from './account-mux.ts'
import { stepTaken } from './mount-sign-in.ts'
import { needed } from './needed.ts'

/** What whoever holds the link of an invitation does with it. */
export function mountInvitations(mux: AccountMux, ctx: PluginContext): void {
  const invitations = needed(ctx, Invitations)
  const sessions = needed(ctx, Sessions)
  const signIn = needed(ctx, SignIn)

  mux.endpoint(readInvitation, ({ input }) => invitations.read(input.token))
  mux.endpoint(acceptInvitation, async ({ request, input, language }) => {
    // Consent is given by a person, never by a token of theirs.
    if (request.headers.has('authorization')) throw new Problem('session_required')
    const reader = ctx.userId(request)
    // Who runs the single sign-on of one workspace must not join others in somebody's name.
    if (reader !== undefined) sessions.requireUnconfined(request)
    const answer = { ...input, userId: reader, language }
    const { userId, orgId, isNew } = await invitations.accept(answer)
    if (!isNew) {
      const { cookie } = await sessions.switch(request, orgId)
      return json({ status: 'signed_in' }, { headers: { 'set-cookie': cookie } })
    }
    return stepTaken(await signIn.proceed(request, { userId, orgId, by: 'invitation' }))
  })
}
