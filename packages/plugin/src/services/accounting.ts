import { serviceToken } from '../service.ts'

/** What was counted of one plugin, or of one workspace. */
export interface Usage {
  readonly calls: number
  /** Answers of 500 and above, and faults elsewhere. */
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

/** Whose usage it is. */
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
  /** Of one plugin, or of one workspace, alone. */
  readonly plugin?: string
  readonly orgId?: string
  /** The busiest ones by time; at most 200. */
  readonly limit: number
}

/** What plugins and workspaces use. */
export interface AccountingService {
  usage(request: UsageRequest): Promise<readonly UsageOf[]>
  /** The same hour by hour, all together. */
  course(request: Omit<UsageRequest, 'by' | 'limit'>): Promise<readonly (Usage & { readonly at: string })[]>
}

/** What plugins and workspaces use. */
export const Accounting = serviceToken<AccountingService>('core.accounting')
