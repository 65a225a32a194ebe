import { serviceToken } from '../service.ts'

/** Counts of one plugin, or of one workspace. */
export interface Usage {
  readonly calls: number
  /** Answers of 500 and above, and other faults. */
  readonly errors: number
  /** Milliseconds that its handlers took, waiting included. */
  readonly time: number
  readonly queries: number
  /** Milliseconds that its statements took. */
  readonly databaseTime: number
  readonly outboundCalls: number
  readonly outboundErrors: number
  readonly jobs: number
  readonly jobErrors: number
  /** Milliseconds that its jobs took. */
  readonly jobTime: number
}

/** Usage, with its owner. */
export interface UsageOf extends Usage {
  /** The name of a plugin, or the id of a workspace. */
  readonly of: string
}

/** The usage of a stretch of time. */
export interface UsageRequest {
  readonly by: 'plugin' | 'workspace'
  /** ISO 8601, both; counted in full hours. */
  readonly from: string
  readonly to: string
  /** Limits the answer to one plugin, or to one workspace. */
  readonly plugin?: string
  readonly orgId?: string
  /** The busiest ones by time; at most 200. */
  readonly limit: number
}

/** Resource usage of plugins and workspaces. */
export interface AccountingService {
  usage(request: UsageRequest): Promise<readonly UsageOf[]>
  /** The same hour by hour, all together. */
  course(request: Omit<UsageRequest, 'by' | 'limit'>): Promise<readonly (Usage & { readonly at: string })[]>
}

/**
 * Resource usage of plugins and workspaces.
 *
 * Audience: platform.
 */
export const Accounting = serviceToken<AccountingService>('core.accounting')
