import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { decodeMessage, encodeMessage, type MessageRecord } from '../index.ts'

/** Answers every question over UDP with the records that are set. Returns the port. */
export interface AnswerServer {
  readonly port: number
  answers: readonly MessageRecord[]
}

export async function startAnswerServer(t: TestContext): Promise<AnswerServer> {
  const socket = createSocket('udp4')
  t.after(() => socket.close())
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: AnswerServer = { port: socket.address().port, answers: [] }
  socket.on('message', (bytes, from) => {
    const { id, questions, edns } = decodeMessage(bytes)
    const response = { id, isResponse: true, isAuthoritative: true, questions, answers: server.answers }
    socket.send(encodeMessage({ ...response, ...(edns && { edns }) }), from.port, from.address)
  })
  return server
}
