import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'
import { suppressionReasons } from '../../shared.ts'

const example = { suppressionId: 'suppression_01h455vb4pex5vsknk084sn02q', address: 'ada@example.org' }

export const suppressionCreated = defineEvent({
  name: 'suppression.created',
  description: 'An address gets no mail of the workspace from now on',
  data: z.object({
    suppressionId: z.string(),
    address: z.string().check(z.describe('`*@domain` stands for all addresses of a domain.')),
    reason: z.enum(suppressionReasons),
  }),
  example: { ...example, reason: 'bounce' },
})

export const suppressionReleased = defineEvent({
  name: 'suppression.released',
  description: 'A suppressed address gets mail of the workspace again',
  data: z.object({ suppressionId: z.string(), address: z.string() }),
  example,
})

export const suppressionEvents = [suppressionCreated, suppressionReleased] as const
