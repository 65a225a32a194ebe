/** A mailbox that receives by SMTP, on a host in a process of its own. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestDatabase } from '@host/host/testing/database/test-databases'
import type { Visitor } from './visitor.ts'

export const mailDomain = 'mail.example'
export const mailbox = `info@${mailDomain}`

/** Variables of a host that receives on a port, and asks no DNS of this machine. */
export function receivingOn(port: number): Readonly<Record<string, string>> {
  return {
    HOST_SMTP_LISTEN: `127.0.0.1:${port}`,
    HOST_SMTP_NAME: 'mx.host.test',
    HOST_DNS_RESOLVERS: '127.0.0.1:1',
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Makes the mailbox in the workspace of its owner, as if that had proved the domain. */
export async function openMailbox(database: TestDatabase, owner: Visitor): Promise<void> {
  const me = await owner.get<{ workspace: { id: string } }>('/api/auth/me')
  const opened = await database.open({ isExclusive: false })
  await opened.run({
    sql: `insert into edge_proofs (id, org_id, name, proved_at)
      values ('epr_1', '${me.body.workspace.id}', '${mailDomain}', '2026-01-01T00:00:00.000Z')`,
    parameters: [],
    writes: true,
  })
  await opened.close()
  const { status, body } = await owner.post('/api/x/mail/mailboxes', { address: mailbox })
  if (status !== 201) throw new Error(`The mailbox was refused: ${status} ${JSON.stringify(body)}`)
}

/** A message that is known by its subject. */
export function messageOf(subject: string, bytes = 200): string {
  const headers = `From: a@sender.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@sender.example>\r\n`
  return `${headers}\r\n${`${subject} `.repeat(Math.ceil(bytes / (subject.length + 1)))}\r\n`
}

/** All commands for some messages, without waiting for a reply. */
export function dialogueOf(messages: readonly string[]): string {
  const one = (message: string) => `MAIL FROM:<a@sender.example>\r\nRCPT TO:<${mailbox}>\r\nDATA\r\n${message}.\r\n`
  return `EHLO client.example\r\n${messages.map(one).join('')}QUIT\r\n`
}

/** A connection that collects replies. */
export class MailClient {
  readonly #socket: Socket
  readonly #closed: Promise<unknown>
  #text = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.on('data', (bytes) => (this.#text += bytes.toString('latin1')))
  }

  static async connect(port: number): Promise<MailClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const client = new MailClient(socket)
    await once(socket, 'connect')
    return client
  }

  /** Sends bytes; resolves when they have been given to the system. */
  async send(text: string): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.write(text, () => resolve()))
  }

  /** The replies to whole messages until the server closes, by their codes. */
  async outcomes(): Promise<readonly string[]> {
    await this.#closed
    const replies = this.#text.match(/^(?:250 2\.0\.0 The message|4\d\d 4|5\d\d 5).*\r\n/gm) ?? []
    return replies.map((line) => line.slice(0, 9))
  }
}

/** Sends messages by one connection. @returns the outcome of each */
export async function sendAll(port: number, messages: readonly string[]): Promise<readonly string[]> {
  const client = await MailClient.connect(port)
  await client.send(dialogueOf(messages))
  return await client.outcomes()
}

/** How many emails there are of each subject. */
export async function countSubjects(database: TestDatabase): Promise<ReadonlyMap<string, number>> {
  const opened = await database.open({ isExclusive: false })
  const sql = `select m.subject, count(*) as many from mail_emails e join mail_messages m on m.id = e.message_id
    join host_blobs b on b.name = m.raw group by m.subject`
  const { rows } = await opened.run({ sql, parameters: [], writes: false })
  await opened.close()
  return new Map(rows.map(({ subject, many }) => [String(subject), Number(many)]))
}
