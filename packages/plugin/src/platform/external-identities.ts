import type { WorkspaceActor } from './identity.ts'
import { serviceToken } from '../service.ts'

/** How a provider of the instance is spoken to; `google` is `oidc` with its issuer filled in. */
export type ProviderKind = 'oidc' | 'google' | 'github'

/** A way to sign in with an external provider. */
export interface ProviderChoice {
  readonly id: string
  readonly label: string
  /** A path of this host: `/auth/begin/...`. */
  readonly loginUrl: string
  readonly icon?: string
}

/** An external account that signs in to one here. */
export interface LinkedIdentity {
  readonly id: string
  /** The key of the provider, or the id of the workspace that owns the connection. */
  readonly provider: string
  readonly label: string
  /** The provider's latest value; it decides nothing. */
  readonly email: string | null
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** Signing in with an external account, and linking one. */
export interface ExternalIdentitiesService {
  /**
   * Sends a browser to a provider. Faults come back as redirects with `error=<ExternalSignInError>`.
   * @param provider the key of a provider of the instance, the id of a workspace, or `sso` with `workspace=<slug>`
   */
  begin(request: Request, provider: string): Promise<Response>
  /** Takes a browser back from a provider: signs in or links, and sends it on. Faults come back as redirects. */
  finish(request: Request, provider: string): Promise<Response>
  /** The linked identities of a user. */
  list(userId: string): Promise<readonly LinkedIdentity[]>
  /** Further providers that a user can link: those of the instance, and the connection of their current workspace. */
  linkable(userId: string, orgId: string | undefined): Promise<readonly ProviderChoice[]>
  /** Unlinks one. @throws Problem `not_found`, `last_method` */
  unlink(userId: string, id: string): Promise<void>
}

/** Input for a provider of the instance. */
export interface NewSignInProvider {
  /** Part of the callback address, so it never changes: 2 to 31 lower-case letters, digits and hyphens. */
  readonly key: string
  readonly kind: ProviderKind
  readonly label: string
  /** Left out for Google and for github.com. */
  readonly issuer?: string | undefined
  readonly clientId: string
  readonly clientSecret: string
  /** Whether sign-ins with it skip the second factor here. */
  readonly trustsSecondFactor?: boolean | undefined
  readonly isEnabled?: boolean | undefined
}

/** A provider of the instance, without its secret. */
export interface SignInProvider {
  readonly id: string
  readonly key: string
  readonly kind: ProviderKind
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  /** Replaces the secret; sent back, it keeps the stored one. */
  readonly clientSecret: string
  readonly trustsSecondFactor: boolean
  readonly isEnabled: boolean
  /** The callback URL to be entered at the provider. */
  readonly callbackUrl: string
  /** How many accounts are linked through it. */
  readonly identities: number
  readonly createdAt: string
}

/** Changes of a provider; omitted fields stay. */
export type SignInProviderChanges = {
  readonly [Name in Exclude<keyof NewSignInProvider, 'key' | 'kind'>]?: NewSignInProvider[Name] | undefined
}

/** Relevant metadata of an issuer. */
export interface IssuerReport {
  readonly issuer: string
  /** Where browsers will be sent. */
  readonly authorizationEndpoint: string
}

/** Providers that everyone on the instance may sign in with. */
export interface SignInProvidersService {
  /** The ways to sign in offered to an anonymous client; with the slug of a workspace, its connection too. */
  list(workspace?: string): Promise<readonly ProviderChoice[]>
  /** All providers of the instance, by label. */
  listAll(): Promise<readonly SignInProvider[]>
  /** @throws Problem `conflict` for a key that is taken, `invalid_input` */
  create(actorId: string, provider: NewSignInProvider): Promise<SignInProvider>
  /** Sessions that began with it end when it is switched off or becomes another. @throws Problem `not_found`, `invalid_input` */
  change(actorId: string, id: string, changes: SignInProviderChanges): Promise<SignInProvider>
  /**
   * Unlinks its identities and ends its sessions. @throws Problem `not_found`, `last_method` when it is a user's last
   * one
   */
  remove(actorId: string, id: string): Promise<void>
  /** Fetches the metadata of an issuer. @throws Problem `invalid_input` that states its problem */
  check(issuer: string): Promise<IssuerReport>
}

/** The role of a user who joins by single sign-on: never an owner. */
export type ConnectionRole = 'admin' | 'member'

/** Input for the single sign-on of a workspace. */
export interface NewSsoConnection {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly defaultRole?: ConnectionRole | undefined
  readonly trustsSecondFactor?: boolean | undefined
  /** Whether all but owners must have come through it. */
  readonly isRequired?: boolean | undefined
  readonly isEnabled?: boolean | undefined
}

/** Changes of a single sign-on; omitted fields stay. */
export type SsoConnectionChanges = { readonly [Name in keyof NewSsoConnection]?: NewSsoConnection[Name] | undefined }

/** The single sign-on of a workspace, without its secret. */
export interface SsoConnection {
  readonly id: string
  readonly issuer: string
  readonly clientId: string
  /** Replaces the secret; sent back, it keeps the stored one. */
  readonly clientSecret: string
  readonly defaultRole: ConnectionRole
  readonly trustsSecondFactor: boolean
  readonly isRequired: boolean
  readonly isEnabled: boolean
  readonly identities: number
  readonly createdAt: string
}

/** Where a workspace's single sign-on begins and ends; known before there is one. */
export interface SsoAddresses {
  /** The callback URL to be entered at the provider. */
  readonly callbackUrl: string
  /** The link to hand out. */
  readonly loginUrl: string
}

/**
 * The single sign-on of workspaces. A session that comes through it is limited to that workspace: its admins decide
 * which people their provider lets sign in, and no other workspace, nor the account itself, has agreed to that.
 */
export interface SsoConnectionsService {
  addresses(orgId: string): Promise<SsoAddresses>
  /** Undefined for a workspace without one. */
  read(orgId: string): Promise<SsoConnection | undefined>
  /** @throws Problem `conflict` when there is one, `invalid_input` */
  create(actor: WorkspaceActor, connection: NewSsoConnection): Promise<SsoConnection>
  /** Sessions that began with it end when it is switched off or becomes another. @throws Problem `not_found`, `invalid_input` */
  change(actor: WorkspaceActor, changes: SsoConnectionChanges): Promise<SsoConnection>
  /**
   * Unlinks its identities and ends its sessions. @throws Problem `not_found`, `last_method` when it is a user's last
   * one
   */
  remove(actor: WorkspaceActor): Promise<void>
}

/**
 * Signing in with external accounts.
 *
 * Audience: platform.
 */
export const ExternalIdentities = serviceToken<ExternalIdentitiesService>('core.external-identities')

/**
 * Providers of the instance.
 *
 * Audience: platform.
 */
export const SignInProviders = serviceToken<SignInProvidersService>('core.sign-in-providers')

/**
 * Single sign-on of workspaces.
 *
 * Audience: platform.
 */
export const SsoConnections = serviceToken<SsoConnectionsService>('core.sso-connections')
