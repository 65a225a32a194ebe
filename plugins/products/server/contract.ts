/** Services of products for other plugins. */
export type { DeliveredItem, Fulfil, PaidLine, PaidOrder } from './fulfilment/fulfil.ts'
