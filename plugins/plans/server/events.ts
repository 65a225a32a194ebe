import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'

/** Uses of a limit, in percent, of which admins are notified once a month. */
export const warningLevels = [80, 100] as const

const plan = z.nullable(z.string())

export const planChanged = defineEvent({
  name: 'plan.changed',
  description: 'The plan of the workspace changed',
  data: z.object({
    from: plan.check(z.describe('The name of the plan before; null for none.')),
    to: plan.check(z.describe('The name of the plan now; the same where its contents changed.')),
  }),
  example: { from: 'free', to: 'team' },
})

export const limitReached = defineEvent({
  name: 'plan.limit_reached',
  description: 'The workspace used 80% or all of a limit of its plan',
  data: z.object({
    part: z.string().check(z.describe('The name of the quota or meter.')),
    level: z.int().check(z.describe('80 or 100, in percent.')),
    used: z.int(),
    limit: z.int(),
  }),
  example: { part: 'links', level: 80, used: 80, limit: 100 },
})

export const events = [planChanged, limitReached] as const
