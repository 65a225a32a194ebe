import type { Page } from 'playwright-core'
import { openSettled } from './settle.ts'

/** What came over the wire, in bytes as it was served. */
export interface Transfer {
  readonly path: string
  readonly bytes: number
}

/** Opens a page and adds up what it asked for until it was quiet. */
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

/** The bytes of those whose path is of a kind. */
export function bytesOf(transfers: readonly Transfer[], kind: RegExp): number {
  return transfers.filter(({ path }) => kind.test(path)).reduce((sum, { bytes }) => sum + bytes, 0)
}
