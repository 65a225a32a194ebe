/** Images and files of products. Customers who paid download the files. */
import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineDownload, defineEndpoint, defineUpload } from '@host/plugin/zod'
import { productLimits } from './limits.ts'

export const fileKinds = ['image', 'file'] as const

export type FileKind = (typeof fileKinds)[number]

export const ProductFileOut = z.object({
  id: z.string(),
  kind: z.enum(fileKinds),
  name: z.string(),
  size: z.int(),
  type: z.string(),
  alt: z.string().check(z.describe('Describes an image to people who do not see it; empty for a file.')),
  createdAt: z.string(),
})

/** An image or a file of a product. */
export type ProductFile = z.infer<typeof ProductFileOut>

export const addImage = defineUpload({
  pattern: 'POST /api/products/{id}/images',
  // Formats without scripts, links or markup inside.
  accept: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: productLimits.imageBytes,
  output: ProductFileOut,
  role: 'admin',
  status: 201,
  audit: 'product.image_added',
  summary: 'Add an image to a product',
  errors: ['not_found', 'conflict'],
})

export const addFile = defineUpload({
  pattern: 'POST /api/products/{id}/files',
  accept: ['*/*'],
  maxBytes: productLimits.fileBytes,
  output: ProductFileOut,
  role: 'admin',
  status: 201,
  audit: 'product.file_added',
  summary: 'Add a file to a product, which customers download once they have paid',
  errors: ['not_found', 'conflict'],
})

export const changeImage = defineEndpoint({
  pattern: 'PATCH /api/products/{id}/images/{fileId}',
  input: z.strictObject({
    alt: z.optional(
      z.string().check(
        z.trim(),
        z.maxLength(productLimits.alt),
        z.refine((text) => text === '' || isDisplayName(text), displayNameComplaint.en),
        z.describe('Describes the image to people who do not see it.'),
      ),
    ),
    place: z
      .optional(z.int().check(z.gte(0), z.lt(productLimits.files)))
      .check(z.describe('Moves the image to this place; 0 is the first, which lists show.')),
  }),
  output: ProductFileOut,
  role: 'admin',
  audit: 'product.image_updated',
  summary: 'Describe an image of a product, or move it',
})

export const readProductFile = defineDownload({
  pattern: 'GET /api/products/{id}/files/{fileId}',
  summary: 'Read an image or a file of a product',
})

export const deleteProductFile = defineEndpoint({
  pattern: 'DELETE /api/products/{id}/files/{fileId}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'product.file_deleted',
  summary: 'Delete an image or a file of a product; customers can not download it any more',
})
