import type { ProblemBody } from '@host/plugin/wire'
import { ClientError } from './client-error.ts'

/**
 * The JSON of a successful answer, `undefined` when it has no content.
 * @throws {ClientError} for every other answer: of the API, of a proxy before it, or no API's at all
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parseJson(response, text)
  if (!response.ok) throw refusal(response, body)
  if (text === '') return undefined
  if (body === undefined) throw unexpected(response)
  return body.value
}

function parseJson(response: Response, text: string): { readonly value: unknown } | undefined {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function refusal(response: Response, body: { readonly value: unknown } | undefined): ClientError {
  const problem = body?.value
  if (!isProblem(problem)) return unexpected(response)
  return new ClientError({
    ...factsOf(response),
    code: problem.code as ClientError['code'],
    message: problem.detail ?? problem.title,
    problem,
    requestId: problem.requestId,
  })
}

function unexpected(response: Response): ClientError {
  return new ClientError({
    ...factsOf(response),
    code: 'unexpected_answer',
    message: `The answer (status ${response.status}) did not come from the API.`,
  })
}

function factsOf(response: Response): Pick<ClientError, 'status' | 'requestId' | 'retryAfterSeconds'> {
  const retryAfter = response.headers.get('retry-after')
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined,
  }
}

function isProblem(value: unknown): value is ProblemBody {
  if (typeof value !== 'object' || value === null) return false
  const body = value as Readonly<Record<string, unknown>>
  return ['title', 'nextStep', 'code', 'requestId'].every((key) => typeof body[key] === 'string')
}
