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
  /** Bytes of a product with all its fields. */
  body: 1024 * 1024,
  /** Variants, images and files, and prices of a product; superseded prices too. */
  variants: 100,
  files: 50,
  prices: 500,
  imageBytes: 5_000_000,
  /** Characters of the text for people who don't see an image. */
  alt: 200,
  fileBytes: 100 * 1024 * 1024,
  /** Digits of an amount in minor units. */
  amountDigits: 18,
  tiers: 20,
  /** The largest quantity of a line, and the first one of a tier. */
  quantity: 1_000_000,
  intervalCount: 36,
  trialDays: 730,
  /** Lines and characters of an imported file, and problems that a run shows. */
  importRows: 2_000,
  importText: 1_000_000,
  importProblems: 100,
})

/** Limits of orders. */
export const orderLimits = Object.freeze({
  lines: 100,
  taxes: 10,
  taxName: 60,
  refunds: 100,
  source: 40,
  externalId: 190,
  email: 254,
  name: 120,
  note: 1_000,
  /** Days for which the link to the delivery page works. */
  deliveryDays: 30,
  /** Emails with a link that an admin sends again for an order in an hour. */
  emailsInHour: 5,
})

/** Limits of discounts. */
export const discountLimits = Object.freeze({
  /** Codes of a workspace. */
  discounts: 1_000,
  code: 40,
  rules: 20,
  /** The largest limit of uses. */
  uses: 1_000_000_000,
  /** Minutes for which a checkout holds a use. */
  reservationMinutes: 15,
})

/** Limits of reports. */
export const reportLimits = Object.freeze({
  days: 1_100,
  /** Products of a report, and rows of its file. */
  products: 500,
  rows: 50_000,
})
