import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { startSite, type HostileSite, type RunningSite } from './hostile-site.ts'
import { startNameServer, type NameServer } from './name-server.ts'
import { startListener, type RunningListener, type SilentListener } from './silent-listener.ts'

/** A small hostile internet on loopback. */
export interface HostileLab extends AsyncDisposable {
  /** For `newClient`, or for `createTestHost`: the site and nothing else is open, and names are asked of `names`. */
  readonly outbound: OutboundPolicy
  /** Answers for every name. */
  readonly names: NameServer
  /** The one server that may be reached. */
  readonly site: HostileSite
  /** Represents the internal network: on the site's port at another address of this machine, and not allowed. */
  readonly listener: SilentListener
  /** Stops everything. `await using` does it by itself. */
  close(): Promise<void>
}

/**
 * Starts a laboratory for plugins that send requests to addresses chosen by users: names with changing answers, a site
 * that redirects, stalls, floods and lies, and a listener that must never be called. Everything is real and on
 * loopback.
 * @example
 * await using lab = await startHostileLab()
 * await using host = await createTestHost({ plugins: [plugin], outbound: lab.outbound })
 * lab.names.set('moving.example', [lab.site.address], [lab.listener.address])
 * lab.site.at('/start', hostile.redirect(lab.site.url('/', 'moving.example')))
 * const answer = await host.as('member').post('/api/x/links/preview', { url: lab.site.url('/start') })
 * assert.equal(answer.status, 400)
 * assert.equal(lab.listener.connections, 0)
 * @since 1.0.0
 */
export async function startHostileLab(): Promise<HostileLab> {
  const names = await startNameServer()
  const { site, listener } = await startNeighbours(attempts)
  const close = async (): Promise<void> => {
    for (const part of [names, site, listener]) part.close()
  }
  return Object.freeze<HostileLab>({
    outbound: new OutboundPolicy({ allow: `${site.address}:${site.port}`, nameServers: [names.address] }),
    names,
    site,
    listener,
    close,
    [Symbol.asyncDispose]: close,
  })
}

const attempts = 5

/** A site, and a listener on its port: at another IPv4 loopback address, or at IPv6's where a machine has only one. */
async function startNeighbours(
  left: number,
): Promise<{ readonly site: RunningSite; readonly listener: RunningListener }> {
  const site = await startSite()
  try {
    const listener = await startListener('127.0.0.2', site.port).catch(() => startListener('::1', site.port))
    return { site, listener }
  } catch (error) {
    site.close()
    if (left <= 1) throw error
    return await startNeighbours(left - 1)
  }
}
