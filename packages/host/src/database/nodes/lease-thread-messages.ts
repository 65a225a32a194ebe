/** Messages between the main thread and the lease thread, over a port of their own. */
import type { PlainStatement } from '../sqlite/prepared-statements.ts'
import type { Stall, WatchOrder } from '../../support/stalls/watch-order.ts'

/** An renewal as it crosses to the thread. */
export interface RenewalOrder {
  readonly statements: readonly PlainStatement[]
  readonly every: number
  readonly holds: number
}

export type LeaseThreadRequest =
  | { readonly kind: 'keep'; readonly order: RenewalOrder }
  | { readonly kind: 'release' }
  | { readonly kind: 'watch'; readonly order: WatchOrder }

/** `kept` and `released` answer the requests; `changed` and `stalled` come when something happens. */
export type LeaseThreadReply =
  | { readonly kind: 'kept'; readonly failure: string | undefined }
  | { readonly kind: 'released' }
  | { readonly kind: 'changed'; readonly lapsed: string | undefined }
  | { readonly kind: 'stalled'; readonly stall: Stall }
