import type { JobsService, PluginContext } from '@host/plugin'
import type { ApiCallsService, ApiService, RecordsService } from '@host/plugin/platform'
import type { Tables } from './models.ts'

/** Dependencies shared by the approval modules. Services of optional plugins are looked up when they are needed. */
export interface ApprovalParts {
  readonly ctx: PluginContext<Tables>
  readonly jobs: JobsService
  readonly api: ApiService
  readonly calls: ApiCallsService
  readonly records: RecordsService
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Notifies open pages of a workspace that its approvals changed. */
  readonly notifyPages: (orgId: string) => void
}
