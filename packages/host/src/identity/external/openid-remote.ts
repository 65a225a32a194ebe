/**
 * OpenID Connect by the authorization code flow with PKCE.
 *
 *   validateAuthResponse: state, issuer of the answer ─► token endpoint ─► claims: issuer, audience, times, nonce
 *       ─► signature by a key of the issuer ─► userinfo of the same subject, when the token names no email address
 *
 * The signature is checked although the token came over TLS from the issuer itself: a token that a proxy or an error on
 * the way could have changed identifies no user. `none` and algorithms with a shared secret are not signatures here.
 */
import * as oauth from 'oauth4webapi'
import type { SafeHttpClient } from '@host/plugin/safehttp'
import { explainFault } from './explain-fault.ts'
import { SignInFault } from './fault.ts'
import type { IssuerMetadata, Issuers } from './issuers.ts'
import type { FlowSecrets, Remote, RemoteClient, RemotePerson } from './remote.ts'
import { safeFetch } from './safe-fetch.ts'

const scope = 'openid email profile'

interface Redemption {
  readonly metadata: IssuerMetadata
  readonly client: oauth.Client
  readonly fetch: ReturnType<typeof safeFetch>
}

export class OpenIdRemote implements Remote {
  readonly #http: SafeHttpClient
  readonly #issuers: Issuers

  constructor(http: SafeHttpClient, issuers: Issuers) {
    this.#http = http
    this.#issuers = issuers
  }

  async authorizationUrl({ issuer, clientId, redirectUri }: RemoteClient, secrets: FlowSecrets): Promise<URL> {
    try {
      const { authorization_endpoint: endpoint } = await this.#issuers.read(issuer)
      const url = new URL(endpoint)
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      return url
    } catch (error) {
      throw explainFault(error)
    }
  }

  async redeem(remote: RemoteClient, answer: URLSearchParams, secrets: FlowSecrets): Promise<RemotePerson> {
    try {
      const redemption: Redemption = {
        metadata: await this.#issuers.read(remote.issuer),
        client: { client_id: remote.clientId },
        fetch: safeFetch(this.#http),
      }
      const { tokens, claims } = await this.#exchange(redemption, { remote, answer, secrets })
      return await personOf(redemption, tokens, claims)
    } catch (error) {
      throw explainFault(error)
    }
  }

  async #exchange(
    { metadata, client, fetch }: Redemption,
    given: { readonly remote: RemoteClient; readonly answer: URLSearchParams; readonly secrets: FlowSecrets },
  ): Promise<{ readonly tokens: oauth.TokenEndpointResponse; readonly claims: oauth.IDToken }> {
    const { remote, answer, secrets } = given
    const checked = oauth.validateAuthResponse(metadata, client, answer, secrets.state)
    const response = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      clientProof(metadata, remote.clientSecret),
      checked,
      remote.redirectUri,
      secrets.verifier,
      { [oauth.customFetch]: fetch },
    )
    const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, response, {
      expectedNonce: secrets.nonce,
      requireIdToken: true,
    })
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (claims === undefined) throw new SignInFault('sso_failed', 'The provider returned no ID token')
    await this.#checkSignature(metadata, response, fetch)
    return { tokens, claims }
  }

  /** Keys are rotated without notification: a token that no known key fits is held once against fresh ones. */
  async #checkSignature(metadata: IssuerMetadata, response: Response, fetch: Redemption['fetch']): Promise<void> {
    const options = { [oauth.customFetch]: fetch }
    try {
      await oauth.validateApplicationLevelSignature(metadata, response, options)
    } catch (error) {
      const isUnknownKey = error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION
      if (!isUnknownKey) throw error
      this.#issuers.forget(metadata.issuer)
      const fresh = await this.#issuers.read(metadata.issuer)
      await oauth.validateApplicationLevelSignature(fresh, response, options)
    }
  }
}

function clientProof({ token_endpoint_auth_methods_supported: offered }: IssuerMetadata, secret: string) {
  const takesBasic = offered === undefined || offered.includes('client_secret_basic')
  return takesBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

async function personOf(
  { metadata, client, fetch }: Redemption,
  tokens: oauth.TokenEndpointResponse,
  claims: oauth.IDToken,
): Promise<RemotePerson> {
  const isComplete = claims['email'] !== undefined || metadata.userinfo_endpoint === undefined
  if (isComplete) return describe(claims.iss, claims)
  const answer = await oauth.userInfoRequest(metadata, client, tokens.access_token, { [oauth.customFetch]: fetch })
  const told = await oauth.processUserInfoResponse(metadata, client, claims.sub, answer)
  return describe(claims.iss, { ...told, sub: claims.sub })
}

function describe(issuer: string, claims: { readonly sub: string } & Readonly<Record<string, unknown>>): RemotePerson {
  const { sub: subject, email, email_verified: isVerified, name } = claims
  if (subject === '' || subject.length > 255) throw new SignInFault('sso_failed', 'The subject has an invalid length')
  return {
    issuer,
    subject,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: typeof isVerified === 'boolean' ? isVerified : undefined,
    name: typeof name === 'string' ? name : undefined,
  }
}
