import type {
  ApiCaller,
  Log,
  MaybePromise,
  OwnWorkspace,
  PluginFacts,
  RateLimitService,
  ServiceToken,
} from '@host/plugin'
import type { OutboundPolicy } from '@host/plugin/outbound-policy'
import type { Coherence } from '../coherence/coherence.ts'
import type { Dialect } from '../db/statement.ts'
import type { Vault } from '../encryption/vault.ts'
import type { PasswordCost } from './accounts/password-hash.ts'
import type { OwnToken, TokenUse } from './api-tokens/live-tokens.ts'
import type { Caller } from './caller.ts'
import type { FeatureGate } from './features/feature-gate.ts'
import type { FeaturePlugin } from './features/feature-graph.ts'
import type { IdentityAudit } from './identity-audit.ts'
import type { IdentityMail } from './mail/identity-mail.ts'
import type { HostDatabase } from './models.ts'
import type { AccountRequests } from './recovery/account-requests.ts'
import type { MostOwned } from './workspaces/owned-workspaces.ts'

/** The first instance admin of a database that has none, as configuration names them. */
export interface FirstAdmin {
  readonly email: string
  readonly password: string
  readonly workspace: string
}

/** What identity is made from. */
export interface IdentityOptions {
  readonly db: HostDatabase
  readonly dialect: Dialect
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly audit: IdentityAudit
  /** Seals what has to be read again. */
  readonly vault: Vault
  /** Which destinations may be reached. */
  readonly outbound: OutboundPolicy
  /** Where browsers reach this host, as configuration says; never what a request calls it. */
  readonly publicUrl: URL | undefined
  readonly coherence: Coherence
  readonly firstAdmin?: FirstAdmin | undefined
  readonly plugins: readonly FeaturePlugin[]
  /** The plugins as they were mounted: the scopes of API tokens are made of their routes. */
  catalog(): readonly PluginFacts[]
  /** What a guess costs; left out, what OWASP recommends. Tests lower it. */
  readonly passwordCost?: PasswordCost | undefined
  readonly mail: IdentityMail
  /** What anonymous clients ask for. */
  readonly requests: AccountRequests
  /** The tables of identity as a part of the transaction that it is called in. */
  readonly joined: HostDatabase
  /** Counts what strangers ask for, exactly and on however many processes. */
  readonly strangerLimits: RateLimitService
  /** How many workspaces one person may own. */
  readonly mostOwned: MostOwned
  /** Runs the plugins' `memberRemoved`; what it throws is logged and undoes nothing. */
  memberRemoved(orgId: string, userId: string): Promise<void>
  /** Runs the plugins' `accountDeleted`; what it throws is logged and undoes nothing. */
  accountDeleted(userId: string): Promise<void>
  /** Erases what the host keeps of a person besides these tables, as a part of the transaction that it is called in. */
  eraseElsewhere(userId: string): Promise<void>
  /** A workspace was restored, or has a feature switched on: what waited for that may go on. Never throws. */
  readonly reopened?: (orgId: string) => void
  /** All data of a workspace, as one JSON text. */
  exportWorkspace(workspace: OwnWorkspace, signal: AbortSignal): ReadableStream<Uint8Array>
}

/** A service and the token under which plugins find it. */
export type ProvidedService = readonly [token: ServiceToken<unknown>, service: unknown]

/** People, sessions, workspaces and what each workspace has switched on. */
export interface Identity {
  /** Synchronous when the session is in memory. */
  readonly sessions: { callerOf(token: string, isUse?: boolean): MaybePromise<Caller | undefined> }
  /** Whom API tokens stand for; synchronous when the token is in memory. */
  readonly tokens: {
    callerOf(text: string, use: TokenUse): MaybePromise<Caller | undefined>
    callerAgain(caller: ApiCaller): Promise<Caller | undefined>
    callerOfOwn(token: OwnToken): Promise<Caller | undefined>
  }
  /** Synchronous when the workspace is in memory. */
  readonly gate: Pick<FeatureGate, 'isEnabled' | 'within'>
  readonly services: readonly ProvidedService[]
  /** Takes a workspace out of the memory of every process, once it is no more. */
  forgetWorkspace(orgId: string): Promise<void>
  /**
   * Makes the configured first admin, or a one-time set-up token when no one is configured. Call once, after migrating.
   * @returns the set-up token for the link `/setup?token=...`, undefined when an instance admin exists
   * @throws Error when the configured admin can't be made, with a sentence that says what to change
   */
  firstRun(): Promise<string | undefined>
  /** Writes what is still to be written. Call before the database closes. */
  stop(): Promise<void>
}
