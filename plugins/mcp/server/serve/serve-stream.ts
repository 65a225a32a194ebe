/**
 * `GET /api/mcp`: a stream that notifies clients of the revisions before 2026-07-28 of changed tools. It has the same
 * limits as any live stream of a token, and ends with the rights it was opened with.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Parts } from '../parts.ts'
import { ErrorStore } from './error-store.ts'
import { followTools } from './follow-tools.ts'
import { requireAgent } from './require-agent.ts'
import { streamed } from './serve-messages.ts'
import { serverFor, type AgentScope } from './server-for.ts'

/** Opens the stream. @throws Problem */
export async function serveStream(parts: Parts, scope: AgentScope): Promise<Response> {
  requireAgent(scope.request, parts.calls)
  const server = await serverFor(parts, scope, { isOpening: false, faults: new ErrorStore() })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: false })
  await server.connect(transport)
  const response = await transport.handleRequest(new Request(scope.request.url, { headers: headersOf(scope) }))
  if (!response.ok || response.body === null) return response
  const close = (): void => void server.close().catch(() => undefined)
  const tell = (): void => {
    for (const told of [server.server.sendToolListChanged(), server.server.sendResourceListChanged()]) {
      told.catch(() => undefined)
    }
  }
  const leave = followTools(parts.live, scope.request, {
    onChange: tell,
    onEnd: () => {
      tell()
      close()
    },
  })
  scope.signal.addEventListener('abort', leave, { once: true })
  return streamed(response, response.body.pipeThrough(opened()))
}

/** Nothing of an answer leaves before its first byte, and a client waits for it to know that it is heard. */
function opened(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({ start: (controller) => controller.enqueue(Buffer.from(': open\n\n')) })
}

/** The headers that the library reads, without credentials. */
function headersOf({ request }: AgentScope): Headers {
  const names = ['accept', 'mcp-protocol-version']
  return new Headers(
    names.flatMap((name) => {
      const value = request.headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    }),
  )
}
