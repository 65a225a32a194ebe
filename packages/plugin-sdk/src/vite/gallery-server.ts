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
        server.transformIndexHtml(url, pageOf(entry)).then((html) => {
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
        }, next)
      })
    },
  }
}

function pageOf(entry: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Gallery</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/@fs${entry}"></script>
  </body>
</html>
`
}
