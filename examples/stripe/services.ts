/** Services of the plugins `plans` and `products`, as far as they are used here. */
import { serviceToken } from '@host/plugin'

/** Gives workspaces plans. */
export const PlanAssignments = serviceToken<{
  /** Changes that are older than the last one of their source, and repeats, change nothing. */
  assign(
    orgId: string,
    change: {
      readonly plan: string | null
      readonly source: string
      readonly externalId: string
      readonly at: Date
    },
  ): Promise<'assigned' | 'ignored'>
}>('plans.assignments')

/** Records orders: the same external ID once. */
export const OrderRecording = serviceToken<{
  record(
    orgId: string,
    order: {
      readonly source: string
      readonly externalId: string
      readonly email: string
      readonly name?: string
      readonly currency: string
      readonly lines: readonly { readonly productId: string; readonly unitAmount: number }[]
      readonly paid: boolean
    },
  ): Promise<{ readonly id: string }>
}>('products.orders')
