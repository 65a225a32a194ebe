import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

/** In the order of urgency. */
export const readinessStates = ['fail', 'warn', 'unknown', 'ok'] as const

const Item = z.object({
  plugin: z.string(),
  id: z.string(),
  title: z.string(),
  state: z
    .enum(readinessStates)
    .check(z.describe('`fail`: does not work. `warn`: works, at a risk. `unknown`: could not be determined.')),
  reason: z.optional(z.string()),
  fix: z.optional(z.string()).check(z.describe('The next step.')),
  path: z.optional(z.string()).check(z.describe('Console page of the next step.')),
  help: z.optional(z.string()).check(z.describe('Slug of a help page.')),
})

export type ReadinessRow = z.infer<typeof Item>

export const readReadiness = defineEndpoint({
  pattern: 'GET /api/instance/readiness',
  input: nothing,
  output: z.object({
    items: z.array(Item),
    nextCursor: z.null(),
    keyName: z
      .nullable(z.string())
      .check(z.describe('Name of the current encryption key. It does not reveal the key.')),
  }),
  audience: 'instance',
  summary: 'List the conditions of a well-run instance, most urgent first',
})

export const confirmKeyCopy = defineEndpoint({
  pattern: 'POST /api/instance/readiness/key-copy',
  input: z.strictObject({
    keyName: z.string().check(z.minLength(1), z.maxLength(64), z.describe('Name of the key that was copied.')),
  }),
  output: nothing,
  audience: 'instance',
  session: 'recent',
  changes: ['/api/instance/readiness'],
  errors: ['conflict'],
  summary: 'Confirm that the encryption key was copied to another place',
})
