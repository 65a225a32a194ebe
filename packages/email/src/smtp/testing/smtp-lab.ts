/** A server that accepts and remembers every message, with the changes that a test wants. */
import type { SmtpEnvelope } from '../envelope.ts'
import type { SmtpServerOptions, SmtpSession } from '../options.ts'
import { startSmtpServer, type SmtpServer } from '../start-smtp-server.ts'
import { RawClient } from './raw-client.ts'

export interface StoredMessage {
  readonly session: SmtpSession
  readonly envelope: SmtpEnvelope
  readonly text: string
}

export interface SmtpLab extends AsyncDisposable {
  readonly server: SmtpServer
  readonly messages: readonly StoredMessage[]
  readonly errors: readonly unknown[]
  /** Connects and reads the greeting. */
  client(): Promise<RawClient>
}

export async function openSmtpLab(options: Partial<SmtpServerOptions> = {}): Promise<SmtpLab> {
  const messages: StoredMessage[] = []
  const errors: unknown[] = []
  const server = await startSmtpServer({
    name: 'mx.example.com',
    port: 0,
    host: '127.0.0.1',
    onRecipient: () => 'accepted',
    onMessage: (session, envelope, bytes) => {
      messages.push({ session, envelope, text: Buffer.from(bytes).toString('latin1') })
      return { code: 250, enhanced: '2.0.0', text: 'Stored' }
    },
    log: { info: () => {}, error: (_message, fields) => errors.push(fields?.['error']) },
    ...options,
  })
  return {
    server,
    messages,
    errors,
    client: async () => {
      const client = await RawClient.connect(server.port)
      await client.codes(1)
      return client
    },
    [Symbol.asyncDispose]: () => server.stop(0),
  }
}

/** A promise that a test resolves. */
export class Gate {
  readonly opened: Promise<void>
  open = (): void => {}

  constructor() {
    this.opened = new Promise((resolve) => {
      this.open = resolve
    })
  }
}

/** Waits until a condition is true, looking after each turn of the event loop. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}
