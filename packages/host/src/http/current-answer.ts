import type { ServerResponse } from 'node:http'

/** The answer that a socket is being sent or waits for. Node's own listeners look at the same place. */
export function currentAnswer(socket: object): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}
