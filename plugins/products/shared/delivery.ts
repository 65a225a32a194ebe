/** The page of a customer, by the link of an email. */
import * as z from 'zod/mini'
import { definePublicPage } from '@host/plugin/zod'

/** Files of a delivery, by the same link. */
export const deliveryFilePath = '/p/products/delivery/{token}/files/{fileId}'

export const deliveryPage = definePublicPage({
  path: '/p/products/delivery/{token}',
  data: z.object({
    seller: z.string(),
    email: z.string(),
    orderedAt: z.string(),
    until: z.string().check(z.describe('Until when the link works.')),
    lines: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        quantity: z.int(),
        isRevoked: z.boolean().check(z.describe('Whether its goods were taken back.')),
        files: z.array(z.object({ name: z.string(), size: z.int(), path: z.string() })),
        items: z
          .array(z.object({ title: z.string(), text: z.string() }))
          .check(z.describe('Such as license keys: text to copy.')),
      }),
    ),
  }),
})

/** The content of a delivery page. */
export type DeliveryContent = z.infer<(typeof deliveryPage)['data']>
