import { answerBlob, type InstanceTables, type ScopedDatabase } from '@host/plugin'
import { deliveryFilePath, deliveryPage } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts, ProductsMux } from '../parts.ts'
import { deliveredFile, deliveryContent } from './delivery-content.ts'
import { hashOf } from './prepare-delivery.ts'

/** The page of a customer, and its files. */
export function mountDelivery(mux: ProductsMux, parts: Parts): void {
  const workspace = ({ params }: { readonly params: { readonly token: string } }) => workspaceOf(params.token)
  mux.publicPage(deliveryPage, {
    workspace,
    async answer({ db, orgId, params, language }) {
      const data = await deliveryContent(parts, { db, orgId, token: params.token })
      return data && { title: { en: 'Your order', zh: '您的订单' }[language], data }
    },
  })
  mux.publicFile(deliveryFilePath, {
    workspace,
    async answer({ db, orgId, params }) {
      const file = await deliveredFile(parts, { db, token: params.token }, params.fileId)
      const blob = file && (await parts.blobs.get(orgId, file.file))
      return file && blob && answerBlob(blob, { name: file.name })
    },
  })

  // Opened with the first visit: plugins are mounted before the database is available.
  let opened: ScopedDatabase<InstanceTables<Tables>> | undefined

  /** An unknown link and one that has ended are answered alike. */
  async function workspaceOf(token: string): Promise<string | undefined> {
    opened ??= parts.ctx.db.asInstance('find the workspace of a delivery link')
    const found = opened.selectFrom('products_deliveries').select(['org_id', 'expires_at'])
    const row = await found.where('token_hash', '=', hashOf(token)).executeTakeFirst()
    return row !== undefined && row.expires_at > new Date(parts.clock()).toISOString() ? row.org_id : undefined
  }
}
