import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HostProcess } from './host-process.ts'

/** The paths that the host answers; everything else is the pages'. */
export const passedPaths = ['/api', '/auth', '/help', '/p/', '/healthz', '/readyz', '/metrics'] as const

/** Holds requests for the host while it starts, and answers with the reason when it can't. */
export function holdRequests(host: Pick<HostProcess, 'settled' | 'owes'>) {
  return async ({ url = '' }: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> => {
    if (!passedPaths.some((path) => url.startsWith(path))) return next()
    const fault = await host.settled()
    if (fault === undefined) {
      host.owes(response)
      return next()
    }
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' })
    response.end(
      JSON.stringify({ status: 503, code: 'unavailable', title: 'The server did not start', detail: fault.message }),
    )
  }
}
