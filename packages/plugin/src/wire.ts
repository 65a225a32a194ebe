/** The half of the contract that is safe in a browser: endpoint definitions, patterns and the JSON of the wire. */
export { auditRetention } from './audit-retention.ts'
export { csvLine, csvMark, csvText } from './csv.ts'
export type { CsvValue } from './csv.ts'
export { defineEndpoint, endpointsWith, nothing } from './endpoint.ts'
export type {
  Endpoint,
  EndpointAudience,
  EndpointError,
  EndpointInput,
  EndpointOptions,
  EndpointOutput,
  McpOptions,
  ConfinedSessions,
  FactorProof,
  SessionRequirement,
} from './endpoint.ts'
export { displayNameComplaint, isDisplayName } from './display-name.ts'
export { externalSignInErrors } from './external-sign-in.ts'
export type { ExternalSignInError } from './external-sign-in.ts'
export { helpSearchLimits } from './help-search-limits.ts'
export { hostErrors } from './host-errors.ts'
export type { RefusalFacts } from './host-errors.ts'
export { issueSentence } from './issue-sentences.ts'
export type { IssueFacts } from './issue-sentences.ts'
export type { JsonSchema, SelfDescribing, ToJsonSchema } from './json-schema.ts'
export { operationName } from './operation-name.ts'
export { fillPath, parsePattern } from './pattern.ts'
export type { MethodOf, ParamsOf, PathOf, Pattern } from './pattern.ts'
export { settingsGroups } from './menu.ts'
export type { SettingsGroup } from './menu.ts'
export { hasRole, roles } from './roles.ts'
export type { Role } from './roles.ts'
export type { ErrorCode } from './errors.ts'
export { takesAgents } from './takes-agents.ts'
export { isReachedBySupport, takesSupport } from './takes-support.ts'
export type { AgentFacts } from './takes-agents.ts'
export { settingsMask } from './settings-mask.ts'
export type { JobState, JobStatus } from './services/jobs.ts'
export { defineDownload } from './download.ts'
export type { Download, DownloadOptions } from './download.ts'
export { defineUpload, uploadsWith } from './upload.ts'
export type { Upload, UploadedFile, UploadInput, UploadOptions, UploadRules } from './upload.ts'
export { readerCookies } from './wire-types.ts'
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
  SentSupportAccess,
} from './wire-types.ts'
export type { Field, FieldKind, FieldMap, Label, NamedRecord } from './resource/field.ts'
export type {
  AnyResource,
  ImportProblem,
  ImportResult,
  RecordOf,
  Resource,
  ResourceChange,
  ResourceInput,
  ResourceListInput,
  ResourceListItem,
  ResourceRecord,
} from './resource/resource.ts'
export { definePublicForm, definePublicPage, publicFormsWith } from './public-page.ts'
export type { PublicForm, PublicPage } from './public-page.ts'
export { accentTokens, accentTones } from './accent/accent-tokens.ts'
export type { AccentTokens } from './accent/accent-tokens.ts'
export { isHexColor, toHex, toLinear } from './accent/oklch.ts'
export type { LinearColor, Oklch } from './accent/oklch.ts'
