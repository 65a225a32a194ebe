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
}

/** The Vite that the pages are built with, which is theirs and not the composer's. */
export async function importVite(app: string): Promise<Vite> {
  const path = createRequire(join(app, 'package.json')).resolve('vite')
  return (await import(pathToFileURL(path).href)) as Vite
}
