import { serviceToken } from '../service.ts'

/** A certificate with its chain, and its key, as PEM. */
export interface SmtpCertificate {
  readonly cert: string
  readonly key: string
}

/** Where the operator wants mail to be received. */
export interface SmtpListenOptions {
  /** The name of the server, as in its MX record. */
  readonly name: string
  /** All addresses of the machine when undefined. */
  readonly host: string | undefined
  /** Any free port when 0. */
  readonly port: number
  /** Without it, the server offers no TLS. */
  readonly certificate: SmtpCertificate | undefined
  /**
   * Whether an address is a load balancer, whose connections begin with a header of the PROXY protocol; none is when undefined.
   * @since 1.1.0
   */
  readonly isProxy?: ((address: string) => boolean) | undefined
}

/** A server that receives mail by SMTP. */
export interface SmtpReceiver {
  /** Begins to listen. A rejection refuses the start of the host. @returns the port */
  listen(options: SmtpListenOptions): Promise<number>
  /** For connections from now on: the operator has renewed the certificate. */
  setCertificate(certificate: SmtpCertificate): void
  /** Takes no more connections, finishes messages that are arriving, and cuts them after `deadline` milliseconds. */
  stop(deadline: number): Promise<void>
}

/** Listens for mail together with the host. */
export interface SmtpInboundService {
  /** Registers the one server of the build; call it in `mount`. It listens when the host does, and stops with it. */
  receive(receiver: SmtpReceiver): void
}

/**
 * Receiving by SMTP, where `HOST_SMTP_LISTEN` is set; nothing provides it otherwise.
 *
 * Audience: platform.
 */
export const SmtpInbound = serviceToken<SmtpInboundService>('core.smtp-inbound')
