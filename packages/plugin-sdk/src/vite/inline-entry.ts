/**
 * Inlines the entry module of a page. It is small and always needed, and as a separate file it would occupy one of the
 * six connections that a browser opens to a host without HTTP/2, delaying a file or call that the first paint waits
 * for. The page requests its imports as before.
 */
import { parseSync, type Rolldown } from 'vite'

/** Code that can't be in an inline script, or would have another meaning there. */
const unfit = /<\/script|<!--|\r|\bimport\.meta\b/i
const tag = /<script type="module"[^>]* src="\/(?<file>[^"]+)"><\/script>/

/**
 * Inlines the entry into the page and removes it from the bundle; the page stays unchanged when the entry isn't a chunk
 * that can be inlined.
 */
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

/** The code of a chunk with imports from the root, which resolve the same at every address of the page. */
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
