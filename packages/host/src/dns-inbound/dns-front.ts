/**
 * The sockets for DNS beside those for requests. The host decides when they open and close; a plugin answers.
 *
 *   made --answer()--> has a server --listen()--> listening --stop()--> stopped
 */
import type { Log } from '@host/plugin'
import type { DnsAnswerer, DnsInboundService, DnsServerState } from '@host/plugin/platform'
import { BootError } from '../support/boot-error.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { CheckResult, HostCheck } from '../support/host-checks.ts'
import { dnsTexts, dnsTitle, type DnsTexts } from './dns-texts.ts'
import type { ListenAddress } from '../http/listen-address.ts'

/** How the host answers DNS. */
export interface DnsInboundConfig {
  readonly listen: ListenAddress
  /** The names of this server in NS records. */
  readonly names: readonly [string, ...string[]]
}

/** Dependencies of the sockets. */
export interface DnsFrontOptions {
  readonly config: DnsInboundConfig
  readonly contexts: ExecutionContexts
  readonly log: Log
}

interface Registered {
  readonly plugin: string
  readonly server: DnsAnswerer
}

const noZones: DnsServerState = { zones: 0, refused: 0, firstRefused: undefined }

export class DnsFront {
  readonly #options: DnsFrontOptions
  #registered: Registered | undefined
  #isListening = false

  constructor(options: DnsFrontOptions) {
    this.#options = options
  }

  /** Whether all zones are answered. */
  get check(): HostCheck {
    return { name: 'dns', title: dnsTitle, read: (language) => this.#read(dnsTexts[language]) }
  }

  #read(texts: DnsTexts): CheckResult {
    if (!this.#isListening) return { state: 'fail', reason: texts.silent, fix: texts.seeStart }
    const { zones, refused, firstRefused } = this.#registered?.server.state?.() ?? noZones
    const counts = { working: zones, failing: refused }
    if (firstRefused === undefined) return { state: 'ok', ...counts }
    const reasons = { reason: texts.refused(refused), namedReason: texts.refusedNamed(refused, firstRefused) }
    return { state: 'warn', ...counts, ...reasons, fix: texts.seeLoad }
  }

  /** The service `DnsInbound` of one plugin. */
  serviceOf(plugin: string): DnsInboundService {
    return Object.freeze<DnsInboundService>({
      names: this.#options.config.names,
      answer: (server) => {
        const taken = this.#registered?.plugin
        if (taken !== undefined) throw new Error(`Plugin "${plugin}" can't answer DNS: plugin "${taken}" does.`)
        this.#registered = { plugin, server }
      },
    })
  }

  /** @throws BootError naming the variable: the address is taken */
  async listen(): Promise<void> {
    const { config, log, contexts } = this.#options
    if (this.#registered === undefined) {
      log.warn('HOST_DNS_LISTEN is set, but no plugin of this build answers DNS')
      return
    }
    const { plugin, server } = this.#registered
    const { host, port } = config.listen
    try {
      const taken = await contexts.enter(plugin, async () => await server.listen({ host, port }))
      this.#isListening = true
      log.info('Answering DNS', { names: config.names, port: taken })
    } catch (error) {
      throw listenError(config.listen, error)
    }
  }

  /** @param deadline milliseconds, after which answers that are being sent are cut */
  async stop(deadline: number): Promise<void> {
    if (this.#registered === undefined || !this.#isListening) return
    const { plugin, server } = this.#registered
    await this.#options.contexts.enter(plugin, async () => await server.stop(deadline))
  }
}

function listenError({ host = '', port }: ListenAddress, error: unknown): BootError {
  const reason = error instanceof Error ? error.message : String(error)
  const cause = reason.replace(/\.$/, '')
  const problem = `The host can't answer DNS on "${host}:${port}": ${cause}; otherwise set HOST_DNS_LISTEN to another address.`
  return new BootError('listen', [problem], { cause: error })
}
