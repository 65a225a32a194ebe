import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { definePlugin, type AnyPlugin, type PluginContext } from '@host/plugin'
import { createTestHost, type TestHost } from '@host/testing'
import { clickWriters } from '../clicks/click-writers.ts'
import { plugin } from '../index.ts'
import type { Tables } from '../models.ts'

/** The host that all workspaces share. */
export const sharedHost = 'go.host.test'

/** What a visit got. */
export interface Visit {
  readonly status: number
  readonly location: string | undefined
  /** By lower-case name, as bytes of characters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Optional parts of a visit. */
export interface VisitInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A host with links that listens. */
export interface LinksLab {
  readonly host: TestHost
  readonly port: number
  /** Sends a request line as it is given, through a socket. */
  visit(address: string, init?: VisitInit): Promise<Visit>
  /** Counts the clicks of all visits so far at once, instead of after seconds. */
  countClicks(): Promise<void>
  /** The context of the plugin. */
  context(): PluginContext<Tables>
}

/** Opens a laboratory, which ends with its test. */
export async function openLinksLab(
  context: TestContext,
  environment: Readonly<Record<string, string>> = {},
  others: readonly AnyPlugin[] = [],
): Promise<LinksLab> {
  const { watched, countClicks, context: mounted } = watchClicks()
  const host = await createTestHost({
    plugins: [watched, ...others],
    environment: { HOST_PUBLIC_URL: 'http://host.test', HOST_SHARED_HOST: sharedHost, ...environment },
  })
  context.after(() => host.close())
  const port = Number(new URL(await host.listen()).port)
  return Object.freeze<LinksLab>({
    host,
    port,
    countClicks,
    context: mounted,
    visit: (address, init) => visitAt(port, address, init),
  })
}

/** The plugin, its context, and a way to have its clicks counted at once. */
export function watchClicks() {
  let countClicks = async (): Promise<void> => undefined
  let mounted: PluginContext<Tables> | undefined
  const watched = definePlugin({
    ...plugin,
    async mount(mux, ctx) {
      mounted = ctx
      await plugin.mount(mux, ctx)
      countClicks = async () => await clickWriters.get(ctx)?.settle()
    },
  })
  const context = () => {
    if (mounted === undefined) throw new Error('The plugin is not mounted.')
    return mounted
  }
  return { watched, countClicks: () => countClicks(), context }
}

async function visitAt(port: number, address: string, { method = 'GET', headers = {}, body }: VisitInit = {}) {
  const [, name = '', target = '/'] = /^https?:\/\/([^/]+)(.*)$/su.exec(address) ?? []
  const socket = connect(port, '127.0.0.1')
  const isChunked = 'transfer-encoding' in headers
  const framing = body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: name, connection: 'close', ...framing, ...headers }).map(
    ([key, value]) => `${key}: ${value}`,
  )
  // A client that ends its side has left, as far as a server can tell.
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (body !== undefined) socket.write(body)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return readVisit(Buffer.concat(chunks).toString('latin1'))
}

/** A form that a visitor sends. */
export function formOf(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): VisitInit {
  const type = 'application/x-www-form-urlencoded'
  return { method: 'POST', headers: { 'content-type': type, ...headers }, body: String(new URLSearchParams(fields)) }
}

/** The text of a page. */
export function pageText({ body }: Visit): string {
  return Buffer.from(body, 'latin1').toString('utf8')
}

function readVisit(text: string): Visit {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), location: headers['location'], headers, body: text.slice(end + 4) }
}
