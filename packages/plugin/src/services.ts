/** Services of the host and of plugins, by their tokens, with the types that they name. */
export { Api, ApiCalls } from './services/api.ts'
export type {
  ApiCall,
  ApiCaller,
  ApiCallsService,
  ApiRoute,
  ApiService,
  CountedCalls,
  OpenApiDocument,
} from './services/api.ts'
export { ApiTokens } from './services/api-tokens.ts'
export type {
  ApiScope,
  ApiToken,
  ApiTokenKind,
  ApiTokensService,
  ApiTokenTarget,
  MintedApiToken,
  NewApiToken,
} from './services/api-tokens.ts'
export { AuditLog } from './services/audit-log.ts'
export type {
  Audit,
  AuditActor,
  AuditActorKind,
  AuditDetails,
  AuditEntry,
  AuditFilter,
  AuditLogService,
  AuditRecord,
  ScopedAudit,
} from './services/audit-log.ts'
export { Accounting } from './services/accounting.ts'
export type { AccountingService, Usage, UsageOf, UsageRequest } from './services/accounting.ts'
export { BackgroundWork } from './services/background-work.ts'
export type { BackgroundWorkService, PausedPlugin } from './services/background-work.ts'
export { Blobs } from './services/blobs.ts'
export type { Blob, BlobFacts, BlobsService } from './services/blobs.ts'
export { Clock } from './services/clock.ts'
export type { ClockService } from './services/clock.ts'
export { Contributions } from './services/contributions.ts'
export type { ChecklistStep, ContributionsService, FoundRecord, MenuBadge } from './services/contributions.ts'
export { Encryption } from './services/encryption.ts'
export type { EncryptionContext, EncryptionService } from './services/encryption.ts'
export { Events } from './services/events.ts'
export { Exports } from './services/exports.ts'
export type { ExportsService } from './services/exports.ts'
export type {
  CatalogEvent,
  EventHandler,
  EventRecord,
  EventScope,
  EventsPage,
  EventsRequest,
  EventsService,
} from './services/events.ts'
export { ExternalIdentities, SignInProviders, SsoConnections } from './services/external-identities.ts'
export type {
  ConnectionRole,
  ExternalIdentitiesService,
  IssuerReport,
  LinkedIdentity,
  NewSignInProvider,
  NewSsoConnection,
  ProviderChoice,
  ProviderKind,
  SignInProvider,
  SignInProviderChanges,
  SignInProvidersService,
  SsoAddresses,
  SsoConnection,
  SsoConnectionChanges,
  SsoConnectionsService,
} from './services/external-identities.ts'
export { InstanceGuard, UserGuard } from './services/guards.ts'
export type { AdmitOptions, InstanceGuardService, UserAdmitOptions, UserGuardService } from './services/guards.ts'
export { Idempotency } from './services/idempotency.ts'
export type { IdempotencyOptions, IdempotencyService } from './services/idempotency.ts'
export { IdempotencyKeys } from './services/idempotency-keys.ts'
export type {
  IdempotencyKeyCount,
  IdempotencyKeysRequest,
  IdempotencyKeysService,
  IdempotencyState,
  LiveIdempotencyKey,
} from './services/idempotency-keys.ts'
export { Records } from './services/records.ts'
export type { RecordName, RecordsService } from './services/records.ts'
export { SignIn } from './services/sign-in.ts'
export type {
  FirstProof,
  GivenSecondFactor,
  PasskeyRequest,
  ProofMethod,
  SecondFactor,
  SignedInStep,
  SignInService,
  SignInStep,
} from './services/sign-in.ts'
export { SecondFactors } from './services/second-factors.ts'
export type {
  GivenProof,
  PasskeyEntry,
  ProofChoices,
  SecondFactorsService,
  SecurityState,
  WebAuthnMessage,
} from './services/second-factors.ts'
export { Accounts, Sessions, Workspaces } from './services/identity.ts'
export type {
  AccountsService,
  Member,
  MemberSummary,
  MemberTarget,
  NewUser,
  OwnWorkspace,
  Growth,
  ListRequest,
  MembersRequest,
  PageRequest,
  SessionEntry,
  SessionsService,
  SetUpInput,
  StartedSession,
  User,
  VerifiedUser,
  Workspace,
  WorkspaceActor,
  WorkspaceChanges,
  WorkspaceLogo,
  WorkspacesService,
} from './services/identity.ts'
export { Invitations } from './services/invitations.ts'
export type {
  AcceptedInvitation,
  Invitation,
  InvitationAnswer,
  InvitationsService,
  OpenedInvitation,
  SentInvitation,
} from './services/invitations.ts'
export { JobQueue, Jobs } from './services/jobs.ts'
export type {
  EachWorkspace,
  EnqueueOptions,
  InstanceJobScope,
  JobCount,
  JobEntry,
  JobHandler,
  JobOutcome,
  JobQueueService,
  JobRun,
  JobScope,
  JobsRequest,
  JobsService,
  JobState,
  JobStatus,
  ScheduleOptions,
  WorkspaceJobScope,
} from './services/jobs.ts'
export { Live } from './services/live.ts'
export type { LiveChange, LiveFollower, LiveService } from './services/live.ts'
export { Dns, Mail } from './services/messaging.ts'
export type {
  DnsPlan,
  DnsRecord,
  DnsService,
  DnsZone,
  IncomingMail,
  MailAttempt,
  MailHandler,
  MailService,
  OutgoingMail,
} from './services/messaging.ts'
export { NotificationChannels, Notifications } from './services/notifications.ts'
export type {
  Notification,
  NotificationAction,
  NotificationCategory,
  NotificationChannel,
  NotificationChannelsService,
  NotificationMessage,
  NotificationSubject,
  NotificationOutcome,
  NotificationsService,
  Recipients,
} from './services/notifications.ts'
export { People } from './services/people.ts'
export type {
  Account,
  AccountChanges,
  AccountsRequest,
  AccountState,
  PeopleService,
  SignInChanges,
  SignInPolicy,
} from './services/people.ts'
export { Profile } from './services/profile.ts'
export type { ProfileService } from './services/profile.ts'
export { Recovery } from './services/recovery.ts'
export type { RecoveryService, AnonymousPolicy } from './services/recovery.ts'
export { Telemetry } from './services/telemetry.ts'
export type { TelemetryService } from './services/telemetry.ts'
export { Outbound, outboundChannel, outboundStartChannel } from './services/outbound.ts'
export type { OutboundCall, OutboundStart } from './services/outbound.ts'
export { Cache, Edge, Entitlements, Geo, RateLimit } from './services/platform.ts'
export type {
  CacheService,
  EdgeService,
  EntitlementsService,
  GeoPlace,
  GeoService,
  RateLimitResult,
  RateLimitService,
} from './services/platform.ts'
export { HelpLibrary } from './services/help-library.ts'
export type { HelpLibraryService, HelpPage, HelpText } from './services/help-library.ts'
export { HelpSearch } from './services/help-search.ts'
export type { FoundHelp, HelpExcerptPart, HelpQuery, HelpSearchService } from './services/help-search.ts'
export { Features, PluginCatalog } from './services/plugin-catalog.ts'
export type {
  BuildFacts,
  Feature,
  FeaturesService,
  PluginCatalogService,
  PluginFacts,
  HealthCause,
  PluginHealth,
  RouteFacts,
} from './services/plugin-catalog.ts'
export { DeclaredSettings, Settings, WorkspaceSettings } from './services/settings.ts'
export type {
  DeclaredSettingsService,
  FieldWording,
  SettingsForm,
  SettingsOwner,
  SettingsService,
  WorkspaceSettingsService,
} from './services/settings.ts'
export { WorkspaceStorage } from './services/workspace-storage.ts'
export type { WorkspaceStorageOf, WorkspaceStoragePart, WorkspaceStorageService } from './services/workspace-storage.ts'
export { WorkspacePolicy } from './services/workspace-policy.ts'
export type { WorkspacePolicyService } from './services/workspace-policy.ts'
export { Webhooks } from './services/webhooks.ts'
export type { WebhookAnswer, WebhookMessage, WebhooksService } from './services/webhooks.ts'
