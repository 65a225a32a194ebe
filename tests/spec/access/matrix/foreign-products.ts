import type { Call } from './foreign-ids.ts'

const product =
  (body?: object): Call =>
  (of) => ({ params: { id: of.product }, ...(body !== undefined && { body }) })
const order =
  (body?: object): Call =>
  (of) => ({ params: { id: of.productOrder }, ...(body !== undefined && { body }) })
const license =
  (body?: object): Call =>
  (of) => ({ params: { id: of.productLicense }, ...(body !== undefined && { body }) })
const policy =
  (body?: object): Call =>
  (of) => ({ params: { productId: of.product }, ...(body !== undefined && { body }) })

/** Routes of products, by pattern. */
export const foreignProductPaths: Readonly<Record<string, Call>> = {
  'GET /api/products/{id}': product(),
  'PATCH /api/products/{id}': product({ name: 'Mine' }),
  'DELETE /api/products/{id}': product(),
  'POST /api/products/{id}/variants': product({ name: 'Mine' }),
  'PATCH /api/products/{id}/variants/{variantId}': (of, own) => ({
    params: { id: own.product, variantId: of.productVariant },
    body: { name: 'Mine' },
  }),
  'DELETE /api/products/{id}/variants/{variantId}': (of, own) => ({
    params: { id: own.product, variantId: of.productVariant },
  }),
  'POST /api/products/{id}/prices': product({ currency: 'EUR', amount: 1 }),
  'POST /api/products/{id}/prices/{priceId}/retire': (of, own) => ({
    params: { id: own.product, priceId: of.productPrice },
    body: {},
  }),
  'GET /api/x/products/orders/{id}': order(),
  'POST /api/x/products/orders/{id}/pay': order({}),
  'POST /api/x/products/orders/{id}/cancel': order({}),
  'POST /api/x/products/orders/{id}/refund': order({}),
  'POST /api/x/products/orders/{id}/send': order({}),
  'PATCH /api/x/products/discounts/{id}': (of) => ({ params: { id: of.productDiscount }, body: { isEnabled: false } }),
  'DELETE /api/x/products/discounts/{id}': (of) => ({ params: { id: of.productDiscount } }),
  'DELETE /api/x/products/discounts/reservations/{id}': (of) => ({ params: { id: of.productReservation } }),
  'GET /api/x/products/licenses/{id}': license(),
  'POST /api/x/products/licenses/{id}/reveal': license(),
  'PATCH /api/x/products/licenses/{id}': license({ name: 'Mine' }),
  'POST /api/x/products/licenses/{id}/suspend': license({}),
  'POST /api/x/products/licenses/{id}/resume': license({}),
  'POST /api/x/products/licenses/{id}/revoke': license({}),
  'DELETE /api/x/products/licenses/{id}/activations/{activationId}': (of) => ({
    params: { id: of.productLicense, activationId: 'unknown' },
  }),
  'GET /api/products/{id}/files/{fileId}': (of) => ({ params: { id: of.product, fileId: 'unknown' } }),
  'DELETE /api/products/{id}/files/{fileId}': (of) => ({ params: { id: of.product, fileId: 'unknown' } }),
  'PATCH /api/products/{id}/images/{fileId}': (of) => ({
    params: { id: of.product, fileId: 'unknown' },
    body: { alt: 'Mine' },
  }),
  'GET /api/x/products/license-policies/{productId}': policy(),
  'PUT /api/x/products/license-policies/{productId}': policy({}),
  'DELETE /api/x/products/license-policies/{productId}': policy(),
}

const newOrder = { email: 'guest@example.test', currency: 'EUR' }

/** Inputs of products with an ID, by pattern and name. */
export const foreignProductInputs: Readonly<Record<string, Call>> = {
  'POST /api/products/{id}/prices variantId': (of, own) => ({
    params: { id: own.product },
    body: { currency: 'EUR', amount: 1, variantId: of.productVariant },
    status: 400,
  }),
  'POST /api/x/products/orders discountReservationId': (of, own) => ({
    body: {
      ...newOrder,
      lines: [{ productId: own.product, priceId: own.productPrice }],
      discountReservationId: of.productReservation,
    },
    status: 400,
  }),
  'GET /api/x/products/licenses productId': (of) => ({ query: { productId: of.product }, isList: true }),
  'POST /api/x/products/licenses productId': (of) => ({ body: { productId: of.product } }),
  'POST /api/x/products/licenses/import productId': (of) => ({ body: { productId: of.product, csv: 'key\nA-1' } }),
}

const externalId = 'A name that a workspace gives its own records; another one has it too where they are tested'
const byLink = 'The token of a link finds it without a workspace; unknown ones are tried where delivery is tested'
const publicLicense =
  'Programs of customers name the workspace; unknown ones are answered alike where licenses are tested'
const upload = 'Takes a file; the same check is tried where a file is deleted'

/** Routes and inputs of products that name nothing of a workspace, and why. */
export const reviewedProducts: Readonly<Record<string, string>> = {
  'GET /api/products externalId': externalId,
  'GET /api/products/export externalId': externalId,
  'POST /api/products externalId': externalId,
  'PATCH /api/products/{id} externalId': externalId,
  'GET /api/x/products/orders externalId': externalId,
  'POST /api/x/products/orders externalId': externalId,
  'POST /api/x/products/orders subscriptionId': externalId,
  'POST /api/x/products/orders/{id}/refund externalId': externalId,
  'POST /api/x/products/orders/{id}/refund lineIds': 'Lines of the order in the path, which is found first',
  'POST /api/products/{id}/images': upload,
  'POST /api/products/{id}/files': upload,
  'GET /p/products/delivery/{token}': byLink,
  'GET /p/products/delivery/{token}/files/{fileId}': byLink,
  'GET /api/x/products/license-keys/{workspace}': publicLicense,
  'GET /api/x/products/license-revocations/{workspace}': publicLicense,
  'POST /api/x/products/licenses/{workspace}/activate': publicLicense,
  'POST /api/x/products/licenses/{workspace}/deactivate': publicLicense,
  'POST /api/x/products/licenses/{workspace}/list': publicLicense,
  'POST /api/x/products/licenses/{workspace}/validate': publicLicense,
  'DELETE /api/x/products/signing-keys/{id}':
    'The ID of a signing key; one of another workspace is tried where keys are tested',
}
