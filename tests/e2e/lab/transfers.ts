import type { Page } from 'playwright-core'
import { openSettled } from './settle.ts'

/** Files transferred, with their bytes over the wire. */
export interface Transfer {
  readonly path: string
  readonly bytes: number
}

/** Opens a page and records its requests until the network is idle. */
export async function transfersOf(page: Page, path: string): Promise<readonly Transfer[]> {
  const transfers: Transfer[] = []
  page.on('response', (response) => {
    transfers.push({
      path: new URL(response.url()).pathname,
      bytes: Number(response.headers()['content-length'] ?? 0),
    })
  })
  await openSettled(page, path)
  return transfers
}

/** The bytes of the files whose path matches. */
export function bytesOf(transfers: readonly Transfer[], kind: RegExp): number {
  return transfers.filter(({ path }) => kind.test(path)).reduce((sum, { bytes }) => sum + bytes, 0)
}
