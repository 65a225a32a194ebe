/** A collector of OpenTelemetry that accepts every span and keeps none. */
import { serveParent } from '../process/serve-parent.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'

await serveParent(() =>
  listenOnLoopback((request, response) => {
    request.on('end', () => response.writeHead(200).end()).resume()
  }),
)
