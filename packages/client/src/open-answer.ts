import { noAnswer } from './no-answer.ts'
import { refusal } from './read-answer.ts'

/**
 * An answer whose body is still to come, and fails with the client's own error where it breaks off.
 * @throws {ClientError} for an answer that is not a success
 */
export async function openAnswer(response: Response, signal: AbortSignal | undefined): Promise<Response> {
  if (!response.ok) throw refusal(response, await response.text())
  const { body, status, statusText, headers } = response
  if (body === null) return response
  return new Response(guarded(body, signal), { status, statusText, headers })
}

function guarded(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          controller.error(signal?.aborted === true ? signal.reason : noAnswer('network', error))
        }
      },
      // A body that has broken off by itself has nothing left to end.
      cancel: (reason) => reader.cancel(reason).catch(() => undefined),
    },
    { highWaterMark: 0 },
  )
}
