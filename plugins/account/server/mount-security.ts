import { type PluginContext, requireService } from '@host/plugin'
import { ExternalIdentities, SecondFactors } from '@host/plugin/platform'
import {
  addPasskey,
  beginPasskey,
  beginReauthentication,
  beginTotp,
  confirmTotp,
  readSecurity,
  reauthenticate,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  unlinkIdentity,
} from '../shared.ts'
import type { AccountMux } from './account-mux.ts'
import { done } from './done.ts'

/**
 * Routes for sign-in security: second factors, passkeys, linked identities, and the proof that changing them requires.
 */
export function mountSecurity(mux: AccountMux, ctx: PluginContext): void {
  const factors = requireService(ctx, SecondFactors)
  const identities = requireService(ctx, ExternalIdentities)

  mux.endpoint(readSecurity, async ({ request, userId, orgId }) => {
    const { passkeys, ...state } = await factors.read(request)
    const linked = await identities.list(userId)
    const linkable = await identities.linkable(userId, orgId)
    return {
      ...state,
      passkeys: [...passkeys],
      identities: [...linked],
      linkable: linkable.map(({ id, label, loginUrl }) => ({ id, label, loginUrl })),
    }
  })
  mux.endpoint(beginReauthentication, async ({ request }) => {
    const { methods, passkey } = await factors.beginProof(request)
    return { methods: [...methods], passkey }
  })
  mux.endpoint(reauthenticate, ({ request, input }) => done(factors.prove(request, input)))
  mux.endpoint(beginTotp, ({ request }) => factors.beginTotp(request))
  mux.endpoint(confirmTotp, async ({ request, input }) => ({
    recoveryCodes: [...(await factors.confirmTotp(request, input.code))],
  }))
  mux.endpoint(removeTotp, ({ request }) => done(factors.removeTotp(request)))
  mux.endpoint(renewRecoveryCodes, async ({ request }) => ({
    recoveryCodes: [...(await factors.renewRecoveryCodes(request))],
  }))
  mux.endpoint(beginPasskey, ({ request }) => factors.beginPasskey(request))
  mux.endpoint(addPasskey, ({ request, input }) => factors.addPasskey(request, input))
  mux.endpoint(renamePasskey, ({ request, params, input }) => factors.renamePasskey(request, params.id, input.name))
  mux.endpoint(removePasskey, ({ request, params }) => done(factors.removePasskey(request, params.id)))
  mux.endpoint(unlinkIdentity, ({ userId, params }) => done(identities.unlink(userId, params.id)))
}
