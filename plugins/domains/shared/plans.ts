import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName } from '@host/plugin/wire'

const Warning = z.object({
  plugin: z.string(),
  code: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  keys: z.optional(z.array(z.string())),
  confirm: z.optional(z.string()).check(z.describe('Text to type before the plan can be approved.')),
})

const PlannedChange = z.object({
  id: z.string().check(z.describe('The changeset: `GET /api/changesets/{id}` has its steps.')),
  title: z.string(),
  state: z.string(),
  hash: z.string().check(z.describe('SHA-256 of the plan, required to approve it.')),
  count: z.int().check(z.describe('How many record sets change.')),
  createdAt: z.string(),
  expiresAt: z.string(),
  warnings: z.array(Warning),
})

/** The answer of every plan. */
export const Planned = z.object({
  changeset: z.nullable(PlannedChange).check(z.describe('The plan to approve; null when nothing would change.')),
})

/** The answer of every plan. */
export type Planned = z.infer<typeof Planned>

/** Fields of a plan that people may state. */
export const planTexts = {
  title: z
    .optional(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.refine(isDisplayName, displayNameComplaint.en)),
    )
    .check(z.describe('The title in the history; made from the change when left out.')),
  note: z
    .optional(z.string().check(z.trim(), z.maxLength(2_000)))
    .check(z.describe('The reason, for people who read the history.')),
}

/** Errors of every plan. */
export const planErrors = ['conflict', 'stale_plan', 'service_unavailable', 'too_many_requests'] as const
