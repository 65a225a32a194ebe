import type { ApiRoute } from '@host/plugin'
import type { ApprovalState } from '../../shared/approvals.ts'

/** The call that waits. It has passed a dry run: what the route refuses is refused without asking anybody. */
export interface ApprovalRequest {
  readonly route: Pick<ApiRoute, 'pattern'>
  /** As agents call it, such as `notes_delete_note`. */
  readonly tool: string
  /** Wildcards and input as one object. */
  readonly input: unknown
  /** A repeat with the same key is the same approval; one with other arguments is refused. */
  readonly idempotencyKey?: string | undefined
}

/** How it stands. */
export interface ApprovalReceipt {
  readonly id: string
  readonly status: ApprovalState
  readonly expiresAt: string
}
