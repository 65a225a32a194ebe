/** The server contract: declarations of a plugin, and services of the host. */
export { displayNameComplaint, isDisplayName } from './display-name.ts'
export { definePlugin } from './plugin.ts'
export type { AnyPlugin, PluginDefinition } from './plugin.ts'
export type { PluginI18n, PluginInfo } from './plugin-info.ts'
export type {
  ChecklistItem,
  McpTool,
  PermissionDefinition,
  SearchHit,
  SettingsDefinition,
  WorkspaceData,
} from './capabilities.ts'
export { defineEvent } from './event.ts'
export type { EventDefinition, EventOptions } from './event.ts'
export { defineJob } from './job.ts'
export type { JobKind, JobKindOptions, JobPlace } from './job.ts'
export { defineSettings } from './settings-section.ts'
export type { SettingsSection, SettingsSectionOptions } from './settings-section.ts'
export type { PluginContext } from './context.ts'
export type { Log, LogFields } from './log.ts'

export type {
  AllowedPattern,
  EndpointHandler,
  EndpointScope,
  Mux,
  RateClass,
  DescribedAnswer,
  RouteContent,
  RouteDescription,
  RouteOptions,
  UploadHandler,
  UploadScope,
} from './mux.ts'
export type {
  Admitted,
  Audience,
  Guarded,
  GuardOptions,
  Handler,
  MaybePromise,
  RouteRequirements,
  Unguarded,
} from './handler.ts'
export type { InstanceScope, RequestScope, UserScope, WorkspaceContext, WorkspaceScope } from './scope.ts'
export { answerOf, plainAnswer, removeHeader, setDefaultHeader, setHeader } from './answer.ts'
export type { PlainAnswer } from './answer.ts'
export { isStreamed, json, noContent, redirect, sse, stream } from './respond.ts'
export type { AnswerOptions, ServerEvent } from './respond.ts'
export { answerBlob } from './answer-blob.ts'
export type { BlobAnswerOptions } from './answer-blob.ts'
export { csvLine, csvMark } from './csv.ts'
export type { CsvValue } from './csv.ts'
export { nameInEmail, textInEmail } from './text-in-email.ts'
export { streamPages } from './stream-pages.ts'
export type { StreamedPage } from './stream-pages.ts'
export { comparePatterns, fillPath, parsePattern, PatternError, unescapeSegment } from './pattern.ts'
export type { MethodOf, ParamsOf, PathOf, Pattern, PatternOrder, PatternSegment } from './pattern.ts'

export { listOf } from './lists/list-of.ts'
export type {
  ListFilter,
  ListSearch,
  ListFilterName,
  ListInput,
  ListOptions,
  ListOrder,
  ListOrderName,
  ListPage,
  ListScope,
} from './lists/list.ts'

export { defineEndpoint, endpointsWith, nothing } from './endpoint.ts'
export type {
  Endpoint,
  EndpointAudience,
  EndpointInput,
  EndpointOptions,
  EndpointError,
  EndpointOutput,
  McpOptions,
  ConfinedSessions,
  FactorProof,
  SessionRequirement,
} from './endpoint.ts'
export { defineUpload, uploadsWith } from './upload.ts'
export type { Upload, UploadedFile, UploadInput, UploadOptions, UploadRules } from './upload.ts'
export { jsonSchemaOf } from './json-schema.ts'
export type { JsonSchema, SelfDescribing, ToJsonSchema } from './json-schema.ts'

export { bucket, bucketUnits, type BucketOptions, type BucketUnit } from './bucket.ts'
export { search } from './search.ts'
export { column, columnKinds } from './column.ts'
export type {
  Column,
  ColumnBuilder,
  ColumnBuilders,
  ColumnKind,
  ColumnReference,
  OnDelete,
  Owned,
  ReferenceTarget,
} from './column.ts'
export { mirror, model } from './model.ts'
export type {
  AnyModel,
  ColumnMap,
  IndexColumns,
  Insert,
  Mirror,
  MirrorOptions,
  Model,
  ModelOptions,
  Patch,
  Row,
  TableOf,
  TablesOf,
  TenantKey,
} from './model.ts'
export type { DatabaseDoors, InstanceTables, Queries, ReadQueries, ScopedDatabase } from './database.ts'
export { UniqueViolation } from './unique-violation.ts'
export type { Migration, MigrationRunner } from './migration.ts'

export type { ActionItem, InstanceMenuItem, MenuItem } from './menu.ts'
export { helpCategories, helpMarkdown } from './help.ts'
export type { HelpCategory, HelpDoc } from './help.ts'
export { helpSearchLimits } from './help-search-limits.ts'
export { hasRole, roles } from './roles.ts'
export type { Role } from './roles.ts'
export { errorCatalog, Problem, wordingIn } from './errors.ts'
export type { CatalogEntry, ErrorCode, FieldProblem, ProblemOptions, Wording } from './errors.ts'
export { auditRetention } from './audit-retention.ts'
export { limits } from './limits.ts'
export { maskAddress } from './mask-address.ts'
export { chosenLanguage, chosenTheme } from './reader-choices.ts'
export { contractVersion } from './version.ts'
export { contractDeprecations } from './contract-deprecations.ts'
export type { ContractMember, MemberDeprecation, RouteDeprecation } from './deprecation.ts'
export type {
  FeatureEntry,
  FieldError,
  HealthStatus,
  InstanceMenuEntry,
  Language,
  Me,
  MenuEntry,
  Page,
  ProblemBody,
} from './wire-types.ts'

export { requireService } from './require-service.ts'
export { serviceToken } from './service.ts'
export type { ServiceToken } from './service.ts'
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
export { settingsMask } from './settings-mask.ts'
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
export { verifySignature, type SignatureOptions, type VerifiedDelivery } from './signatures/verify-signature.ts'
export type { SignatureScheme } from './signatures/signature-schemes.ts'

export { memberMirror } from './resource/member-mirror.ts'
export { mountResource } from './resource/mount-resource.ts'
export type {
  MountResourceOptions,
  ResourceHooks,
  ResourceHookScope,
  ResourceReplacements,
} from './resource/mount-resource.ts'
export { searchResources } from './resource/search-resources.ts'
export { definePublicForm, definePublicPage, publicFormsWith } from './public-page.ts'
export type { PublicForm, PublicHandler, PublicPage, PublicPageContent, PublicWorkspaceScope } from './public-page.ts'
