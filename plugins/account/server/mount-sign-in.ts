import { json, type Language, type PluginContext, requireService } from '@host/plugin'
import { Accounts, Sessions, SignIn, SignInProviders, type SignInStep } from '@host/plugin/platform'
import {
  beginPasskeyLogin,
  beginSecondFactor,
  listMethods,
  login,
  loginWithPasskey,
  proveSecondFactor,
  setUp,
} from '../shared.ts'
import type { AccountMux } from './account-mux.ts'
import { i18n } from './i18n.ts'

/** Routes for the first-run setup and for every way to sign in. */
export function mountSignIn(mux: AccountMux, ctx: PluginContext): void {
  const accounts = requireService(ctx, Accounts)
  const sessions = requireService(ctx, Sessions)
  const signIn = requireService(ctx, SignIn)
  const providers = requireService(ctx, SignInProviders)

  mux.endpoint(listMethods, async ({ request, input, language }) => {
    const passkey = signIn.offersPasskeys(request) ? [ownMethod('passkey', language)] : []
    const elsewhere = await providers.list(input.workspace)
    return [
      ownMethod('password', language),
      ...passkey,
      ...elsewhere.map((choice) => ({ ...choice, kind: 'oidc' as const })),
    ]
  })
  mux.endpoint(setUp, async ({ request, input, language }) => {
    const { userId, orgId } = await accounts.setUp({ ...input, language })
    const { cookie } = await sessions.start(request, userId, orgId)
    return json({ status: 'signed_in' }, { status: 201, headers: { 'set-cookie': cookie } })
  })
  mux.endpoint(login, async ({ request, input }) => {
    const { id: userId, accessEpoch } = await accounts.verifyPassword(request, input.email, input.password)
    return stepTaken(await signIn.proceed(request, { userId, by: 'password', accessEpoch }))
  })
  mux.endpoint(beginPasskeyLogin, async ({ request }) => {
    const { options, cookie } = await signIn.beginPasskey(request)
    return json(options, { headers: { 'set-cookie': cookie } })
  })
  mux.endpoint(loginWithPasskey, async ({ request, input }) =>
    stepTaken(await signIn.withPasskey(request, input.assertion)),
  )
  mux.endpoint(beginSecondFactor, ({ request }) => signIn.beginSecondFactor(request))
  mux.endpoint(proveSecondFactor, async ({ request, input }) =>
    stepTaken(await signIn.proveSecondFactor(request, input)),
  )
}

/** The answer to a step of a sign-in. */
export function stepTaken(step: SignInStep): Response {
  const { status, cookie } = step
  const body = step.status === 'second_factor' ? { status, methods: step.methods } : { status }
  return json(body, { headers: { 'set-cookie': cookie } })
}

/** A way to sign in that begins and ends here. */
function ownMethod<const Kind extends 'password' | 'passkey'>(kind: Kind, language: Language) {
  return { id: kind, kind, label: i18n[language]?.[`method.${kind}`] ?? kind }
}
