/**
 * GitHub, which supports OAuth 2 without OpenID Connect: the user and their verified addresses are read from its API.
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 *
 * An issuer other than github.com is a GitHub Enterprise Server, whose API is under `/api/v3`.
 */
import * as oauth from 'oauth4webapi'
import type { SafeHttpClient } from '@host/plugin/safehttp'
import { explainFault } from './explain-fault.ts'
import { SignInFault } from './fault.ts'
import type { FlowSecrets, Remote, RemoteClient, RemotePerson } from './remote.ts'
import { safeFetch } from './safe-fetch.ts'

/** The issuer of github.com. */
export const githubIssuer = 'https://github.com'

export class GitHubRemote implements Remote {
  readonly #http: SafeHttpClient

  constructor(http: SafeHttpClient) {
    this.#http = http
  }

  async authorizationUrl({ issuer, clientId, redirectUri }: RemoteClient, secrets: FlowSecrets): Promise<URL> {
    const url = new URL(`${issuer}/login/oauth/authorize`)
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'read:user user:email',
      state: secrets.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return url
  }

  async redeem(remote: RemoteClient, answer: URLSearchParams, secrets: FlowSecrets): Promise<RemotePerson> {
    try {
      const accessToken = await this.#exchange(remote, answer, secrets)
      return await this.#personOf(remote.issuer, accessToken)
    } catch (error) {
      throw explainFault(error)
    }
  }

  async #exchange(remote: RemoteClient, answer: URLSearchParams, secrets: FlowSecrets): Promise<string> {
    const server = { issuer: remote.issuer, token_endpoint: `${remote.issuer}/login/oauth/access_token` }
    const client = { client_id: remote.clientId }
    const checked = oauth.validateAuthResponse(server, client, answer, secrets.state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(remote.clientSecret),
      checked,
      remote.redirectUri,
      secrets.verifier,
      { [oauth.customFetch]: safeFetch(this.#http), headers: { accept: 'application/json' } },
    )
    // GitHub answers refusals with 200 and the error in the body.
    const body: unknown = response.ok ? await response.clone().json() : undefined
    const refusal = readText(body, 'error')
    if (refusal !== undefined) {
      throw new SignInFault('sso_failed', `The token endpoint returned ${JSON.stringify(refusal.slice(0, 60))}`)
    }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response)
    return tokens.access_token
  }

  async #personOf(issuer: string, accessToken: string): Promise<RemotePerson> {
    const api = issuer === githubIssuer ? 'https://api.github.com' : `${issuer}/api/v3`
    const user = await this.#ask(`${api}/user`, accessToken)
    const id = (user as { readonly id?: unknown } | null)?.id
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) {
      throw new SignInFault('sso_failed', 'GitHub returned no user')
    }
    const email = primaryOf(await this.#ask(`${api}/user/emails`, accessToken))
    return {
      issuer,
      subject: String(id),
      email,
      isEmailVerified: email !== undefined,
      name: readText(user, 'name') ?? readText(user, 'login'),
    }
  }

  async #ask(url: string, accessToken: string): Promise<unknown> {
    const headers = { accept: 'application/vnd.github+json', authorization: `Bearer ${accessToken}` }
    const response = await safeFetch(this.#http)(url, { method: 'GET', headers })
    if (response.status !== 200) throw new SignInFault('sso_unavailable', `GitHub returned ${response.status}`)
    return response.json()
  }
}

/** The user's primary address, if GitHub has verified it. */
function primaryOf(emails: unknown): string | undefined {
  if (!Array.isArray(emails)) return undefined
  const primary: unknown = (emails as readonly unknown[]).find((entry) => {
    const { primary: isPrimary, verified: isVerified } = (entry ?? {}) as Record<string, unknown>
    return isPrimary === true && isVerified === true
  })
  return readText(primary, 'email')
}

function readText(value: unknown, name: string): string | undefined {
  const text = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof text === 'string' && text !== '' ? text : undefined
}
