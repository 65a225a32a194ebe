import type { ChecklistItem, WorkspaceScope } from '@host/plugin'
import type { Tables } from './models.ts'
import { sampleCustomer, sampleNames } from './sample/sample-products.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'role' | 'language'>

/** The first steps of a shop, for those who can do them. Sample data does none. */
export async function checklist({ db, role, language }: Scope): Promise<readonly ChecklistItem[]> {
  if (role === 'member') return []
  const product = db.selectFrom('products_products').select('id').where('name', 'not in', sampleNames).limit(1)
  const order = db.selectFrom('products_orders').select('id').where('email', '!=', sampleCustomer).limit(1)
  return [
    {
      id: 'create-product',
      title: { en: 'Create a product', zh: '创建产品' }[language],
      path: '/products?create=1',
      done: (await product.executeTakeFirst()) !== undefined,
    },
    {
      id: 'record-order',
      title: { en: 'Record your first order', zh: '记录第一笔订单' }[language],
      path: '/products/orders?create=1',
      done: (await order.executeTakeFirst()) !== undefined,
    },
  ]
}
