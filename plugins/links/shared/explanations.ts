import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { Rule } from './rules.ts'

/** Whether a condition was met by a past click; unknown where it asks for data that is not stored. */
export const conditionStates = ['met', 'unmet', 'unknown'] as const

export type ConditionState = (typeof conditionStates)[number]

const ExplanationOut = z.object({
  version: z.nullable(z.int()).check(z.describe('The version of the link at that time; null after it was deleted.')),
  url: z.nullable(z.string()).check(z.describe('The target of the click; null after its version was deleted.')),
  rules: z
    .array(z.object({ rule: Rule, conditions: z.array(z.enum(conditionStates)) }))
    .check(
      z.describe(
        'The rules that were asked, in order: each with its conditions. The last one decided, unless the click led to the target of the link.',
      ),
    ),
  rule: z
    .nullable(z.int())
    .check(z.describe('The place of the rule that decided, from 0; null for the target of the link.')),
})

/** Why a click led where it did. */
export type ClickExplanation = z.infer<typeof ExplanationOut>

export const explainClick = defineEndpoint({
  pattern: 'GET /api/x/links/clicks/{id}/explanation',
  input: nothing,
  output: ExplanationOut,
  summary: 'Explain where a past click led',
  description:
    'Conditions are judged by the data that is stored. Query parameters, addresses, and shares of visitors are not stored.',
  mcp: { name: 'explain_click', description: 'Explains where a past click of a short link led, and why.' },
})

export const exportClicks = defineEndpoint({
  pattern: 'GET /api/x/links/links/{id}/clicks/export',
  input: nothing,
  output: nothing,
  support: false,
  summary: 'Download the latest 100,000 clicks of a short link as CSV',
  answers: { 200: { description: 'The clicks as a file.', content: { type: 'text/csv' } } },
})
