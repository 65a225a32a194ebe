import { noContent, type PluginContext, requireService } from '@host/plugin'
import { Profile, Recovery } from '@host/plugin/platform'
import { changeEmail, changePassword, changeProfile, confirmEmail, deleteAccount } from '../shared.ts'
import type { AccountMux } from './account-mux.ts'
import { done } from './done.ts'

/** Routes for changes to the user's own account. */
export function mountProfile(mux: AccountMux, ctx: PluginContext): void {
  const profile = requireService(ctx, Profile)
  const recovery = requireService(ctx, Recovery)

  mux.endpoint(changeProfile, ({ request, input }) => done(profile.rename(request, input.name)))
  mux.endpoint(changePassword, async ({ request, input }) =>
    noContent({ 'set-cookie': await profile.changePassword(request, input) }),
  )
  mux.endpoint(changeEmail, ({ request, input }) => done(profile.changeEmail(request, input.email)))
  mux.endpoint(confirmEmail, ({ request, input }) => done(recovery.confirmEmail(request, input.token)))
  mux.endpoint(deleteAccount, async ({ request, input }) =>
    noContent({ 'set-cookie': await profile.deleteAccount(request, input.email) }),
  )
}
