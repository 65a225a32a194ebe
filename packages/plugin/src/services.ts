/** Services for authors of plugins, by their tokens, with the types that they name. */
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
export type { Audit, AuditActor, AuditActorKind, AuditDetails, AuditEntry, ScopedAudit } from './services/audit.ts'
export { Blobs } from './services/blobs.ts'
export type { Blob, BlobFacts, BlobsService } from './services/blobs.ts'
export { Changesets } from './services/changesets.ts'
export type {
  Approval,
  ChangeHandler,
  ChangePart,
  Changeset,
  ChangesetPart,
  ChangesetsService,
  ChangesetState,
  ChangeStep,
  ChangeTitle,
  ChangeTarget,
  ChangeWarning,
  Dependent,
  JournaledStep,
  PlanOptions,
  StepState,
  TargetState,
  WantedPart,
} from './services/changesets.ts'
export { Clock } from './services/clock.ts'
export type { ClockService } from './services/clock.ts'
export type {
  DnsCapabilities,
  DnsPlanOptions,
  DnsRecordKey,
  DnsRecordSet,
  DnsService,
  DnsZone,
  DnsZoneChange,
} from './services/dns.ts'
export { dnsProvider } from './services/dns-provider.ts'
export type {
  DnsAccount,
  DnsAccountField,
  DnsCallOptions,
  DnsProvider,
  DnsProviderZone,
  DnsReadOnlySet,
  DnsRecordChange,
  DnsZoneRecords,
} from './services/dns-provider.ts'
export type { EncryptionContext } from './services/encryption-context.ts'
export { Events } from './services/events.ts'
export type {
  CatalogEvent,
  EventHandler,
  EventRecord,
  EventScope,
  EventsPage,
  EventsRequest,
  EventsService,
} from './services/events.ts'
export { Exports } from './services/exports.ts'
export type { ExportsService } from './services/exports.ts'
export { Idempotency } from './services/idempotency.ts'
export type { GuardedHandler, IdempotencyOptions, IdempotencyService } from './services/idempotency.ts'
export type { RecordName } from './services/record-name.ts'
export type { ListRequest, PageRequest } from './services/page-request.ts'
export { Jobs } from './services/jobs.ts'
export type {
  EachWorkspace,
  EnqueueOptions,
  InstanceJobScope,
  JobHandler,
  JobOutcome,
  JobRun,
  JobScope,
  JobsService,
  JobState,
  JobStatus,
  ScheduleOptions,
  WorkspaceJobScope,
} from './services/jobs.ts'
export { Live } from './services/live.ts'
export type { LiveChange, LiveFollower, LiveService } from './services/live.ts'
export { Mail } from './services/messaging.ts'
export type { IncomingMail, MailAttempt, MailHandler, MailService, OutgoingMail } from './services/messaging.ts'
export { Notifications } from './services/notifications.ts'
export type {
  Notification,
  NotificationAction,
  NotificationCategory,
  NotificationChannel,
  NotificationMessage,
  NotificationSubject,
  NotificationOutcome,
  NotificationsService,
  Recipients,
} from './services/notifications.ts'
export { Telemetry } from './services/telemetry.ts'
export type { TelemetryService } from './services/telemetry.ts'
export { Tracing } from './services/tracing.ts'
export type { TraceAttributes, TraceSpan, TracingService } from './services/tracing.ts'
export { PageHosts } from './services/page-hosts.ts'
export type { PageHost, PageHostsService } from './services/page-hosts.ts'
export { Outbound } from './services/outbound.ts'
export { Cache } from './services/cache.ts'
export type { CacheService } from './services/cache.ts'
export { Entitlements } from './services/entitlements.ts'
export type {
  EntitlementReason,
  EntitlementSource,
  EntitlementsService,
  MeterUse,
  QuotaLock,
} from './services/entitlements.ts'
export { Geo } from './services/geo.ts'
export type { GeoPlace, GeoService } from './services/geo.ts'
export { RateLimit } from './services/rate-limit.ts'
export type { RateLimitResult, RateLimitService } from './services/rate-limit.ts'
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
export { DeclaredSettings, Settings } from './services/settings.ts'
export type {
  DeclaredSettingsService,
  FieldWording,
  SettingsForm,
  SettingsOwner,
  SettingsService,
} from './services/settings.ts'
