import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'

export const productCreated = defineEvent({
  name: 'product.created',
  description: 'A product was created',
  data: z.object({ productId: z.string(), name: z.string() }),
  example: { productId: 'prod_01h455vb4pex5vsknk084sn02q', name: 'Editor' },
})

export const events = [productCreated] as const
