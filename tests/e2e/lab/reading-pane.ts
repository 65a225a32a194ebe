/** The reading pane of emails behind the policies that the product sends, and a server that counts what reaches it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importVite } from '../../../packages/cli/src/build/import-vite.ts'
import { pagePolicy } from '../../../packages/host/src/http/security-headers.ts'
import { hostWeb } from '../../../packages/plugin-sdk/src/vite/index.ts'
import { frameDocument } from '../../../plugins/mail/server/images/frame-document.ts'
import { checkout } from './composed.ts'

export interface ReadingPane extends AsyncDisposable {
  readonly url: string
  /** Where hostile HTML tries to reach. */
  readonly trap: string
  /** Paths that were asked there. */
  readonly trapped: string[]
}

export async function openReadingPane(): Promise<ReadingPane> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'host-reading-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await buildPane(folder)
  const trapped: string[] = []
  const trap = await listen(stack, (request, answer) => {
    trapped.push(request.url ?? '')
    answer.writeHead(200, { 'access-control-allow-origin': '*' }).end('')
  })
  const url = await listen(stack, (request, answer) => void answerPane(folder, request.url ?? '', answer))
  const opened = stack.move()
  return { url, trap, trapped, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function buildPane(outDir: string): Promise<void> {
  const root = join(checkout, 'tests/e2e/fixtures/reading-pane')
  const vite = await importVite(join(checkout, 'apps/web'))
  await vite.build({
    root,
    configFile: false,
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: { conditions: ['source', 'module', 'browser', 'development|production'], dedupe: ['react', 'react-dom'] },
    plugins: [hostWeb()],
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, minify: false, target: 'esnext', modulePreload: { polyfill: false } },
  })
}

async function listen(stack: AsyncDisposableStack, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function answerPane(folder: string, path: string, answer: Parameters<RequestListener>[1]): Promise<void> {
  if (path === '/api/x/mail/frame') {
    const frame = frameDocument()
    answer.writeHead(200, Object.fromEntries(frame.headers)).end(await frame.text())
    return
  }
  const isFile = path.startsWith('/assets/')
  const body = await readFile(join(folder, isFile ? path : 'index.html'), 'utf8').catch(() => undefined)
  const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html'
  const policy = pagePolicy(isFile ? '' : (body ?? ''))
  answer
    .writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'content-security-policy': policy })
    .end(body)
}
