import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { ProductFileOut } from './files.ts'
import { productLimits } from './limits.ts'
import { PriceOut } from './prices.ts'
import { VariantOut } from './variants.ts'

/** Custom fields, or metadata, by name. */
export type CustomFields = Readonly<Record<string, string>>

/** In the order in which a list shows them. */
export const productStatuses = ['draft', 'active', 'archived'] as const

export type ProductStatus = (typeof productStatuses)[number]

const Fields = z.record(z.string(), z.string())

const fields = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(productStatuses),
  externalId: z.nullable(z.string()),
  fields: Fields.check(z.describe('Custom fields by name, which customers see.')),
  metadata: Fields.check(z.describe('Values by name for programs of the workspace.')),
  imageId: z.nullable(z.string()).check(z.describe('Its first image; null without images.')),
  isSold: z.boolean().check(z.describe('Whether it was ever sold: it can be archived, and never deleted.')),
  createdAt: z.string(),
  updatedAt: z.string(),
}

export const ProductOut = z.object(fields)

/** A product. */
export type Product = z.infer<typeof ProductOut>

export const ProductDetailsOut = z.object({
  ...fields,
  variants: z.array(VariantOut),
  prices: z.array(PriceOut).check(z.describe('The newest first, with those that are not sold any more.')),
  files: z.array(ProductFileOut),
})

/** A product with its parts. */
export type ProductDetails = z.infer<typeof ProductDetailsOut>

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(productLimits.name),
    z.refine(isDisplayName, displayNameComplaint.en),
    z.describe('The name that customers see.'),
  )

const ExternalId = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(productLimits.externalId),
    z.describe('The ID of the product in a system of yours, unique in the workspace.'),
  )

const fieldsInput = (text: string) =>
  z.optional(
    z
      .record(
        z.string().check(z.minLength(1), z.maxLength(productLimits.fieldName)),
        z.string().check(z.maxLength(productLimits.fieldValue)),
      )
      .check(
        z.refine((given) => Object.keys(given).length <= productLimits.fields, 'Remove some of the fields.'),
        z.describe(text),
      ),
  )

const settings = {
  description: z.optional(
    z.string().check(z.maxLength(productLimits.description), z.describe('A text that customers see.')),
  ),
  status: z
    .optional(z.enum(productStatuses))
    .check(z.describe('A draft when left out. Only active products are sold.')),
  fields: fieldsInput('Custom fields by name, which customers see; all of them.'),
  metadata: fieldsInput('Values by name for programs of the workspace; all of them.'),
}

const example: Product = {
  id: 'prod_01h455vb4pex5vsknk084sn02q',
  name: 'Editor',
  description: '',
  status: 'active',
  externalId: null,
  fields: {},
  metadata: {},
  imageId: null,
  isSold: false,
  createdAt: '2026-01-31T08:15:00.000Z',
  updatedAt: '2026-01-31T08:15:00.000Z',
}

const productList = listInput({
  sort: ['createdAt', 'name'],
  filters: {
    status: z.enum(productStatuses).check(z.describe('Products with this status only.')),
    externalId: z
      .string()
      .check(z.maxLength(productLimits.externalId), z.describe('The product with this external ID.')),
  },
  search: true,
})

export const listProducts = defineEndpoint({
  pattern: 'GET /api/products',
  input: productList,
  output: pageOf(ProductOut),
  summary: 'List the products of this workspace',
  mcp: { name: 'list', description: 'Lists the products of this workspace, the newest first.' },
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const createProduct = defineEndpoint({
  pattern: 'POST /api/products',
  input: z.strictObject({ name: Name, ...settings, externalId: z.optional(ExternalId) }),
  output: ProductDetailsOut,
  role: 'admin',
  status: 201,
  bodyLimit: productLimits.body,
  audit: 'product.created',
  summary: 'Create a product',
  errors: ['conflict', 'quota_exceeded', 'tier_required'],
  mcp: { name: 'create', description: 'Creates a product. Prices are added to it afterwards.' },
  examples: [{ input: { name: 'Editor' }, output: { ...example, variants: [], prices: [], files: [] } }],
})

export const readProduct = defineEndpoint({
  pattern: 'GET /api/products/{id}',
  input: nothing,
  output: ProductDetailsOut,
  summary: 'Read a product with its variants, prices and files',
  mcp: { name: 'read', description: 'Reads one product with its variants, prices and files.' },
})

export const changeProduct = defineEndpoint({
  pattern: 'PATCH /api/products/{id}',
  input: z.strictObject({
    name: z.optional(Name),
    ...settings,
    externalId: z.optional(z.nullable(ExternalId)),
  }),
  output: ProductDetailsOut,
  role: 'admin',
  bodyLimit: productLimits.body,
  audit: 'product.updated',
  summary: 'Change a product; fields that are left out stay as they are',
  errors: ['conflict', 'quota_exceeded'],
  mcp: { name: 'change', description: 'Changes a product, for example its status.', approval: true },
})

export const deleteProduct = defineEndpoint({
  pattern: 'DELETE /api/products/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'product.deleted',
  summary: 'Delete a product that was never sold; archive one that was',
  errors: ['conflict'],
})

/** Columns of a file of products, one line for each price. */
export const productColumns = [
  'externalId',
  'name',
  'description',
  'status',
  'variant',
  'currency',
  'amount',
  'interval',
  'intervalCount',
  'trialDays',
] as const

export type ProductColumn = (typeof productColumns)[number]

export const exportProducts = defineEndpoint({
  pattern: 'GET /api/products/export',
  input: productList,
  output: nothing,
  role: 'admin',
  answers: { 200: { description: 'The products as a file.', content: { type: 'text/csv' } } },
  audit: 'product.exported',
  summary: 'Export the products that the list finds, with one line for each price that is sold',
  errors: ['too_many_requests', 'overloaded'],
})

export const importProducts = defineEndpoint({
  pattern: 'POST /api/products/import',
  input: z.strictObject({
    csv: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(productLimits.importText),
        z.describe('Comma-separated values with the columns of the export; only `name` is required.'),
      ),
    dryRun: z.optional(z.boolean()).check(z.describe('Whether to check the file and add nothing.')),
  }),
  output: z.object({
    dryRun: z.boolean(),
    rows: z.int(),
    added: z.int().check(z.describe('Products that the file adds.')),
    known: z.int().check(z.describe('Products with an external ID that is known: they stay as they are.')),
    problems: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .check(z.describe('The first 100 lines that can’t be read. A file with one of them is not imported.')),
  }),
  role: 'admin',
  bodyLimit: 4 * 1024 * 1024,
  audit: 'product.imported',
  summary: 'Import products with their prices from a file; lines with the same external ID or name are one product',
  errors: ['quota_exceeded', 'tier_required'],
})

/** The result of an import. */
export type ProductImport = z.infer<(typeof importProducts)['output']>
