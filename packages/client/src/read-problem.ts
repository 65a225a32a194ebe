import type { FieldError, ProblemBody } from '@host/plugin/wire'

/** The problem that a body says, as far as it is one; undefined for a body that is none of the API's. */
export function readProblem(body: unknown, status: number): ProblemBody | undefined {
  if (!isRecord(body)) return undefined
  const { type, title, detail, nextStep, code, requestId, errors, facts } = body
  const [said, next, name, id] = [title, nextStep, code, requestId].map((value) => asText(value))
  if (said === undefined || next === undefined || name === undefined || id === undefined) return undefined
  const cause = asText(detail)
  return {
    type: asText(type) ?? 'about:blank',
    title: said,
    status,
    ...(cause === undefined ? {} : { detail: cause }),
    nextStep: next,
    code: name,
    requestId: id,
    ...(Array.isArray(errors) ? { errors: errors.flatMap(fieldErrors) } : {}),
    ...(isRecord(facts) ? { facts } : {}),
  }
}

function fieldErrors(value: unknown): readonly FieldError[] {
  if (!isRecord(value)) return []
  const [path, message] = [asText(value['path']), asText(value['message'])]
  return path === undefined || message === undefined ? [] : [{ path, message }]
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
