/**
 * `POST /api/mcp`: one request, its messages, their answers. No state is kept between two requests.
 *
 * Clients of the revision 2026-07-28 and older ones are distinguished as the official library does; older ones are
 * answered as JSON, each message by itself, without a session. When code behind the protocol fails, the whole request
 * gets the host's usual error response, and the operator finds the cause in the log.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import { stream } from '@host/plugin'
import type { Parts } from '../parts.ts'
import { serveCounted } from './counted-messages.ts'
import { ErrorStore } from './error-store.ts'
import { followTools } from './follow-tools.ts'
import { readMessages, type Messages } from './messages.ts'
import { requireAgent } from './require-agent.ts'
import { serverFor, type AgentScope } from './server-for.ts'

/** Answers the messages of a client. @throws Problem */
export async function serveMessages(parts: Parts, scope: AgentScope): Promise<Response> {
  requireAgent(scope.request, parts.calls)
  const { request, signal } = scope
  const messages = await readMessages(request)
  const isLegacy = await isLegacyRequest(copyOf(scope, signal), messages.body)
  const serve = isLegacy ? serveLegacy : serveModern
  return await serveCounted(parts.calls, { request, messages }, (counted) => serve(parts, scope, counted))
}

async function serveLegacy(parts: Parts, scope: AgentScope, { body, isOpening }: Messages): Promise<Response> {
  const faults = new ErrorStore()
  const server = await serverFor(parts, scope, { isOpening, faults })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const close = (): void => void server.close().catch(() => undefined)
  scope.signal.addEventListener('abort', close, { once: true })
  try {
    return faults.throwOr(await transport.handleRequest(copyOf(scope, scope.signal), { parsedBody: body }))
  } finally {
    scope.signal.removeEventListener('abort', close)
    close()
  }
}

async function serveModern(parts: Parts, scope: AgentScope, { body, isOpening, isListening }: Messages) {
  const ended = new AbortController()
  const signal = AbortSignal.any([scope.signal, ended.signal])
  const faults = new ErrorStore()
  const handler = createMcpHandler(() => faults.watch(() => serverFor(parts, scope, { isOpening, faults })), {
    legacy: 'reject',
    bus: changesBus(parts, scope, { faults, end: () => ended.abort() }),
    maxSubscriptions: 1,
  })
  const response = faults.throwOr(await handler.fetch(copyOf(scope, signal), { parsedBody: body }))
  return isListening && response.body !== null ? streamed(response, response.body) : response
}

interface Following {
  readonly faults: ErrorStore
  end(): void
}

/** Publishes only the changes that concern one caller. */
function changesBus(parts: Parts, { request }: AgentScope, { faults, end }: Following): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe: (listener) => {
      const onChange = (): void => {
        listener({ kind: 'tools_list_changed' })
        listener({ kind: 'resources_list_changed' })
      }
      const onEnd = (): void => {
        onChange()
        end()
      }
      try {
        return followTools(parts.live, request, { onChange, onEnd })
      } catch (error) {
        faults.note(error)
        throw error
      }
    },
  }
}

/** The request without its body, which was already read, and without credentials. */
function copyOf({ request }: AgentScope, signal: AbortSignal): Request {
  const headers = new Headers(request.headers)
  for (const name of ['authorization', 'cookie', 'content-length', 'transfer-encoding']) headers.delete(name)
  return new Request(request.url, { method: request.method, headers, signal })
}

/** An answer that stays open, as the host sends those. */
export function streamed({ status, headers }: Response, body: ReadableStream<Uint8Array>): Response {
  const kept = ['content-type', 'cache-control', 'x-accel-buffering', 'mcp-session-id']
  const entries = kept.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return stream(body, { status, headers: Object.fromEntries(entries) })
}
