import { buildRequest, type Endpoint } from '@host/client'

/** Read by the shell in place of the token, so that the copied text contains no secret. */
const authorization = '"authorization: Bearer $HOST_TOKEN"'

/** The call that the command makes. */
export interface CurlCall {
  readonly endpoint: Endpoint
  readonly input?: unknown
  /** Where the host answers. */
  readonly baseUrl: string
}

/**
 * An API call as a command for a POSIX shell. The input is always one argument: nothing in it is expanded, substituted,
 * or read as a file.
 */
export function curlCommand({ endpoint, input, baseUrl }: CurlCall): string {
  const { url, init } = buildRequest({ endpoint, input, options: {} }, { baseUrl })
  const body =
    init.body === undefined ? [] : ["--header 'content-type: application/json'", `--data-raw ${quote(init.body)}`]
  const parts = [`curl --request ${quote(init.method)} ${quote(url.href)}`, `--header ${authorization}`, ...body]
  return parts.join(' \\\n  ')
}

/** Between single quotes a shell takes every character as it stands, but a single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
