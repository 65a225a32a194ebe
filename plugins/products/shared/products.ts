/** Custom fields, or metadata, by name. */
export type CustomFields = Readonly<Record<string, string>>

/** In the order in which a list shows them. */
export const productStatuses = ['draft', 'active', 'archived'] as const

export type ProductStatus = (typeof productStatuses)[number]
