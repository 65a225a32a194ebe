import { SdkHttpError, type JSONRPCErrorResponse, type RequestId } from '@modelcontextprotocol/client'
import { refusalOf, unreachable, type HostRefusal } from './host-refusal.ts'

/** The code of an error that no standard names, of those that the protocol leaves to servers. */
const serverError = -32_000

/** The answer to a request that failed on its way. */
export function callError(id: RequestId, error: unknown, url: URL): JSONRPCErrorResponse {
  const { sentence, ...facts } = refusalIn(error, url)
  return errorMessage(id, sentence, facts)
}

/** The answer to a request that the bridge itself refuses. */
export function errorMessage(id: RequestId, message: string, data?: object): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: serverError, message, ...(data !== undefined && { data }) } }
}

/** Whether there was no answer. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError
}

function refusalIn(error: unknown, url: URL): HostRefusal {
  if (error instanceof SdkHttpError) {
    const text = error.data['text']
    return refusalOf(url, error.status, typeof text === 'string' ? text : '')
  }
  if (isUnreachable(error)) return unreachable(url)
  return { sentence: `${url.origin} returned a response that is not valid MCP.`, status: 200 }
}
