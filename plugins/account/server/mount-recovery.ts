import { type PluginContext, requireService } from '@host/plugin'
import { Recovery } from '@host/plugin/platform'
import {
  forgotPassword,
  readSignInPolicy,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '../shared.ts'
import type { AccountMux } from './account-mux.ts'
import { done } from './done.ts'

/** Routes for anonymous clients: registration and account recovery by emailed links. */
export function mountRecovery(mux: AccountMux, ctx: PluginContext): void {
  const recovery = requireService(ctx, Recovery)

  mux.endpoint(readSignInPolicy, () => recovery.policy())
  mux.endpoint(register, ({ request, input }) => done(recovery.register(request, input)))
  mux.endpoint(resendVerification, ({ request, input }) => done(recovery.resendVerification(request, input.email)))
  mux.endpoint(forgotPassword, ({ request, input }) => done(recovery.forgot(request, input.email)))
  mux.endpoint(verifyEmail, ({ input }) => done(recovery.verifyEmail(input.token)))
  mux.endpoint(resetPassword, ({ request, input }) => done(recovery.reset(request, input)))
}
