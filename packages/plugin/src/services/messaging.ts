import type { WorkspaceContext } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** A mail to be sent for a workspace, or by the host for the instance. */
export interface OutgoingMail {
  /** Left out for a letter of the instance, such as a link that sets a new password. */
  readonly orgId?: string | undefined
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly replyTo?: string
  /**
   * Where the reader ends letters of this kind: a GET shows how, and a POST does it at once, without a session (RFC 8058).
   * Mail programs offer it as a button. At most 900 characters.
   */
  readonly unsubscribeUrl?: string
}

/** A mail that was received and stored. */
export interface IncomingMail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly receivedAt: string
}

/** Gets a stored mail, at least once. */
export type MailHandler<Tables = object> = (scope: WorkspaceContext<Tables>, mail: IncomingMail) => Promise<void>

/** Mail out and in. */
export interface MailService {
  send(mail: OutgoingMail): Promise<{ readonly id: string }>
  onEmail(plugin: string, handler: MailHandler): void
}

/** A DNS zone of a workspace. */
export interface DnsZone {
  readonly id: string
  readonly name: string
}

/** A DNS record; `ttl` in seconds. */
export interface DnsRecord {
  readonly name: string
  readonly type: string
  readonly content: string
  readonly ttl?: number
}

/** What applying a plan would change. */
export interface DnsPlan {
  readonly id: string
  readonly create: readonly DnsRecord[]
  readonly update: readonly DnsRecord[]
  readonly delete: readonly DnsRecord[]
}

/** DNS zones and records, always of one workspace. */
export interface DnsService {
  zones(orgId: string): Promise<readonly DnsZone[]>
  list(orgId: string, zoneId: string): Promise<readonly DnsRecord[]>
  plan(orgId: string, zoneId: string, records: readonly DnsRecord[]): Promise<DnsPlan>
  apply(orgId: string, planId: string): Promise<void>
  delete(orgId: string, zoneId: string, records: readonly DnsRecord[]): Promise<void>
}

/** Sends mail and hands over what comes in. */
export const Mail = serviceToken<MailService>('core.mail')
/** Zones and records of names. */
export const Dns = serviceToken<DnsService>('core.dns')
