import { errorCatalog, type DescribedAnswer } from '@host/plugin'
import { examplesOf } from './examples.ts'
import { headersOf, type HeaderName } from './fixed-parts.ts'
import type { JsonObject } from '../support/json.ts'
import type { OperationDraft, OperationTools } from './operation-draft.ts'
import { describedRefusal, problemAnswers } from './problem-answers.ts'
import { open } from './schema-openness.ts'

/** The answers of an operation, by status. */
export function answersOf(draft: OperationDraft, tools: OperationTools): JsonObject {
  const { codes, answers, output } = draft.described
  const described = Object.entries(answers).map(([status, answer]) => {
    if (Number(status) < 400) return [status, successOf(draft, { status, answer }, tools)]
    const own = codes.filter((code) => String(errorCatalog[code].status) === status)
    return [status, describedRefusal(answer, own, tools.components)]
  })
  const usual =
    output === undefined ? {} : { [output.status]: successOf(draft, { status: String(output.status) }, tools) }
  return { ...usual, ...problemAnswers(codes, tools.components), ...(Object.fromEntries(described) as JsonObject) }
}

/** Meaning of one status, and the route's own description of it. */
interface Success {
  readonly status: string
  readonly answer?: DescribedAnswer
}

function successOf(draft: OperationDraft, { status, answer }: Success, tools: OperationTools): JsonObject {
  const { id, described } = draft
  const { output, examples } = described
  const schema = output !== undefined && String(output.status) === status ? output.schema : undefined
  const content: Record<string, JsonObject> = {}
  if (schema !== undefined) {
    const shown = examplesOf(examples.map(({ title, output: value }) => ({ title, value })))
    content['application/json'] = { schema: tools.schemas.place(schema, `${id}_output`), ...shown }
  }
  if (answer?.content !== undefined) {
    const { type, schema: own } = answer.content
    content[type] = own === undefined ? {} : { schema: tools.schemas.place(open(own), `${id}_${status}`) }
  }
  return {
    description: answer?.description ?? usualDescription(draft, schema !== undefined),
    headers: headersOf(tools.components, headerNames(draft)),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  }
}

function usualDescription({ route }: OperationDraft, hasContent: boolean): string {
  if (!hasContent) return 'Success, without a response body.'
  return /^(?:GET|HEAD) /.test(route.pattern) ? 'Success.' : 'Success.'
}

function headerNames({ route }: OperationDraft): readonly HeaderName[] {
  return [
    'X-Request-Id',
    ...(route.rateLimit === 'none' ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(route.isIdempotent ? (['Idempotency-Replayed'] as const) : []),
    ...(route.deprecated === undefined ? [] : (['Deprecation', 'Link'] as const)),
    ...(route.deprecated?.sunset === undefined ? [] : (['Sunset'] as const)),
  ]
}
