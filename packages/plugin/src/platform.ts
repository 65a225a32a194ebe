/**
 * The half of the contract for in-tree plugins and the host: identity, consoles, accounts, help and the API of the build.
 * It changes with the host. Composing refuses it in a plugin from outside the tree.
 */
export { hostNameChain } from './host-name.ts'
export { displayNameComplaint, isDisplayName } from './display-name.ts'
export { answerOf, plainAnswer, removeHeader, setDefaultHeader, setHeader } from './answer.ts'
export type { PlainAnswer } from './answer.ts'
export { isStreamed } from './respond.ts'
export { comparePatterns, parsePattern, PatternError, unescapeSegment } from './pattern.ts'
export type { PatternOrder } from './pattern.ts'
export { jsonSchemaOf } from './json-schema.ts'
export { helpCategories, helpMarkdown } from './help.ts'
export { helpSearchLimits } from './help-search-limits.ts'
export { wordingIn } from './errors.ts'
export type { CatalogEntry } from './errors.ts'
export { auditRetention } from './audit-retention.ts'
export { maskAddress } from './mask-address.ts'
export { chosenLanguage, chosenTheme } from './reader-choices.ts'
export { contractDeprecations } from './contract-deprecations.ts'
export type { ContractMember, MemberDeprecation } from './deprecation.ts'
export type {
  FeatureEntry,
  InstanceMenuEntry,
  Me,
  MenuEntry,
  SupportNotice,
  WorkspaceSuspension,
} from './wire-types.ts'
export { settingsMask } from './settings-mask.ts'

export { Accounting } from './platform/accounting.ts'
export type { AccountingService, Usage, UsageOf, UsageRequest } from './platform/accounting.ts'
export { Api, ApiCalls } from './platform/api.ts'
export type {
  ApiCall,
  ApiCaller,
  ApiCallsService,
  ApiRoute,
  ApiService,
  CountedCalls,
  OpenApiDocument,
} from './platform/api.ts'
export { AuditLog } from './platform/audit-log.ts'
export type { AuditFilter, AuditLogService, AuditRecord } from './platform/audit-log.ts'
export { BackgroundWork } from './platform/background-work.ts'
export type { BackgroundWorkService, PausedPlugin } from './platform/background-work.ts'
export { Backups } from './platform/backups.ts'
export type {
  BackupKind,
  BackupRun,
  BackupRunState,
  BackupSchedule,
  BackupsOverview,
  BackupsService,
  BackupTrouble,
} from './platform/backups.ts'
export { ClientAddresses } from './platform/client-addresses.ts'
export type { ClientAddressesService } from './platform/client-addresses.ts'
export { Certificates } from './platform/certificates.ts'
export type { CertificatesService, CertificateTrouble, HostCertificate } from './platform/certificates.ts'
export { Contributions } from './platform/contributions.ts'
export type {
  ChecklistStep,
  ContributionsService,
  FoundRecord,
  MenuBadge,
  SampleSource,
} from './platform/contributions.ts'
export { DeniedHosts } from './platform/denied-hosts.ts'
export type { DeniedHostsService } from './platform/denied-hosts.ts'
export { DnsInbound } from './platform/dns-inbound.ts'
export type { DnsAnswerer, DnsServerState, DnsInboundService, DnsListenOptions } from './platform/dns-inbound.ts'
export { Dns } from './platform/dns.ts'
export type { DnsServices } from './platform/dns.ts'
export { amountText } from './amount-text.ts'
export { plansIn, quotaExceeded, tierRequired } from './plan-limit.ts'
export { PlanCatalog } from './platform/plan-catalog.ts'
export type { Declared, DeclaredQuota, PlanCatalogParts, PlanCatalogService } from './platform/plan-catalog.ts'
export { Edge } from './platform/edge.ts'
export { EmailTemplates } from './platform/email-templates.ts'
export type {
  DeclaredEmail,
  EmailContent,
  EmailPlace,
  EmailTemplate,
  EmailTemplatesService,
  EmailTexts,
  EmailVariable,
  RenderedEmail,
  StoredEmailTexts,
} from './platform/email-templates.ts'
export { GeoSource } from './platform/geo-source.ts'
export type { GeoSourceFile } from './platform/geo-source.ts'
export { InvalidConfiguration } from './platform/invalid-configuration.ts'
export { MailDeferred, MailRefused } from './platform/mail-errors.ts'
export { checkMail, isMailAddress } from './platform/mail-limits.ts'
export { publicAddress } from './platform/public-address.ts'
export { MailSending } from './platform/mail-sending.ts'
export type { MailSendingOptions, SystemMailServer } from './platform/mail-sending.ts'
export { MemoryIndexes } from './platform/memory-index.ts'
export type { IndexOptions, IndexRow, IndexSource, MemoryIndex, MemoryIndexService } from './platform/memory-index.ts'
export type {
  AnsweredHost,
  AssignedHost,
  AssignOptions,
  EdgeHandler,
  EdgeVisit,
  HostVisit,
  QuickAnswer,
  QuickEdgeHandler,
  EdgeOptions,
  EdgeScope,
  EdgeService,
  ProvedName,
} from './platform/edge.ts'
export { Encryption } from './platform/encryption.ts'
export type { EncryptionService } from './platform/encryption.ts'
export { ExternalIdentities, SignInProviders, SsoConnections } from './platform/external-identities.ts'
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
} from './platform/external-identities.ts'
export { InstanceGuard, UserGuard } from './platform/guards.ts'
export type { AdmitOptions, InstanceGuardService, UserAdmitOptions, UserGuardService } from './platform/guards.ts'
export { HelpLibrary } from './platform/help-library.ts'
export type { HelpLibraryService, HelpPage, HelpText } from './platform/help-library.ts'
export { HelpSearch } from './platform/help-search.ts'
export type { FoundHelp, HelpExcerptPart, HelpQuery, HelpSearchService } from './platform/help-search.ts'
export { IdempotencyKeys } from './platform/idempotency-keys.ts'
export type {
  IdempotencyKeyCount,
  IdempotencyKeysRequest,
  IdempotencyKeysService,
  IdempotencyState,
  LiveIdempotencyKey,
} from './platform/idempotency-keys.ts'
export { Accounts, Sessions, Workspaces } from './platform/identity.ts'
export type {
  AccountsService,
  Member,
  MemberSummary,
  MemberTarget,
  NewUser,
  OwnWorkspace,
  Growth,
  MembersRequest,
  SessionEntry,
  SessionsService,
  SetUpInput,
  StartedSession,
  User,
  VerifiedUser,
  Workspace,
  WorkspaceActor,
  WorkspaceChanges,
  WorkspacesService,
} from './platform/identity.ts'
export { InstanceBrand } from './platform/instance-brand.ts'
export type { Brand, BrandChanges, InstanceBrandService } from './platform/instance-brand.ts'
export { InstanceRestore } from './platform/instance-restore.ts'
export type { InstanceRestoreService, RestorableBackup, RestoreChoices } from './platform/instance-restore.ts'
export { Invitations } from './platform/invitations.ts'
export type {
  AcceptedInvitation,
  Invitation,
  InvitationAnswer,
  InvitationsService,
  OpenedInvitation,
  SentInvitation,
} from './platform/invitations.ts'
export { JobQueue } from './platform/job-queue.ts'
export type { JobCount, JobEntry, JobQueueService, JobsRequest } from './platform/job-queue.ts'
export { NotificationChannels } from './platform/notification-channels.ts'
export type { NotificationChannelsService } from './platform/notification-channels.ts'
export { outboundChannel, outboundStartChannel } from './platform/outbound-channels.ts'
export type { OutboundCall, OutboundRequest, OutboundStart } from './platform/outbound-channels.ts'
export { csvRows, parseCsv } from './resource/parse-csv.ts'
export type { CsvBounds, CsvFault, CsvRow } from './resource/parse-csv.ts'
export { OperatorSettings, operatorSettingNames } from './platform/operator-settings.ts'
export type {
  OperatorSetting,
  OperatorSettingChanges,
  OperatorSettingName,
  OperatorSettingsService,
} from './platform/operator-settings.ts'
export { PasswordHashes } from './platform/password-hashes.ts'
export type { PasswordHashesService } from './platform/password-hashes.ts'
export { People } from './platform/people.ts'
export type {
  Account,
  AccountChanges,
  AccountsRequest,
  AccountState,
  PeopleService,
  SignInChanges,
  SignInPolicy,
} from './platform/people.ts'
export { Profile } from './platform/profile.ts'
export type { ProfileService } from './platform/profile.ts'
export { settingsGroups } from './menu.ts'
export { Readiness } from './platform/readiness.ts'
export type { InstanceFacts, InstanceReadinessItem, ReadinessService } from './platform/readiness.ts'
export { Records } from './platform/records.ts'
export type { RecordsService } from './platform/records.ts'
export { Recovery } from './platform/recovery.ts'
export type { RecoveryService, AnonymousPolicy } from './platform/recovery.ts'
export { Resolvers } from './platform/resolvers.ts'
export { RestoreHold } from './platform/restore-hold.ts'
export type { HeldRestore, RestoreHoldService } from './platform/restore-hold.ts'
export type { DnsResolvers } from './platform/resolvers.ts'
export { SecondFactors } from './platform/second-factors.ts'
export type {
  GivenProof,
  PasskeyEntry,
  ProofChoices,
  SecondFactorsService,
  SecurityState,
  WebAuthnMessage,
} from './platform/second-factors.ts'
export { SmtpInbound } from './platform/smtp-inbound.ts'
export type { SmtpCertificate, SmtpInboundService, SmtpListenOptions, SmtpReceiver } from './platform/smtp-inbound.ts'
export { SmtpSender } from './platform/smtp-sender.ts'
export { SignIn } from './platform/sign-in.ts'
export type {
  FirstProof,
  GivenSecondFactor,
  PasskeyRequest,
  ProofMethod,
  SecondFactor,
  SignedInStep,
  SignInService,
  SignInStep,
} from './platform/sign-in.ts'
export { Threads } from './platform/threads.ts'
export type { ThreadOptions, ThreadsService } from './platform/threads.ts'
export { UpgradeChecks } from './platform/upgrade-checks.ts'
export type {
  UpgradeBuild,
  UpgradeChange,
  UpgradeCheck,
  UpgradeChecksService,
  UpgradedPlugin,
} from './platform/upgrade-checks.ts'
export { Webhooks } from './platform/webhooks.ts'
export type { WebhookAnswer, WebhookMessage, WebhooksService } from './platform/webhooks.ts'
export type { SupportPerson, SupportRights, SupportState } from './wire-types.ts'
export { SupportAccesses } from './platform/support-access.ts'
export type { SupportAccess, SupportAccessService, SupportTarget } from './platform/support-access.ts'
export { WorkspacePolicy } from './platform/workspace-policy.ts'
export type { WorkspacePolicyService } from './platform/workspace-policy.ts'
export { WorkspaceSettings } from './platform/workspace-settings.ts'
export type { WorkspaceSettingsService } from './platform/workspace-settings.ts'
export { WorkspaceStorage } from './platform/workspace-storage.ts'
export type { WorkspaceStorageOf, WorkspaceStoragePart, WorkspaceStorageService } from './platform/workspace-storage.ts'
