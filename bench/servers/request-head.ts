import { sessionToken } from './session-token.ts'

/** A GET request as it goes over the wire, in the name of a person or of nobody. */
export function requestHead(path: string, person?: number): string {
  const cookie = person === undefined ? '' : `Cookie: host_session=${sessionToken(person)}\r\n`
  return `GET ${path} HTTP/1.1\r\nHost: bench.test\r\nAccept: application/json\r\n${cookie}\r\n`
}
