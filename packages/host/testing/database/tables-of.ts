import { migrate } from '../../src/database/migrate/migrate.ts'
import type { Template } from './test-databases.ts'

/**
 * The tables of owners, as a test database may begin with them.
 * @example
 * const tables = tablesOf(owners)
 * const fresh = await product.create(tables)
 */
export function tablesOf(owners: Parameters<typeof migrate>[1]): Template {
  return {
    async fill(empty) {
      await migrate(await empty.open({ durability: 'normal' }), owners)
    },
  }
}
