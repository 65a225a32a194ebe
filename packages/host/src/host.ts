/**
 * A host: plugins on a database, answering requests.
 *
 *   created (started, answers fetch) --listen()--> listening --leave()--> leaving --stop()--> stopped
 *
 * Several hosts live in one process; nothing of a host is kept in a module.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log, MaybePromise, PluginCatalogService, ServiceToken } from '@host/plugin'
import { PluginCatalog } from '@host/plugin'
import { boot, type Booted } from './boot/boot.ts'
import type { BootOptions } from './boot/boot-options.ts'
import { stopPlugins } from './boot/stop-plugins.ts'
import type { FaultKind } from './observability/containment/faults.ts'
import type { HttpAddress } from './http/http-address.ts'
import { HttpFront } from './boot/http-front.ts'
import { BufferedLines } from './observability/log/buffered-lines.ts'
import { createLog } from './observability/log/host-log.ts'
import { standardOutput } from './observability/log/standard-output.ts'
import type { SpanSink } from './support/trace/span.ts'
import type { FaultOwner } from './observability/containment/fault-handlers.ts'

/** Options of a host; defaults are fit for production. */
export type HostOptions = Omit<
  BootOptions,
  'log' | 'clock' | 'leaving' | 'stopping' | 'announce' | 'build' | 'tracing'
> &
  Partial<Pick<BootOptions, 'log' | 'clock' | 'announce' | 'build'>> & {
    /** Gets the spans of every request and job in place of a collector, for tests. */
    readonly spans?: SpanSink | undefined
  }

/** Starts a host. @throws BootError with every problem of the stage that refused */
export async function createHost(options: HostOptions): Promise<Host> {
  const end = { leaving: new AbortController(), stopping: new AbortController() }
  const untraced = complement(options, { leaving: end.leaving.signal, stopping: end.stopping.signal })
  const complete = await withTracing(untraced)
  return new Host(complete, await boot(complete), end)
}

export class Host {
  readonly log: Log
  /** Answers a request as if it had come through a socket. */
  readonly fetch: (request: Request) => MaybePromise<Response>
  readonly #options: CompleteOptions
  readonly #booted: Booted
  readonly #end: HostEnd
  readonly #front: HttpFront
  #stopped: Promise<void> | undefined

  constructor(options: CompleteOptions, booted: Booted, end: HostEnd) {
    const { config, log, answerLines, worker, tracing } = options
    this.#options = options
    this.#booted = booted
    this.#end = end
    this.log = log
    this.#front = new HttpFront(
      { config, log, answerLog: answerLines.log, stopping: end.stopping, tracing, source: worker?.connections },
      booted,
    )
    this.fetch = (request) => this.#front.answer(request)
  }

  /** Where the host can be reached from this machine; undefined while it does not listen. */
  get url(): string | undefined {
    return this.#front.url
  }

  /** Where the host can be reached over HTTPS from this machine; undefined while it does not serve it by itself. */
  get secureUrl(): string | undefined {
    const port = this.#booted.tls?.front.port
    return port === undefined ? undefined : `https://localhost:${port}/`
  }

  /** The link that makes the first instance admin; undefined when there is one. */
  get setUpUrl(): string | undefined {
    const { setUpToken } = this.#booted
    const own = this.url?.startsWith('unix:') === true ? undefined : this.url
    const base = this.#options.config.publicUrl?.href ?? own ?? 'http://localhost/'
    return setUpToken === undefined ? undefined : new URL(`/setup?token=${setUpToken}`, base).href
  }

  get catalog(): PluginCatalogService {
    const catalog = this.lookup(PluginCatalog)
    if (catalog === undefined) throw new Error('The host has no plugin catalog.')
    return catalog
  }

  /** Finds a service of the host or of a plugin. */
  lookup<Service>(token: ServiceToken<Service>): Service | undefined {
    return this.#booted.parts.registry.lookup('host', token)
  }

  /**
   * Takes requests from a socket, at the configured address unless another is given, and email and DNS where they are configured.
   * @returns the URL
   * @throws BootError when the address is taken
   */
  async listen(address: HttpAddress = this.#options.config.listen): Promise<string> {
    await this.#booted.smtp?.listen()
    await this.#booted.dns?.listen()
    return await this.#front.listen(address)
  }

  /** Attributes an uncaught error; it is logged either way. */
  reportFault(error: unknown, kind: FaultKind): FaultOwner {
    const { contexts, faults } = this.#booted.parts
    const frame = contexts.current()
    faults.report({ plugin: frame?.plugin ?? 'host', kind, error, requestId: frame?.requestId, span: contexts.span })
    return frame === undefined || frame.plugin === 'host' ? 'host' : 'plugin'
  }

  /** Attributes the end of the process to the plugin that calls `process.exit`. @returns whether one does */
  reportExit(): boolean {
    const { contexts, faults } = this.#booted.parts
    const { plugin = 'host', requestId } = contexts.current() ?? {}
    if (plugin === 'host') return false
    faults.report({ plugin, kind: 'exit', error: new Error('It exited the process.'), requestId })
    return true
  }

  /** How many faults a plugin has had. */
  faultCount(plugin: string): number {
    return this.#booted.parts.faults.count(plugin)
  }

  /**
   * Does jobs until none is due by the host's clock and none runs, and writes when sessions were last used, for tests; jobs
   * that others run are theirs.
   */
  async settleJobs(): Promise<void> {
    await this.#booted.jobs.settle()
    await this.#booted.identity.flush()
  }

  /** Turns readiness off, and still serves for `HOST_STOP_DELAY`, in which a proxy learns of it. */
  async leave(): Promise<void> {
    const { stopDelay } = this.#options.config
    this.#end.leaving.abort()
    if (stopDelay > 0) this.log.info('Stopping after a delay', { seconds: stopDelay / 1000 })
    await sleep(stopDelay)
  }

  /** Stops: no new connections, running requests finish, plugins stop, the database closes. Safe to call twice. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop())
  }

  async #stop(): Promise<void> {
    const { mounts, parts, identity, idempotency, jobs, rates, smtp, dns, metricExport, close } = this.#booted
    const { stopTimeout } = this.#options.config
    this.log.info('Stopping')
    this.#end.leaving.abort()
    const since = performance.now()
    const left = (): number => Math.max(stopTimeout - (performance.now() - since), 0)
    await this.#front.drain()
    this.#end.stopping.abort(new DOMException('The host is stopping.', 'AbortError'))
    await Promise.all([this.#front.stop(left()), smtp?.stop(left()), dns?.stop(left()), jobs.stop(left())])
    await idempotency.settle(left())
    await stopPlugins(mounts, parts, Math.max(left(), stopTimeout / 4))
    this.#front.close()
    await rates.stop()
    await identity.flush()
    const last = Math.max(left(), stopTimeout / 4)
    await Promise.all([this.#options.tracing?.stop(last), metricExport?.stop(last)])
    await close()
    this.#options.answerLines.flush()
    this.log.info('Stopped')
  }
}

/** Loads what records traces where the operator asks for them, and nothing otherwise. */
async function withTracing(options: CompleteOptions): Promise<CompleteOptions> {
  const { config, build, log, spans } = options
  const { traces } = config
  if (traces === undefined && spans === undefined) return options
  const { openTracing, recordTracing } = await import('./observability/tracing/open-tracing.ts')
  const tracing = spans ? recordTracing(spans) : traces && openTracing({ config: traces, build, log })
  if (tracing === undefined) return options
  return { ...options, tracing, log: tracing.log(log) }
}

/** The two steps of its end: it is not ready any more, and it does not serve any more. */
interface HostEnd {
  readonly leaving: AbortController
  readonly stopping: AbortController
}

/** Options of a host, with the log for its answers. */
interface CompleteOptions extends BootOptions, Pick<HostOptions, 'spans'> {
  readonly answerLines: { readonly log: Log; flush(): void }
}

function complement(options: HostOptions, end: Pick<BootOptions, 'leaving' | 'stopping'>): CompleteOptions {
  const { logLevel: level, logFormat: format } = options.config
  const isTerminal = process.stdout.isTTY
  const write = standardOutput()
  const lines = new BufferedLines(write)
  const buffered = { level: 'info', format, isTerminal, write: (line: string) => lines.add(line) } as const
  return {
    ...options,
    ...end,
    log: options.log ?? createLog({ level, format, isTerminal, write }),
    answerLines: { log: options.log ?? createLog(buffered), flush: () => lines.flush() },
    clock: options.clock ?? Date.now,
    announce: options.announce ?? ((line) => write(`${line}\n`)),
    build: options.build ?? { version: '0.0.0', digest: 'unbuilt' },
  }
}
