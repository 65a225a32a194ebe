import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The part of Vite that is needed. */
export interface Vite {
  build(options: Readonly<Record<string, unknown>>): Promise<unknown>
  createServer(options: Readonly<Record<string, unknown>>): Promise<ViteServer>
}

/** A server of pages that follow their sources. */
export interface ViteServer {
  listen(): Promise<unknown>
  close(): Promise<void>
  printUrls(): void
  transformIndexHtml(url: string, html: string): Promise<string>
  readonly config: { readonly plugins: readonly PagesPlugin[] }
  readonly middlewares: { use(handler: (...call: [IncomingMessage, ServerResponse, () => void]) => unknown): unknown }
  readonly watcher: {
    add(places: readonly string[]): unknown
    on(event: 'all', listener: (event: string, file: string) => void): unknown
  }
  readonly ws: { send(payload: { readonly type: 'custom'; readonly event: string }): void }
}

/** A plugin of the pages' build; that of the SDK shows faults in them. */
interface PagesPlugin {
  readonly name: string
  readonly api?: { faults(): { show(source: string, fault: object | undefined): void } | undefined }
}

/** The Vite that the pages are built with, which is theirs and not the composer's. */
export async function importVite(app: string): Promise<Vite> {
  const path = createRequire(join(app, 'package.json')).resolve('vite')
  return (await import(pathToFileURL(path).href)) as Vite
}
