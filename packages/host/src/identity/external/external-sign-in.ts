/**
 * A sign-in by way of an external provider.
 *
 *   begin ── provider found ── [linking: our own page, a session, a recent proof] ── flow stored ──► provider
 *                                                                                                        │
 *   finish ◄── flow taken: this state, this browser, once, in time ── this provider's own callback ◄─────┘
 *      └── provider identifies the user ──► link to the session's account, or the account that it signs in to ──► SignIn
 *
 * Two attacks decide its form. An attacker's page may send a browser here with an answer meant for the attacker's
 * account: so an answer counts only in the browser that was sent out. And it may send a signed-in browser to be linked
 * to the attacker's external account: so linking begins on a page of our own, and ends in the session that it began in.
 */
import type { ExternalSignInError } from '@host/plugin/wire'
import type { Log } from '@host/plugin'
import type { SignInService, SignInStep } from '@host/plugin/platform'
import { requestCaller } from '../../request/request-state.ts'
import type { Caller } from '../../request/caller.ts'
import { clientOf } from '../../request/client.ts'
import { newSecretToken } from '../secret-token.ts'
import { isFactorProved } from '../sessions/factor-proof.ts'
import { provedUntil } from '../sessions/session-life.ts'
import type { AccountLinks } from './account-links.ts'
import { explainFault } from './explain-fault.ts'
import { SignInFault } from './fault.ts'
import { browserCookie, browserSecretOf, flowSecrets } from './flow-cookie.ts'
import type { FlowStore, ReturnedFlow } from './flow-store.ts'
import { isFromOwnPage } from './own-page.ts'
import type { Provider } from './provider.ts'
import type { ProviderStore } from './provider-store.ts'
import type { Remotes } from './remotes.ts'
import { readReturnPath } from './return-path.ts'
import { sendOn } from './send-on.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'

/** Options of signing in elsewhere. */
export interface ExternalSignInOptions {
  readonly providers: ProviderStore
  readonly remotes: Remotes
  readonly flows: FlowStore
  readonly links: AccountLinks
  readonly live: LiveSessions
  readonly signIn: SignInService
  readonly clock: () => number
  readonly log: Log
  readonly publicUrl: URL | undefined
}

export class ExternalSignIn {
  readonly #options: ExternalSignInOptions

  constructor(options: ExternalSignInOptions) {
    this.#options = options
  }

  async begin(request: Request, name: string): Promise<Response> {
    const query = new URL(request.url).searchParams
    const returnPath = readReturnPath(query.get('return'))
    const isLink = query.get('link') === '1'
    try {
      const provider = await this.#find(name, query.get('workspace'))
      const linker = isLink ? this.#requireLinker(request, provider) : undefined
      return await this.#sendOut(request, provider, { returnPath, sessionId: linker?.sessionId })
    } catch (error) {
      return this.#refuse(error, { isLink, returnPath, name })
    }
  }

  async finish(request: Request, name: string): Promise<Response> {
    const query = new URL(request.url).searchParams
    let flow: ReturnedFlow | undefined
    try {
      flow = await this.#takeFlow(request, query)
      const provider = await this.#options.providers.byId(flow.providerId)
      // Each provider has a callback of its own: an answer that comes to another's is one that was mixed up.
      if (provider === undefined || provider.name !== name) throw new SignInFault('sso_failed', 'Another callback')
      return await this.#accept(request, { query, flow, provider })
    } catch (error) {
      return this.#refuse(error, { isLink: flow?.sessionId !== undefined, returnPath: flow?.returnPath, name })
    }
  }

  async #find(name: string, slug: string | null): Promise<Provider> {
    const { providers } = this.#options
    const provider = name === 'sso' ? await providers.bySlug(slug ?? '') : await providers.byName(name)
    if (provider === undefined) throw new SignInFault('sso_failed', 'Unknown provider')
    return provider
  }

  #requireLinker(request: Request, { orgId }: Provider): Caller {
    const { clock, publicUrl } = this.#options
    const caller = sessionOf(request)
    if (caller === undefined || !mayLink(caller, clock()) || !isFromOwnPage(request, publicUrl)) {
      throw new SignInFault('sso_link_refused', 'Linking requires a same-origin page and a recent proof of identity')
    }
    if (orgId !== undefined && orgId !== caller.orgId) throw new SignInFault('sso_not_member', 'Not in this workspace')
    return caller
  }

  async #sendOut(
    request: Request,
    provider: Provider,
    back: Pick<ReturnedFlow, 'returnPath' | 'sessionId'>,
  ): Promise<Response> {
    const { flows, remotes } = this.#options
    const client = clientOf(request)
    // One secret for all sign-ins of a browser, so that two tabs don't take it from each other.
    const browserSecret = browserSecretOf(request, client) ?? newSecretToken()
    const state = newSecretToken()
    const remote = await remotes.clientOf(provider)
    const url = await remotes.of(provider).authorizationUrl(remote, flowSecrets(browserSecret, state))
    await flows.add({ state, browserSecret, providerId: provider.id, ...back })
    return sendOn(url.href, [browserCookie(browserSecret, client)])
  }

  async #takeFlow(request: Request, query: URLSearchParams): Promise<ReturnedFlow> {
    const browserSecret = browserSecretOf(request, clientOf(request))
    const state = query.get('state')
    const flow =
      state === null || browserSecret === undefined ? undefined : await this.#options.flows.take(state, browserSecret)
    if (flow === undefined) throw new SignInFault('sso_expired', 'This browser has no pending sign-in with this state')
    return flow
  }

  async #accept(request: Request, { query, flow, provider }: Acceptance): Promise<Response> {
    const { remotes, links, live, signIn } = this.#options
    const caller = sessionOf(request)
    if (flow.sessionId !== undefined && flow.sessionId !== caller?.sessionId) {
      throw new SignInFault('sso_link_refused', 'The session that linked has ended')
    }
    const remote = await remotes.clientOf(provider)
    const secrets = flowSecrets(browserSecretOf(request, clientOf(request)) ?? '', query.get('state') ?? '')
    const person = await remotes.of(provider).redeem(remote, query, secrets)
    if (flow.sessionId !== undefined && caller !== undefined) {
      await links.link(caller, provider, person)
      // API tokens may be refused for want of the link.
      await live.forget({ userId: caller.userId })
      return sendOn(flow.returnPath ?? securityPage, [])
    }
    const { userId, accessEpoch } = await links.accountOf(provider, person)
    const step = await signIn.proceed(request, {
      userId,
      accessEpoch,
      by: 'oidc',
      providerId: provider.id,
      orgId: provider.orgId,
      confinedTo: provider.orgId,
      isSecondFactorProven: provider.trustsSecondFactor,
    })
    return afterStep(step, flow.returnPath)
  }

  #refuse(error: unknown, { isLink, returnPath, name }: Refusal): Response {
    const { code, message } = explainFault(error)
    this.#options.log.warn('A sign-in with an external account was refused', { provider: name, code, reason: message })
    return sendOn(refusalPath(code, isLink ? (returnPath ?? securityPage) : undefined, returnPath), [])
  }
}

interface Acceptance {
  readonly query: URLSearchParams
  readonly flow: ReturnedFlow
  readonly provider: Provider
}

interface Refusal {
  readonly isLink: boolean
  readonly returnPath: string | undefined
  readonly name: string
}

/** Where people link and unlink accounts. */
const securityPage = '/admin/settings/security'

/** A provider may vouch for a second factor, so linking one asks for the factor that the account has. */
function mayLink(caller: Caller, now: number): boolean {
  return provedUntil(caller.provedAt, now) !== undefined && isFactorProved(caller, 'any', now)
}

/** The session of a browser; an API token links nothing. */
function sessionOf(request: Request): Caller | undefined {
  const caller = requestCaller(request)
  return caller?.tokenId === undefined ? caller : undefined
}

function afterStep(step: SignInStep, returnPath: string | undefined): Response {
  if (step.status === 'signed_in') return sendOn(returnPath ?? '/admin', [step.cookie])
  const query = new URLSearchParams({ second_factor: step.methods.join(',') })
  if (returnPath !== undefined) query.set('return', returnPath)
  return sendOn(`/login?${query.toString()}`, [step.cookie])
}

function refusalPath(code: ExternalSignInError, page: string | undefined, returnPath: string | undefined): string {
  const url = new URL(page ?? '/login', 'https://host.invalid')
  url.searchParams.set('error', code)
  if (page === undefined && returnPath !== undefined) url.searchParams.set('return', returnPath)
  return url.pathname + url.search + url.hash
}
