import { readStorage } from '../../shared.ts'
import type { MailMux, Parts } from '../parts.ts'

/** The route of how much storage is used. */
export function mountStorage(mux: MailMux, { storage }: Pick<Parts, 'storage'>): void {
  mux.endpoint(readStorage, async ({ orgId }) => {
    const { used, limit } = await storage.use(orgId)
    return { used, limit: limit === Infinity ? null : limit }
  })
}
