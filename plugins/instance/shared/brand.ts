import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const Brand = z.object({
  name: z.nullable(z.string()).check(z.describe('Null for the name of the product.')),
  accent: z.nullable(z.string()).check(z.describe('"#rrggbb"; null for the color of the product.')),
  logo: z.nullable(z.string()).check(z.describe('Path of the logo; null for that of the product.')),
})

export type Brand = z.infer<typeof Brand>

const change = {
  output: Brand,
  audience: 'instance',
  session: 'recent',
  // The service writes its own audit entry.
  audit: false,
  changes: ['/api/instance/brand'],
  errors: ['conflict'],
} as const

export const readBrand = defineEndpoint({
  pattern: 'GET /api/instance/brand',
  input: nothing,
  output: Brand,
  audience: 'instance',
  summary: 'Get name, color and logo of the instance',
})

export const changeBrand = defineEndpoint({
  ...change,
  pattern: 'PATCH /api/instance/brand',
  input: z.strictObject({
    name: z.optional(
      z.nullable(
        z.string().check(
          z.trim(),
          z.maxLength(60),
          z.refine((name) => name === '' || isDisplayName(name), displayNameComplaint.en),
        ),
      ),
    ),
    accent: z.optional(z.nullable(z.string().check(z.maxLength(7), z.regex(/^#[0-9a-f]{6}$/i)))),
  }),
  summary: 'Change name and color of the instance; omitted ones stay, null brings back those of the product',
})

/** Bytes of a logo as base64. */
const largestText = 88_000

export const changeInstanceLogo = defineEndpoint({
  ...change,
  pattern: 'PUT /api/instance/brand/logo',
  input: z.strictObject({
    data: z
      .string()
      .check(z.minLength(1), z.maxLength(largestText), z.describe('PNG, JPEG or WebP of at most 64 kB, as base64.')),
  }),
  bodyLimit: 96 * 1024,
  summary: 'Change the logo of the instance',
})

export const removeInstanceLogo = defineEndpoint({
  ...change,
  pattern: 'DELETE /api/instance/brand/logo',
  input: nothing,
  summary: 'Remove the logo of the instance',
})
