/** A provider, as far as a sign-in speaks to it. */

/** Which client this host is there. */
export interface RemoteClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the browser comes back to. */
  readonly redirectUri: string
}

/** What binds an answer to the browser that was sent out. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

/** Someone whom a provider has recognised. */
export interface RemotePerson {
  readonly issuer: string
  /** Who it is there, for ever. */
  readonly subject: string
  readonly email: string | undefined
  /** What the provider says of the address; undefined when it says nothing. */
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
