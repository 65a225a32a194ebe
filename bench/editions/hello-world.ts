import { openCheckout } from '../../packages/cli/src/build/checkout.ts'
import { writeExecutable } from '../../packages/cli/src/build/write-executable.ts'

const main = `import { createServer } from 'node:http'

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end('hello, world')
}).listen(Number(process.env.HOST_LISTEN.split(':')[1]), '127.0.0.1')
`

/** Builds the smallest executable of the same runtime that answers a request. */
export async function buildHelloWorld(output: string, scratch: string): Promise<void> {
  await writeExecutable(openCheckout(), { main, assets: new Map(), output, scratch })
}
