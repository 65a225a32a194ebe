import { generateKeyPairSync } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { Provider, type Configuration, type JWK } from 'oidc-provider'
import { startSecureServer, type SecureServer } from './secure-server.ts'

/** A user with an account at the provider. */
export interface RemoteUser {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** A real OpenID provider, run in the test. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string
  readonly address: string
  readonly authority: string
  readonly clientId: string
  readonly clientSecret: string
  readonly connections: number
  /** The user signed in there from now on. */
  user: RemoteUser
  /** Signs with another key from now on. */
  rotateKeys(): void
}

const clientId = 'host'
const clientSecret = 'a secret of forty characters and a few ++'

/** Starts a provider that lets `user` in without asking, and knows these callbacks. */
export async function startProvider(redirectUris: readonly string[]): Promise<TestProvider> {
  const server = await startSecureServer()
  const state = { user: { sub: 'ada' } as RemoteUser }
  const use = (): void => void (server.listener = listen(server, redirectUris, state))
  use()
  return {
    issuer: server.origin,
    address: server.address,
    authority: server.authority,
    clientId,
    clientSecret,
    get connections() {
      return server.connections
    },
    get user() {
      return state.user
    },
    set user(user) {
      state.user = user
    },
    rotateKeys: use,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

let keys = 0

function listen(
  server: SecureServer,
  redirectUris: readonly string[],
  state: { readonly user: RemoteUser },
): RequestListener {
  const provider = new Provider(server.origin, configurationOf(redirectUris, state))
  const callback = provider.callback()
  return (request, response) => {
    const result = { login: { accountId: state.user.sub } }
    if (request.url?.startsWith('/interaction/') !== true) void callback(request, response)
    else void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
}

function configurationOf(redirectUris: readonly string[], state: { readonly user: RemoteUser }): Configuration {
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    jwks: { keys: [newKey()] },
    cookies: { keys: ['a key of the laboratory'] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...state.user, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: state.user.sub })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

function newKey(): JWK {
  keys += 1
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: `key-${keys}`, use: 'sig', alg: 'RS256' }
}
