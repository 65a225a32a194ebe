/**
 * The module that a page begins with stands in the page itself. It is small and the page never comes without it, so a
 * file of its own would only take one of the six connections that a browser opens to a host without HTTP/2, from a file
 * or a call that the first paint waits for. What it imports is asked for by the page, as before.
 */
import { parseSync, type Rolldown } from 'vite'

/** What can't stand in a script of a page, or would mean something else there. */
const unfit = /<\/script|<!--|\r|\bimport\.meta\b/i
const tag = /<script type="module"[^>]* src="\/(?<file>[^"]+)"><\/script>/

/** A page with its entry in it, which leaves the bundle; unchanged where the entry is no chunk that can stand there. */
export function withEntry(html: string, bundle: Rolldown.OutputBundle): string {
  const found = tag.exec(html)
  const entry = bundle[found?.groups?.['file'] ?? '']
  if (found === null || entry?.type !== 'chunk' || isImported(entry, bundle) || unfit.test(entry.code)) return html
  Reflect.deleteProperty(bundle, entry.fileName)
  const script = `<script type="module">${fromRoot(entry)}</script>`
  return html.slice(0, found.index) + script + html.slice(found.index + found[0].length)
}

function isImported({ fileName }: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): boolean {
  return Object.values(bundle).some(
    (one) => one.type === 'chunk' && [...one.imports, ...one.dynamicImports].includes(fileName),
  )
}

/** The code of a chunk whose imports are named from the root, and so mean the same at every address of a page. */
function fromRoot({ fileName, code }: Rolldown.OutputChunk): string {
  const { staticImports, dynamicImports } = parseSync(fileName, code).module
  const names = [...staticImports, ...dynamicImports].map(({ moduleRequest }) => moduleRequest)
  let [text, at] = ['', 0]
  for (const { start, end } of names.toSorted((one, other) => one.start - other.start)) {
    text += code.slice(at, start + 1) + rootPath(code.slice(start + 1, end - 1), fileName)
    at = end - 1
  }
  return (text + code.slice(at)).trim()
}

function rootPath(name: string, importer: string): string {
  return name.startsWith('.') ? new URL(name, `http://page/${importer}`).pathname : name
}
