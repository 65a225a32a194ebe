import type { IncomingMessage, ServerResponse } from 'node:http'

/** The part of Vite's server that completes a page. */
export interface PageCompleter {
  /** Adds what a page needs during development. */
  transformIndexHtml(url: string, html: string): Promise<string>
}

/**
 * Completes the public pages that the host answers during development, as Vite does with its own pages. The policy of
 * the built page would refuse Vite's inline scripts, so the completed one has none.
 */
export function completePublicPages(pages: PageCompleter, host: string) {
  return async ({ url = '', method, headers }: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (!url.startsWith('/p/') || method !== 'GET' || headers.accept?.includes('text/html') !== true) return next()
    const kept = { accept: headers.accept, 'accept-language': headers['accept-language'] ?? '' }
    const answer = await fetch(host + url, { headers: kept, redirect: 'manual' }).catch(() => undefined)
    if (answer?.status !== 200 || answer.headers.get('content-type')?.startsWith('text/html') !== true) return next()
    const html = await pages.transformIndexHtml(url, await answer.text())
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(html)
  }
}
