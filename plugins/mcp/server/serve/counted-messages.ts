/**
 * Each message counts once against the limit of its token, like a request of a program. The first message was counted
 * when its request arrived; the further ones of a batch are counted here, and a message over the limit gets its own
 * error beside the answers to the others.
 */
import type { ApiCallsService } from '@host/plugin/platform'
import type { Messages } from './messages.ts'

/** Answers the messages of a request that are within the limit. */
type Serve = (messages: Messages) => Promise<Response>

/** Counts the messages of a request and serves those within the limit. */
export async function serveCounted(
  calls: Pick<ApiCallsService, 'count'>,
  { request, messages }: { readonly request: Request; readonly messages: Messages },
  serve: Serve,
): Promise<Response> {
  const { body, count } = messages
  if (count <= 1 || !Array.isArray(body)) return await serve(messages)
  const { allowed, retryAfter } = await calls.count(request, count - 1)
  const most = allowed + 1
  const all: readonly unknown[] = body
  if (all.length <= most) return await serve(messages)
  const refused = all.slice(most).flatMap((message) => refusalOf(message, retryAfter))
  return await withRefusals(await serve({ ...messages, body: all.slice(0, most) }), refused)
}

/** A message that wants no answer gets none. */
function refusalOf(message: unknown, retryAfter: number): readonly object[] {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined
  if (typeof id !== 'string' && typeof id !== 'number') return []
  const error = {
    code: serverError,
    message: `Too many requests. Try again in ${retryAfter} seconds.`,
    data: { code: 'too_many_requests', retryAfter },
  }
  return [{ jsonrpc: '2.0', id, error }]
}

/** The first of the codes that JSON-RPC leaves to servers. */
const serverError = -32_000

async function withRefusals(answer: Response, refused: readonly object[]): Promise<Response> {
  if (!answer.ok || refused.length === 0) return answer
  const text = await answer.text()
  const answered: unknown = text === '' ? [] : JSON.parse(text)
  return Response.json([...(Array.isArray(answered) ? (answered as object[]) : [answered]), ...refused])
}
