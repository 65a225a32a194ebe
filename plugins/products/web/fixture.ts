import type { LicenseDetails, LicensePolicy, OrderDetails, Price, ProductDetails } from '../shared.ts'

const moment = '2026-01-31T12:00:00.000Z'

export const price: Price = {
  id: 'price_1',
  variantId: null,
  currency: 'EUR',
  amount: 4_900,
  interval: 'month',
  intervalCount: 1,
  trialDays: 14,
  tiers: [],
  supersededBy: null,
  retiredAt: null,
  createdAt: moment,
}

export const product: ProductDetails = {
  id: 'prod_1',
  name: 'Editor',
  description: 'Writes texts',
  status: 'active',
  externalId: null,
  fields: {},
  metadata: {},
  imageId: 'img_1',
  isSold: false,
  createdAt: moment,
  updatedAt: moment,
  variants: [{ id: 'var_1', name: 'Large', isArchived: false }],
  prices: [price, { ...price, id: 'price_0', amount: 3_900, interval: null, retiredAt: moment }],
  files: [
    { id: 'img_1', kind: 'image', name: 'front.png', size: 900, type: 'image/png', alt: 'Front', createdAt: moment },
    { id: 'img_2', kind: 'image', name: 'back.png', size: 800, type: 'image/png', alt: '', createdAt: moment },
    {
      id: 'file_1',
      kind: 'file',
      name: 'editor.zip',
      size: 1_000,
      type: 'application/zip',
      alt: '',
      createdAt: moment,
    },
  ],
}

export const order: OrderDetails = {
  id: 'order_1',
  source: 'manual',
  externalId: null,
  state: 'paid',
  email: 'ada@example.com',
  name: 'Ada',
  currency: 'EUR',
  subtotal: 4_900,
  discount: 0,
  tax: 931,
  taxIncluded: false,
  total: 5_831,
  refunded: 1_000,
  discountCode: null,
  createdAt: moment,
  paidAt: moment,
  note: '',
  lines: [
    {
      id: 'line_1',
      productId: 'prod_1',
      variantId: null,
      priceId: 'price_1',
      name: 'Editor',
      quantity: 1,
      unitAmount: 4_900,
      discount: 0,
      tax: 931,
      total: 5_831,
      refunded: 0,
      interval: null,
      intervalCount: 1,
      revokedAt: null,
    },
  ],
  taxes: [{ name: 'VAT 19 %', amount: 931 }],
  refunds: [{ id: 'refund_1', amount: 1_000, reason: 'Too late', externalId: null, createdAt: moment }],
  emailedAt: moment,
  deliveryUntil: '2026-03-02T12:00:00.000Z',
}

export const orders = '/api/x/products/orders'

export const licenses = '/api/x/products/licenses'

export const license: LicenseDetails = {
  id: 'lic_1',
  productId: 'prod_1',
  orderId: null,
  email: 'ada@example.com',
  name: 'Ada',
  status: 'active',
  isExpired: false,
  entitlements: ['export'],
  limits: {},
  fingerprint: 'activated',
  maxMachines: 3,
  machines: 1,
  expiresAt: null,
  revokedAt: null,
  createdAt: moment,
  activations: [{ id: 'act_1', fingerprint: 'f1', name: 'Laptop', createdAt: moment }],
}

export const policies = '/api/x/products/license-policies'

export const policy: LicensePolicy = {
  entitlements: ['export', 'team'],
  limits: { seats: 5 },
  fingerprint: 'activated',
  maxMachines: 3,
  validDays: 365,
}

export const productAnswers = {
  [`GET ${policies}/prod_1`]: { policy },
  [`GET ${licenses}`]: { items: [license], nextCursor: null },
  [`GET ${licenses}/lic_1`]: license,
  'GET /api/products': { items: [product], nextCursor: null },
  'GET /api/products/prod_1': product,
  [`GET ${orders}`]: { items: [order], nextCursor: null },
  [`GET ${orders}/order_1`]: order,
}
