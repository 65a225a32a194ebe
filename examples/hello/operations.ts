import * as z from 'zod/mini'
import type { RouteOptions } from '@host/plugin'
import { GreetingOut } from './shared.ts'

const json = (schema: z.core.$ZodType) => ({ type: 'application/json', schema: z.toJSONSchema(schema) })

/** Descriptions of the untyped routes, for the API description. */
export const operations = {
  ping: {
    operation: {
      summary: 'Hear from the plugin',
      answers: { 200: { description: 'A sentence.', content: json(z.object({ message: z.string() })) } },
    },
  },
  readGreeting: {
    operation: {
      summary: 'Read a greeting',
      answers: { 200: { description: 'The greeting.', content: json(GreetingOut) } },
    },
  },
  wave: {
    operation: {
      summary: 'Wave to yourself',
      answers: {
        200: {
          description: 'The recipient of the wave, signed with the key of the workspace.',
          content: json(z.object({ wavedTo: z.string(), signature: z.nullable(z.string()) })),
        },
      },
    },
  },
} satisfies Readonly<Record<string, RouteOptions>>
