/** The floor of a redirect: `node:http` that redirects every request alike. */
import { serveParent } from '../process/serve-parent.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { redirectTarget } from './edge-plugin.ts'

await serveParent(() =>
  listenOnLoopback((_request, response) => {
    response.writeHead(302, { location: redirectTarget, 'content-length': 0 })
    response.end()
  }),
)
