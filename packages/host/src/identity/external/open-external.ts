import type { Log, PluginFacts } from '@host/plugin'
import type { SignInService } from '@host/plugin/platform'
import { newClient, type OutboundPolicy } from '@host/plugin/safehttp'
import type { Vault } from '../../security/encryption/vault.ts'
import type { IdentityServices } from '../identity.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import { AccountLinks } from './account-links.ts'
import { ClientSecrets } from './client-secrets.ts'
import { externalIdentitiesService } from './external-identities-service.ts'
import type { ExternalParts } from './external-parts.ts'
import { ExternalSignIn } from './external-sign-in.ts'
import { FlowStore } from './flow-store.ts'
import { Issuers } from './issuers.ts'
import { ProviderStore } from './provider-store.ts'
import { Remotes } from './remotes.ts'
import { signInProvidersService } from './sign-in-providers-service.ts'
import { ssoConnectionsService } from './sso-connections-service.ts'
import type { MemberLimit } from '../../plans/host-quotas.ts'

/** For one request to a provider, in milliseconds. */
const requestTime = 8_000
/** The largest answer of a provider, in bytes: discovery documents and key sets are a few kilobytes. */
const largestAnswer = 256 * 1024

/** Options of signing in with accounts elsewhere. */
export interface ExternalOptions {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly memberLimit: MemberLimit
  readonly live: LiveSessions
  readonly signIn: SignInService
  readonly clock: () => number
  readonly log: Log
  readonly vault: Vault
  readonly outbound: OutboundPolicy
  readonly publicUrl: URL | undefined
  /** The plugins as they were mounted. */
  catalog(): readonly PluginFacts[]
}

/** Creates the services of external sign-in. */
export function openExternal(
  options: ExternalOptions,
): Pick<IdentityServices, 'externalIdentities' | 'signInProviders' | 'ssoConnections'> {
  const { db, clock, vault, outbound } = options
  const http = newClient(requestTime, { outbound, maxBytes: largestAnswer })
  const secrets = new ClientSecrets(vault)
  const issuers = new Issuers(http, clock)
  const remotes = new Remotes({ ...options, http, issuers, secrets })
  const parts: ExternalParts = { ...options, issuers, remotes, secrets, providers: new ProviderStore(db) }
  const links = new AccountLinks(options)
  const signIn = new ExternalSignIn({ ...options, ...parts, links, flows: new FlowStore(db, clock) })
  return {
    externalIdentities: externalIdentitiesService(parts, signIn),
    signInProviders: signInProvidersService(parts),
    ssoConnections: ssoConnectionsService(parts),
  }
}
