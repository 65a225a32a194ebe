import type {
  ApiTokensService,
  FeaturesService,
  Log,
  MaybePromise,
  PluginFacts,
  RateLimitService,
  Wording,
} from '@host/plugin'
import type {
  AccountsService,
  ApiCaller,
  ExternalIdentitiesService,
  InvitationsService,
  OwnWorkspace,
  PasswordHashesService,
  PeopleService,
  ProfileService,
  RecoveryService,
  SecondFactorsService,
  SessionsService,
  SignInProvidersService,
  SignInService,
  SsoConnectionsService,
  SupportAccessService,
  WorkspaceSettingsService,
  WorkspacesService,
} from '@host/plugin/platform'
import type { OutboundPolicy } from '@host/plugin/outbound-policy'
import type { Coherence } from '../security/coherence/coherence.ts'
import type { Vault } from '../security/encryption/vault.ts'
import type { Attempts } from '../security/throttle/throttle.ts'
import type { PasswordCost } from './accounts/password-hash.ts'
import type { OwnToken, TokenUse } from './api-tokens/live-tokens.ts'
import type { Caller } from '../request/caller.ts'
import type { SetUp } from './accounts/set-up.ts'
import type { FeatureGate } from './features/feature-gate.ts'
import type { HostFeatures } from './features/create-features.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { IdentityMail } from './mail/identity-mail.ts'
import type { HostDatabase } from './models.ts'
import type { AccountRequests } from './recovery/account-requests.ts'
import type { MemberLimit } from '../plans/host-quotas.ts'
import type { SupportSweeper } from './support/support-sweeper.ts'
import type { MostOwned } from './workspaces/owned-workspaces.ts'

/** The first instance admin of a database that has none, as configuration names them. */
export interface FirstAdmin {
  readonly email: string
  readonly password: string
  readonly workspace: string
}

/** Options of identity. */
export interface IdentityOptions {
  readonly db: HostDatabase
  /** To prove a password or a code; with the budget `throttleBudgets.signIn`. */
  readonly attempts: Attempts
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly recorder: ChangeRecorder
  /** Seals values that must be read again. */
  readonly vault: Vault
  /** Which destinations may be reached. */
  readonly outbound: OutboundPolicy
  /** The public address of this host, from the configuration; never from a request. */
  readonly publicUrl: URL | undefined
  readonly coherence: Coherence
  readonly firstAdmin?: FirstAdmin | undefined
  readonly features: HostFeatures
  /** The plugins as they were mounted: the scopes of API tokens are made of their routes. */
  catalog(): readonly PluginFacts[]
  /** The cost of a guess; when left out, the OWASP recommendation. Tests lower it. */
  readonly passwordCost?: PasswordCost | undefined
  readonly mail: IdentityMail
  /** Requests of anonymous clients. */
  readonly requests: AccountRequests
  /** The tables of identity as a part of the transaction that it is called in. */
  readonly joined: HostDatabase
  /** Counts requests of anonymous clients, exactly and on any number of processes. */
  readonly anonymousLimits: RateLimitService
  /** How many workspaces one person may own. */
  readonly mostOwned: MostOwned
  /** How many members the plan of a workspace allows. */
  readonly memberLimit: MemberLimit
  /** Runs the plugins' `memberRemoved`; errors are logged and undo nothing. */
  memberRemoved(orgId: string, userId: string): Promise<void>
  /** Runs the plugins' `accountDeleted`; errors are logged and undo nothing. */
  accountDeleted(userId: string): Promise<void>
  /** Erases the host's other data of a person, as part of the transaction that it is called in. */
  eraseElsewhere(userId: string): Promise<void>
  /** Called when a workspace was restored or a feature switched on: held work may continue. Never throws. */
  readonly reopened?: (orgId: string) => void
  /** All data of a workspace, as one JSON text. */
  exportWorkspace(workspace: OwnWorkspace, signal: AbortSignal): ReadableStream<Uint8Array>
}

/** Services of identity for plugins. */
export interface IdentityServices {
  readonly accounts: AccountsService
  readonly apiTokens: ApiTokensService
  readonly externalIdentities: ExternalIdentitiesService
  readonly features: FeaturesService
  readonly invitations: InvitationsService
  readonly passwordHashes: PasswordHashesService
  readonly people: PeopleService
  readonly profile: ProfileService
  readonly recovery: RecoveryService
  readonly secondFactors: SecondFactorsService
  readonly sessions: SessionsService
  readonly signIn: SignInService
  readonly signInProviders: SignInProvidersService
  readonly ssoConnections: SsoConnectionsService
  readonly supportAccesses: SupportAccessService
  readonly workspaceSettings: WorkspaceSettingsService
  readonly workspaces: WorkspacesService
}

/** Users, sessions, workspaces and the features of each workspace. */
export interface Identity {
  /** Synchronous when the session is in memory. */
  readonly sessions: { callerOf(token: string, isUse?: boolean, named?: string): MaybePromise<Caller | undefined> }
  /** Finds the users of API tokens; synchronous when the token is in memory. */
  readonly tokens: {
    callerOf(text: string, use: TokenUse): MaybePromise<Caller | undefined>
    callerAgain(caller: ApiCaller): Promise<Caller | undefined>
    callerOfOwn(token: OwnToken): Promise<Caller | undefined>
  }
  /** Synchronous when the workspace is in memory. */
  readonly gate: Pick<FeatureGate, 'isEnabled' | 'within'>
  readonly services: IdentityServices
  /** Drops an erased workspace from the memory of every process. */
  forgetWorkspace(orgId: string): Promise<void>
  /**
   * Creates the configured first admin, or a one-time set-up token without one. Call once, after migrating.
   * @param failedRestore reason why a restore failed that the holder of the set-up link had ordered: the link is kept
   * @returns the set-up token for the link `/setup?token=...`; undefined when an instance admin exists, or it is kept
   * @throws Error when the configured admin can't be created, with a sentence that states the fix
   */
  firstRun(failedRestore?: Wording): Promise<string | undefined>
  readonly setUp: Pick<SetUp, 'requireToken' | 'restoreFailure' | 'forgetRestoreFailure'>
  /** Records support access that ended by itself. */
  readonly supportSweeper: Pick<SupportSweeper, 'start' | 'round'>
  /** Writes pending values. Call before the database closes. */
  flush(): Promise<void>
}
