import type { ApiRoute } from '@host/plugin/platform'
import type { ApprovalState } from '../../shared/approvals.ts'

/** The call to approve. It passed a dry run: a call that the route refuses is refused without an approval. */
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
