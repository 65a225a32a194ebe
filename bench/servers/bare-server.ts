/** The floor: `node:http` that answers every request alike. */
import { serveParent } from '../process/serve-parent.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { payload, payloadId } from './payload.ts'

await serveParent(() =>
  listenOnLoopback((_request, response) => {
    const body = JSON.stringify(payload(payloadId))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }),
)
