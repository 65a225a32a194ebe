/** A real host that receives mail by SMTP into one mailbox. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import { csrfTokenOf } from '../../packages/host/src/identity/secret-token.ts'
import { Edge } from '../../packages/plugin/src/platform.ts'
import type { Log } from '../../packages/plugin/src/index.ts'
import { plugin as mailPlugin } from '../../plugins/mail/server/index.ts'
import { TurnMeter } from '../process/turn-meter.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'
import { fillWorkspaces } from './fill-workspaces.ts'
import { sessionToken, workspaceId } from './session-token.ts'

/** Options of a measured host that receives mail. */
export interface MailServerOptions {
  /** The SQLite file, or the URL of a PostgreSQL database; it is new. */
  readonly file: string
  /** Where keys are kept. */
  readonly folder: string
  /** The resolver that checks of senders ask. */
  readonly resolver: string
  /** Whether it measures its turns, for which its event loop never waits. */
  readonly turns?: boolean
}

/** The domain of its mailbox. */
const domain = 'bench.example'

await serveParent(start)

async function start({ file, folder, resolver, turns = false }: MailServerOptions): Promise<RunningServer> {
  await fillWorkspaces(file, 1)
  const { log, smtpPort } = portLog()
  const config = readConfig({
    HOST_DATABASE_URL: file,
    HOST_DATA: folder,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_PUBLIC_URL: 'http://bench.test',
    HOST_SMTP_LISTEN: '127.0.0.1:0',
    HOST_DNS_RESOLVERS: resolver,
  })
  const entry = { plugin: mailPlugin, version: '1.0.0', outOfTree: false, granted: ['emails'] }
  const host = await createHost({ plugins: [entry], config, log, announce: () => {} })
  await host.listen()
  await host.lookup(Edge)?.prove(workspaceId(0), domain)
  const token = sessionToken(0)
  const headers = {
    origin: 'http://bench.test',
    cookie: `host_session=${token}`,
    'x-csrf-token': csrfTokenOf(token),
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ address: `info@${domain}` })
  const mailboxes = 'http://bench.test/api/x/mail/mailboxes'
  const answer = await host.fetch(new Request(mailboxes, { method: 'POST', headers, body }))
  if (!answer.ok) throw new Error(`The mailbox was refused: ${answer.status} ${await answer.text()}`)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const meter = turns ? new TurnMeter() : undefined
  return {
    port: smtpPort(),
    loopDelay() {
      const value = delay.percentile(99) / 1e6
      delay.reset()
      return value
    },
    longestTurn: () => meter?.take() ?? Number.NaN,
    close: () => host.stop(),
  }
}

/** A log that finds the port, and prints what goes wrong. */
function portLog(): { readonly log: Log; readonly smtpPort: () => number } {
  let port = 0
  const print = (message: string, fields: unknown): void => console.error(message, fields)
  const log: Log = {
    debug: () => {},
    info: (message, fields) => {
      if (message === 'Receiving email') port = Number(fields?.['port'])
    },
    warn: print,
    error: print,
  }
  return { log, smtpPort: () => port }
}
