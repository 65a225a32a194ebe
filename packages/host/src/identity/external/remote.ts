/** A provider, as far as a sign-in speaks to it. */

/** Which client this host is there. */
export interface RemoteClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the browser comes back to. */
  readonly redirectUri: string
}

/** Secrets that bind an answer to the browser that was sent out. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  /** The PKCE verifier. */
  readonly verifier: string
}

/** A user identified by a provider. */
export interface RemotePerson {
  readonly issuer: string
  /** The permanent id of the user there. */
  readonly subject: string
  readonly email: string | undefined
  /** The provider's statement about the address; undefined without one. */
  readonly isEmailVerified: boolean | undefined
  readonly name: string | undefined
}

/** Speaks to providers of one kind. */
export interface Remote {
  /** Where a browser is sent. @throws SignInFault */
  authorizationUrl(client: RemoteClient, secrets: FlowSecrets): Promise<URL>
  /** Finds out who came back. @param answer the query of the callback. @throws SignInFault */
  redeem(client: RemoteClient, answer: URLSearchParams, secrets: FlowSecrets): Promise<RemotePerson>
}
