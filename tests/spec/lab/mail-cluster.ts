/** Hosts that send emails to a mail server of the test, and are killed on the way. */
import { startCluster, type Cluster, type ClusterKind } from './cluster.ts'
import { until } from '@host/host/testing/until'
import { startMailServer, type ArrivedEmail, type MailServer } from './mail-server.ts'
import type { Visitor } from './visitor.ts'

const publicUrl = 'http://host.test'

/** A cluster with its mail server. */
export interface MailCluster extends AsyncDisposable {
  readonly cluster: Cluster
  readonly mail: MailServer
  /** Holds or releases the greeting of new connections. */
  hold(isHeld: boolean): void
  /** Runs once, when the server has the next email and its sender does not know yet. */
  onNextArrival(run: () => Promise<void>): void
  /** Calls the first host as the pages do. @param route such as `POST /api/auth/forgot` @returns the status */
  call(visitor: Visitor, route: string, body: unknown): Promise<number>
  /** Kills the host that answers, and starts it again. */
  restart(): Promise<void>
  /** Waits until no email is left to send. */
  untilSent(): Promise<void>
}

/** Starts one. The people of the cluster are invited before it can send emails, so they get none. */
export async function startMailCluster(kind: ClusterKind): Promise<MailCluster> {
  await using stack = new AsyncDisposableStack()
  const gate = { isHeld: false, onArrival: async (): Promise<void> => undefined }
  const mail = stack.use(
    await startMailServer({
      onConnect: (_session, done) => void until(() => !gate.isHeld).then(() => done(null)),
      onArrival: async () => {
        const run = gate.onArrival
        gate.onArrival = async () => undefined
        await run()
      },
    }),
  )
  const cluster = stack.use(await startCluster(kind))
  const env = {
    SPEC_WORKS: '1',
    // The host's own sender is what is killed here; the queue of the plugin has tests of its own.
    SPEC_WITHOUT: 'mail',
    HOST_PUBLIC_URL: publicUrl,
    HOST_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    HOST_SMTP_FROM: 'Host <host@host.test>',
    HOST_TRUST_PROXY: '127.0.0.1',
  }
  const restartAt = async (at: number): Promise<void> => {
    const host = cluster.hosts[at]
    if (host === undefined) return
    await host.kill()
    await cluster.endLease(host)
    await cluster.start(at, { env })
  }
  for (const at of cluster.hosts.keys()) await restartAt(at)
  const held = stack.move()
  return {
    cluster,
    mail,
    hold: (isHeld) => void (gate.isHeld = isHeld),
    onNextArrival: (run) => void (gate.onArrival = run),
    call: async (visitor, route, body) => {
      const [method = '', path = ''] = route.split(' ')
      const headers = { origin: publicUrl, 'x-forwarded-for': anyAddress() }
      const { status } = await visitor.at(cluster.hosts[0]?.url ?? '').send(method, path, { body, headers })
      return status
    },
    restart: () => restartAt(0),
    untilSent: () => untilSent(cluster),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** An email in short: recipients and subject. */
export function briefly({ to, mail: { subject = '' } }: Pick<ArrivedEmail, 'to' | 'mail'>): string {
  return `${to.join()}: ${subject}`
}

/** From another network each time, since anonymous clients of one network are limited. */
function anyAddress(): string {
  return Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 200)).join('.')
}

async function untilSent({ database }: Cluster): Promise<void> {
  const opened = await database.open({ isExclusive: false })
  const left = async (): Promise<number> => {
    const sql = `select id from host_jobs where plugin = 'host' and state in ('waiting', 'delayed', 'held', 'running')`
    return (await opened.run({ sql, parameters: [], writes: false })).rows.length
  }
  try {
    await until(async () => (await left()) === 0)
  } finally {
    await opened.close()
  }
}
