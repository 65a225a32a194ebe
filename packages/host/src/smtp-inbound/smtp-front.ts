/**
 * The socket for mail beside that for requests. The host decides when it opens and closes; a plugin serves it.
 *
 *   made --receive()--> has a server --listen()--> listening --stop()--> stopped
 */
import type { Log } from '@host/plugin'
import type { SmtpInboundService, SmtpReceiver } from '@host/plugin/platform'
import { BootError } from '../support/boot-error.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { canonicalAddress } from '../http/canonical-address.ts'
import { TrustedProxies } from '../http/trusted-proxies.ts'
import type { ListenAddress } from '../http/listen-address.ts'
import { CertificateFiles, type CertificatePaths } from '../tls/certificate-files.ts'

/** How the host receives email by SMTP. */
export interface SmtpInboundConfig {
  readonly listen: ListenAddress
  readonly name: string
  readonly certificate: CertificatePaths | undefined
  /** Addresses and ranges of load balancers, as HOST_SMTP_PROXIES has them. */
  readonly proxies: string
}

/** Dependencies of the socket. */
export interface SmtpFrontOptions {
  readonly config: SmtpInboundConfig
  readonly contexts: ExecutionContexts
  readonly log: Log
}

const mailCertificate = {
  use: 'receiving email',
  variables: { cert: 'HOST_SMTP_CERT', key: 'HOST_SMTP_KEY' },
} as const

interface Registered {
  readonly plugin: string
  readonly receiver: SmtpReceiver
}

export class SmtpFront {
  readonly #options: SmtpFrontOptions
  #registered: Registered | undefined
  #stopWatch: (() => Promise<void>) | undefined
  #isListening = false

  constructor(options: SmtpFrontOptions) {
    this.#options = options
  }

  /** The service `SmtpInbound` of one plugin. */
  serviceOf(plugin: string): SmtpInboundService {
    return Object.freeze<SmtpInboundService>({
      receive: (receiver) => {
        const taken = this.#registered?.plugin
        if (taken !== undefined) throw new Error(`Plugin "${plugin}" can't receive mail: plugin "${taken}" does.`)
        this.#registered = { plugin, receiver }
      },
    })
  }

  /** @throws BootError naming the variable: the address is taken, or the certificate can't be used */
  async listen(): Promise<void> {
    const { config, log, contexts } = this.#options
    if (this.#registered === undefined) {
      log.warn('HOST_SMTP_LISTEN is set, but no plugin of this build receives email')
      return
    }
    const { plugin, receiver } = this.#registered
    const files = config.certificate && (await CertificateFiles.open(config.certificate, { log, ...mailCertificate }))
    const { host, port } = config.listen
    const isProxy = proxyTest(config.proxies)
    const options = { name: config.name, host, port, certificate: files?.pair, ...(isProxy && { isProxy }) }
    try {
      const taken = await contexts.enter(plugin, async () => await receiver.listen(options))
      this.#isListening = true
      log.info('Receiving email', { name: config.name, port: taken, startTls: files !== undefined })
    } catch (error) {
      throw listenError(config.listen, error)
    }
    this.#stopWatch = files?.watch((pair) => contexts.enter(plugin, () => receiver.setCertificate(pair)))
  }

  /** @param deadline milliseconds, after which messages that are arriving are cut */
  async stop(deadline: number): Promise<void> {
    await this.#stopWatch?.()
    if (this.#registered === undefined || !this.#isListening) return
    const { plugin, receiver } = this.#registered
    await this.#options.contexts.enter(plugin, async () => await receiver.stop(deadline))
  }
}

/** @returns undefined where no load balancer is trusted */
function proxyTest(text: string): ((address: string) => boolean) | undefined {
  if (text === '') return undefined
  const proxies = new TrustedProxies(text)
  return (address) => {
    const canonical = canonicalAddress(address)
    return canonical !== undefined && proxies.trusts(canonical)
  }
}

function listenError({ host = '', port }: SmtpFrontOptions['config']['listen'], error: unknown): BootError {
  const reason = error instanceof Error ? error.message : String(error)
  const problem = `The host can't receive email on "${host}:${port}": ${reason}; set HOST_SMTP_LISTEN to another address.`
  return new BootError('listen', [problem], { cause: error })
}
