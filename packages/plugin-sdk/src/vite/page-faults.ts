/**
 * Errors that pages of plugins throw while they render, during development: shown in the page and in the terminal with
 * the line of their source, until a file changes.
 */
import { SourceMap, type SourceMapPayload } from 'node:module'
import { sep } from 'node:path'
import type { ViteDevServer } from 'vite'
import type { Fault, FaultBoard } from './fault-board.ts'

const source = 'page'
const longestMessage = 2_000
const frame = /(https?:\/\/[^\s)]+?):(\d+):(\d+)/g

/** Follows the errors of pages. @param folders those of the plugins, whose lines an author can change */
export function followPageFaults(server: ViteDevServer, faults: FaultBoard, folders: () => readonly string[]): void {
  server.ws.on('host:fault', (data: unknown) => {
    const { message, stack } = Object(data) as { readonly message?: unknown; readonly stack?: unknown }
    const unknownPlace = (): undefined => undefined
    const placed = placeOf(server, String(stack), folders()).catch(unknownPlace)
    void placed.then((place) => {
      const fault = { message: String(message).slice(0, longestMessage), ...place }
      server.config.logger.error(`${fault.message}${place === undefined ? '' : `\n${place.file}:${place.line}`}`)
      faults.show(source, fault)
    })
  })
  server.watcher.on('change', () => faults.show(source, undefined))
}

/** The first line of a stack that is a plugin's, as it is written. */
async function placeOf(
  { environments }: ViteDevServer,
  stack: string,
  folders: readonly string[],
): Promise<Required<Pick<Fault, 'file' | 'line' | 'column'>> | undefined> {
  for (const [, url = '', line, column] of stack.matchAll(frame)) {
    const { pathname, search } = new URL(url)
    const { client } = environments
    const { moduleGraph } = client
    const module = (await moduleGraph.getModuleByUrl(pathname)) ?? (await moduleGraph.getModuleByUrl(pathname + search))
    const file = module?.file ?? undefined
    if (module === undefined || file === undefined || !folders.some((folder) => file.startsWith(folder + sep))) continue
    // An editor that writes a file in two steps has made Vite drop the result of the first.
    const { map } = module.transformResult ?? (await client.transformRequest(module.url)) ?? {}
    if (map === null || map === undefined || !('mappings' in map) || map.mappings === '') continue
    const entry = new SourceMap(map as unknown as SourceMapPayload).findEntry(Number(line) - 1, Number(column) - 1)
    if ('originalLine' in entry) return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
  }
  return undefined
}
