import { ClientError } from './client-error.ts'
import { readProblem } from './read-problem.ts'
import { retryAfterSeconds } from './retry/retry-after.ts'

/**
 * The JSON of a successful answer, `undefined` when it has no content.
 * @throws {ClientError} for every other answer: of the API, of a proxy before it, or no API's at all
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!response.ok) throw refusal(response, text)
  if (text === '') return undefined
  const body = parseJson(response, text)
  if (body === undefined) throw unexpectedAnswer(response)
  return body.value
}

/** The error of an answer that is not a success. */
export function refusal(response: Response, text: string): ClientError {
  const problem = readProblem(parseJson(response, text)?.value, response.status)
  if (problem === undefined) return unexpectedAnswer(response)
  return new ClientError({
    ...factsOf(response),
    code: problem.code as ClientError['code'],
    message: problem.detail ?? problem.title,
    problem,
    requestId: problem.requestId,
  })
}

/** An answer that is not the API's. */
export function unexpectedAnswer(response: Response): ClientError {
  return new ClientError({
    ...factsOf(response),
    code: 'unexpected_answer',
    message: `The answer (status ${response.status}) did not come from the API.`,
  })
}

function parseJson(response: Response, text: string): { readonly value: unknown } | undefined {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function factsOf(response: Response): Pick<ClientError, 'status' | 'requestId' | 'retryAfterSeconds'> {
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(response.headers),
  }
}
