/** Limits of products. */
export const productLimits = Object.freeze({
  /** Products of a workspace, archived ones too. */
  products: 10_000,
  name: 120,
  description: 5_000,
  externalId: 190,
  /** Custom fields of a product, and entries of its metadata. */
  fields: 50,
  fieldName: 60,
  fieldValue: 1_000,
})
