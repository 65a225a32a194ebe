import { defineEndpoint, nothing, type Endpoint, type EndpointOptions } from './endpoint.ts'

/** Parts of a download's definition: those of an endpoint of a workspace whose answer is a file. */
export type DownloadOptions<Pattern extends string> = Omit<
  EndpointOptions<Pattern, typeof nothing, typeof nothing, 'workspace'>,
  'input' | 'output' | 'answers' | 'audience' | 'status' | 'examples' | 'mcp'
>

/** An endpoint that answers a stored file. */
export type Download<Pattern extends string = string> = Endpoint<
  Pattern,
  typeof nothing,
  typeof nothing,
  'workspace',
  never
>

const answers = { 200: { description: 'The file', content: { type: 'application/octet-stream' } } } as const

/**
 * Defines an endpoint that answers a stored file. Safe in a browser. Mount it with `mux.endpoint`, and answer with
 * `answerBlob`.
 * @example
 * export const downloadReceipt = defineDownload({
 *   pattern: 'GET /api/x/expenses/receipts/{id}/content', summary: 'Download a receipt',
 * })
 * @since 1.0.0
 */
export function defineDownload<const Pattern extends `GET ${string}`>(
  options: DownloadOptions<Pattern>,
): Download<Pattern> {
  return defineEndpoint({ ...options, input: nothing, output: nothing, audience: 'workspace', answers })
}
