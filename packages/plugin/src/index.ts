/** The server contract: declarations of a plugin, and services of the host. */
export { definePlugin } from './plugin.ts'
export type { AnyPlugin, PluginDefinition } from './plugin.ts'
export { mergeTexts } from './merge-texts.ts'
export type { PluginI18n, PluginInfo } from './plugin-info.ts'
export type {
  ChecklistItem,
  ReadinessItem,
  McpTool,
  PermissionDefinition,
  SampleData,
  SearchHit,
  SettingsDefinition,
  WorkspaceData,
} from './capabilities.ts'
export type {
  AmountUnit,
  MeterDefinition,
  PlanParts,
  QuotaDefinition,
  QuotaRecord,
  QuotaRecordPage,
  TierDefinition,
} from './plan-parts.ts'
export { planLimit, requireUnlocked, withinPlan } from './plan-limit.ts'
export type { PlanLimit, PlannedChange, PlannedWork } from './plan-limit.ts'
export { defineEvent } from './event.ts'
export type { EventDefinition, EventOptions } from './event.ts'
export { defineChangeKind } from './change-kind.ts'
export type { ChangeKind, ChangeKindOptions } from './change-kind.ts'
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
export { json, noContent, redirect, sse, stream } from './respond.ts'
export type { AnswerOptions, ServerEvent } from './respond.ts'
export { answerBlob } from './answer-blob.ts'
export type { BlobAnswerOptions } from './answer-blob.ts'
export { csvLine, csvMark, csvText } from './csv.ts'
export type { CsvValue } from './csv.ts'
export { nameInEmail, textInEmail } from './text-in-email.ts'
export { streamPages } from './stream-pages.ts'
export type { StreamedPage } from './stream-pages.ts'
export { normalizeHostName, normalizeHostPattern } from './host-name.ts'
export { fillPath } from './pattern.ts'
export type { MethodOf, ParamsOf, PathOf, Pattern, PatternSegment } from './pattern.ts'

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
export type { JsonSchema, SelfDescribing, ToJsonSchema } from './json-schema.ts'

export { bucket, bucketUnits, everyBucket, type BucketOptions, type BucketUnit } from './bucket.ts'
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
  Transfer,
  TransferredRow,
} from './model.ts'
export type { DatabaseDoors, InstanceTables, Queries, ReadQueries, ScopedDatabase } from './database.ts'
export { UniqueViolation } from './unique-violation.ts'
export type { Migration, MigrationRunner } from './migration.ts'

export type { ActionItem, InstanceMenuItem, MenuItem, SettingsGroup } from './menu.ts'
export type { HelpCategory, HelpDoc } from './help.ts'
export { hasRole, roles } from './roles.ts'
export type { Role } from './roles.ts'
export { errorCatalog, Problem } from './errors.ts'
export type { ErrorCode, FieldProblem, ProblemFacts, ProblemOptions, Wording } from './errors.ts'
export { limits } from './limits.ts'
export { contractVersion } from './version.ts'
export type { RouteDeprecation } from './deprecation.ts'
export type { FieldError, HealthStatus, Language, Page, ProblemBody } from './wire-types.ts'

export { requireService } from './require-service.ts'
export { serviceToken } from './service.ts'
export type { ServiceToken } from './service.ts'
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

export * from './services.ts'
