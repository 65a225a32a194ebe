import type { ApiCallsService, ApiService, JobsService, PluginContext, RecordsService } from '@host/plugin'
import type { Tables } from './models.ts'

/** What the parts of the approvals share. What other plugins may provide is found when it is needed. */
export interface ApprovalParts {
  readonly ctx: PluginContext<Tables>
  readonly jobs: JobsService
  readonly api: ApiService
  readonly calls: ApiCallsService
  readonly records: RecordsService
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Tells open pages of a workspace that its approvals stand differently. */
  readonly tell: (orgId: string) => void
}
