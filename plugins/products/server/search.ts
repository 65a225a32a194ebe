import { listOf, type SearchHit, type WorkspaceScope } from '@host/plugin'
import type { Tables } from './models.ts'

/** The products, orders and licenses that a text finds, for the palette. */
export async function search({ db }: Pick<WorkspaceScope<Tables>, 'db'>, query: string): Promise<readonly SearchHit[]> {
  const input = { q: query, limit: 5 }
  const products = await listOf({ db, input }, db.selectFrom('products_products').select(['id', 'name']), {
    usual: '-id',
    search: { by: 'products_products.id' },
  })
  const orders = await listOf({ db, input }, db.selectFrom('products_orders').select(['id', 'name', 'email']), {
    usual: '-id',
    search: { by: 'products_orders.id' },
  })
  const licenses = await listOf({ db, input }, db.selectFrom('products_licenses').select(['id', 'name', 'email']), {
    usual: '-id',
    search: { by: 'products_licenses.id' },
  })
  return [
    ...products.items.map(({ id, name }) => ({ title: name, path: `/products/${id}` })),
    ...orders.items.map((order) => ({ ...customer(order), path: `/products/orders/${order.id}` })),
    ...licenses.items.map((license) => ({ ...customer(license), path: `/products/licenses/${license.id}` })),
  ]
}

function customer({ name, email }: { readonly name: string; readonly email: string }) {
  return { title: name === '' ? email : name, detail: email }
}
