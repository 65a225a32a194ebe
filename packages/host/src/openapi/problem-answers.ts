import { errorCatalog, type DescribedAnswer, type ErrorCode } from '@host/plugin'
import type { Components } from './components.ts'
import { headersOf, problemHeaders, problemSchema } from './fixed-parts.ts'
import type { JsonObject } from '../support/json.ts'

/** The refusals of an operation by status. Operations that refuse alike share one component. */
export function problemAnswers(codes: readonly ErrorCode[], components: Components): Record<string, JsonObject> {
  const byStatus = Map.groupBy(codes, (code) => errorCatalog[code].status)
  const answers = [...byStatus].map(([status, group]) => {
    const name = [status, ...group].join('.')
    return [status, components.share('responses', name, () => refusalOf(status, group, components))] as const
  })
  return Object.fromEntries(answers)
}

/** A refusal that the route describes in its own words. */
export function describedRefusal(
  { description, content }: DescribedAnswer,
  codes: readonly ErrorCode[],
  components: Components,
): JsonObject {
  const own =
    content === undefined ? {} : { [content.type]: content.schema === undefined ? {} : { schema: content.schema } }
  const problem = content === undefined || codes.length > 0 ? problemContent(undefined, codes, components) : {}
  return {
    description: codes.length === 0 ? description : `${description}\n\n${listOf(codes)}`,
    headers: headersOf(components, problemHeaders(codes)),
    content: { ...own, ...problem },
  }
}

function refusalOf(status: number, codes: readonly ErrorCode[], components: Components): JsonObject {
  return {
    description: listOf(codes),
    headers: headersOf(components, problemHeaders(codes)),
    content: problemContent(status, codes, components),
  }
}

function problemContent(status: number | undefined, codes: readonly ErrorCode[], components: Components): JsonObject {
  const whole = problemSchema(components)
  const code = codes.length === 0 ? {} : { code: { enum: codes } }
  const narrowed = {
    type: 'object',
    properties: { ...(status === undefined ? {} : { status: { const: status } }), ...code },
  }
  return { 'application/problem+json': { schema: codes.length === 0 ? whole : { allOf: [whole, narrowed] } } }
}

function listOf(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `- \`${code}\`: ${errorCatalog[code].title.en}.`).join('\n')
}
