import { Accounts, json, Sessions, SignIn, type PluginContext, type SignInStep } from '@host/plugin'
import { listMethods, login, setUp } from '../shared.ts'
import type { AccountMux } from './account-mux.ts'
import { i18n } from './i18n.ts'
import { needed } from './needed.ts'

/** Becoming somebody: first run, and every way to sign in. */
export function mountSignIn(mux: AccountMux, ctx: PluginContext): void {
  const accounts = needed(ctx, Accounts)
  const sessions = needed(ctx, Sessions)
  const signIn = needed(ctx, SignIn)

  mux.endpoint(listMethods, ({ language }) => [
    { id: 'password', kind: 'password' as const, label: i18n[language]?.['method.password'] ?? 'Password' },
  ])
  mux.endpoint(setUp, async ({ request, input, language }) => {
    const { userId, orgId } = await accounts.setUp({ ...input, language })
    const { cookie } = await sessions.start(request, userId, orgId)
    return json({ status: 'signed_in' }, { status: 201, headers: { 'set-cookie': cookie } })
  })
  mux.endpoint(login, async ({ request, input }) => {
    const { id: userId, accessEpoch } = await accounts.verifyPassword(request, input.email, input.password)
    return stepTaken(await signIn.proceed(request, { userId, by: 'password', accessEpoch }))
  })
}

/** The answer to a step of a sign-in. */
export function stepTaken(step: SignInStep): Response {
  const { status, cookie } = step
  const body = step.status === 'second_factor' ? { status, methods: step.methods } : { status }
  return json(body, { headers: { 'set-cookie': cookie } })
}
