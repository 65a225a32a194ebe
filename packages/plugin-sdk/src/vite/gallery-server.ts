import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Serves the gallery of the SDK's components below `/gallery` while pages are developed. It is a page of the
 * development server alone: a build has no way to it, and so nothing of it.
 */
export function galleryServer(sdkFolder: string): Plugin {
  const entry = join(sdkFolder, 'gallery/main.tsx')
  return {
    name: 'host-gallery',
    apply: 'serve',
    config: () => ({ optimizeDeps: { entries: ['index.html', entry] } }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? ''
        if (!/^\/gallery(?:[/?]|$)/.test(url)) return next()
        const written = readFile(join(server.config.root, 'public.html'), 'utf8').then((html) =>
          server.transformIndexHtml(url, pageOf(html, entry)),
        )
        written.then((html) => {
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
        }, next)
      })
    },
  }
}

/** The document of public pages with the script of the gallery. @throws Error when it lacks its title or its script */
export function pageOf(document: string, entry: string): string {
  const places = [
    ['<title>Host</title>', '<title>Gallery</title>'],
    ['src="/src/public.ts"', `src="/@fs${entry}"`],
  ] as const
  return places.reduce((html, [place, text]) => {
    if (!html.includes(place)) throw new Error(`public.html must have ${place}.`)
    return html.replace(place, () => text)
  }, document)
}
