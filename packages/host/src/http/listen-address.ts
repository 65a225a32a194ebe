/** Address to listen on; all addresses of the machine without a host, any free port when the port is 0. */
export interface ListenAddress {
  readonly host: string | undefined
  readonly port: number
}

/**
 * Reads `:8080`, `127.0.0.1:0`, `localhost:8080` or `[::1]:80`.
 * @throws TypeError with a sentence that quotes the text and gives the expected form
 */
export function parseListenAddress(text: string): ListenAddress {
  const parts = /^(?<host>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]*):(?<port>\d{1,5})$/.exec(text)?.groups
  const port = Number(parts?.['port'])
  const host = parts?.['host']?.replace(/^\[|\]$/g, '')
  if (host === undefined || port > 65_535) {
    throw new TypeError(
      `${JSON.stringify(text)} is not a listen address; use ":8080", "127.0.0.1:8080", or "[::1]:8080"`,
    )
  }
  return { host: host === '' ? undefined : host, port }
}
