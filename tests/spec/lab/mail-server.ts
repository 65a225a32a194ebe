/** A local mail server that stores received emails, as readers would see them. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { until } from '@host/host/testing/until'

/** An email as it arrived. */
export interface ArrivedEmail {
  /** Recipients of the envelope. */
  readonly to: readonly string[]
  readonly raw: string
  readonly mail: Email
  readonly isSecure: boolean
  readonly user: string | undefined
}

/** A running mail server. */
export interface MailServer extends AsyncDisposable {
  readonly port: number
  readonly emails: readonly ArrivedEmail[]
  /** The first email to an address whose subject contains this text. */
  emailTo(address: string, subject: string): Promise<ArrivedEmail>
}

/** Options of the server. */
export interface MailServerOptions extends SMTPServerOptions {
  /** A free one unless given. */
  readonly port?: number
  /** Runs when an email is stored, before its sender hears of it. */
  readonly onArrival?: () => Promise<void>
}

/** Starts one on the loopback address; without options it speaks no TLS and takes everyone. */
export async function startMailServer({
  port = 0,
  onArrival = async () => undefined,
  ...options
}: MailServerOptions = {}): Promise<MailServer> {
  const emails: ArrivedEmail[] = []
  const server = new SMTPServer({
    logger: false,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    authOptional: true,
    onData: (stream, session, done) => {
      void keep(stream, session).then(async (email) => {
        emails.push(email)
        await onArrival()
        done(null)
      })
    },
    ...options,
  })
  // Connections aborted by the client are not a fault of the server.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    emails,
    emailTo: async (address, subject) => {
      const isIt = ({ to, mail }: ArrivedEmail): boolean => to.includes(address) && mail.subject === subject
      await until(() => emails.some(isIt))
      return emails.find(isIt) as ArrivedEmail
    },
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}

type OnData = NonNullable<SMTPServerOptions['onData']>

async function keep(stream: Parameters<OnData>[0], session: Parameters<OnData>[1]): Promise<ArrivedEmail> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const raw = Buffer.concat(chunks)
  return {
    to: session.envelope.rcptTo.map(({ address }) => address),
    raw: raw.toString('latin1'),
    mail: await PostalMime.parse(raw),
    isSecure: session.secure,
    user: typeof session.user === 'string' ? session.user : undefined,
  }
}
