/** Variants of products. */
import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { productLimits } from './limits.ts'

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(productLimits.name),
    z.refine(isDisplayName, displayNameComplaint.en),
    z.describe('Such as a size or an edition; once per product.'),
  )

export const VariantOut = z.object({
  id: z.string(),
  name: z.string(),
  isArchived: z.boolean().check(z.describe('An archived variant is not sold any more.')),
})

/** A variant of a product. */
export type Variant = z.infer<typeof VariantOut>

export const createVariant = defineEndpoint({
  pattern: 'POST /api/products/{id}/variants',
  input: z.strictObject({ name: Name }),
  output: VariantOut,
  role: 'admin',
  status: 201,
  audit: 'variant.created',
  summary: 'Add a variant to a product',
  errors: ['not_found', 'conflict', 'quota_exceeded'],
})

export const changeVariant = defineEndpoint({
  pattern: 'PATCH /api/products/{id}/variants/{variantId}',
  input: z.strictObject({
    name: z.optional(Name),
    isArchived: z.optional(z.boolean()).check(z.describe('An archived variant is not sold any more.')),
  }),
  output: VariantOut,
  role: 'admin',
  audit: 'variant.updated',
  summary: 'Rename or archive a variant',
  errors: ['conflict', 'quota_exceeded'],
})

export const deleteVariant = defineEndpoint({
  pattern: 'DELETE /api/products/{id}/variants/{variantId}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'variant.deleted',
  summary: 'Delete a variant that has no price and was never sold',
  errors: ['conflict'],
})
