import * as z from 'zod/mini'
import { defineSettings } from '@host/plugin/zod'

/** Choices of a person about writing emails. */
export const writingSettings = defineSettings({
  id: 'mail-writing',
  title: 'Writing emails',
  icon: 'pencil',
  schema: z.strictObject({ undoSeconds: z._default(z.enum(['0', '10', '30']), '10') }),
})
