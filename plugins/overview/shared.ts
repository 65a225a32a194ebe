import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const StepOut = z.object({ id: z.string(), plugin: z.string(), title: z.string(), path: z.string(), done: z.boolean() })

/** The steps with which people begin; none for who has dismissed them. */
const ChecklistOut = z.object({ items: z.array(StepOut), isDismissed: z.boolean() })

export type Checklist = z.infer<typeof ChecklistOut>

export const readChecklist = defineEndpoint({
  pattern: 'GET /api/checklist',
  input: nothing,
  output: ChecklistOut,
  summary: 'List your first steps in this workspace',
})

export const dismissChecklist = defineEndpoint({
  pattern: 'PUT /api/checklist',
  input: z.strictObject({ isDismissed: z.boolean() }),
  output: nothing,
  audit: false,
  summary: 'Dismiss or show the first steps',
})
