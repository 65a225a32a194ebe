import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const StepOut = z.object({ id: z.string(), plugin: z.string(), title: z.string(), path: z.string(), done: z.boolean() })

const SamplesOut = z.object({
  canAdd: z.boolean().check(z.describe('Whether a feature has sample data that this workspace does not have.')),
  records: z.int().check(z.describe('Sample records that can be removed together.')),
})

/** The steps with which people begin; none for users who dismissed them. */
const ChecklistOut = z.object({ items: z.array(StepOut), isDismissed: z.boolean(), samples: SamplesOut })

export type Samples = z.infer<typeof SamplesOut>

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

export const addSamples = defineEndpoint({
  pattern: 'POST /api/sample-data',
  input: nothing,
  output: SamplesOut,
  role: 'admin',
  summary: 'Add sample data of all features',
  description: 'Adds records to try the features with. Features that have theirs already, or that are off, add none.',
  audit: 'sample_data.added',
  action: { label: 'Add sample data', icon: 'plus' },
  changes: ['/api'],
})

export const removeSamples = defineEndpoint({
  pattern: 'DELETE /api/sample-data',
  input: nothing,
  output: SamplesOut,
  role: 'admin',
  summary: 'Remove the sample data',
  description: 'Removes the records that the sample data added, with everything that was made in them since.',
  audit: 'sample_data.removed',
  errors: ['target_busy'],
  changes: ['/api'],
})
