import { column, definePlugin, model, Problem } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Vendor = model(
  'vendors_items',
  {
    id: column.id('vend'),
    org_id: column.org(),
    name: column.text({ max: 200 }),
    // Sealed; `secret` keeps it out of exports.
    tax_number: column.text({ nullable: true, secret: true }),
  },
  { index: [['org_id', 'id']], label: 'name' },
)

export const addVendor = defineEndpoint({
  pattern: 'POST /api/x/vendors/items',
  input: z.strictObject({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  output: z.object({ id: z.string(), name: z.string() }),
  status: 201,
  summary: 'Add a vendor',
})

export const setTaxNumber = defineEndpoint({
  pattern: 'PUT /api/x/vendors/items/{id}/tax-number',
  input: z.strictObject({ taxNumber: z.string().check(z.trim(), z.minLength(4), z.maxLength(40)) }),
  output: nothing,
  role: 'admin',
  audit: 'vendor.changed',
  summary: "Set a vendor's tax number",
})

/** Reveals the number: for admins, after a recent proof, with an entry in the audit log. */
export const readTaxNumber = defineEndpoint({
  pattern: 'GET /api/x/vendors/items/{id}/tax-number',
  input: nothing,
  output: z.object({ taxNumber: z.nullable(z.string()) }),
  role: 'admin',
  revealsSecret: true,
  audit: 'vendor.revealed',
  summary: "Reveal a vendor's tax number",
})

/** The place that a sealed value belongs to: moved to another row or workspace it does not open. */
const placeOf = (id: string) => ({ field: 'tax_number', row: id })

export const plugin = definePlugin({
  name: 'vendors',
  info: { title: 'Vendors', description: 'Vendors with tax numbers', icon: 'building', category: 'Work', api: '^1' },
  models: [Vendor],
  mount(mux, ctx) {
    mux.endpoint(addVendor, ({ db, input }) =>
      db.insertInto('vendors_items').values(input).returning(['id', 'name']).executeTakeFirstOrThrow(),
    )
    mux.endpoint(setTaxNumber, async ({ db, params: { id }, input }) => {
      const tax_number = await ctx.encrypt(input.taxNumber, placeOf(id))
      const changed = db.updateTable('vendors_items').set({ tax_number }).where('id', '=', id)
      if ((await changed.returning('id').executeTakeFirst()) === undefined) throw new Problem('not_found')
      return undefined
    })
    mux.endpoint(readTaxNumber, async ({ db, params: { id } }) => {
      const vendor = db.selectFrom('vendors_items').select('tax_number').where('id', '=', id)
      const row = await vendor.executeTakeFirst()
      if (row === undefined) throw new Problem('not_found')
      return { taxNumber: row.tax_number === null ? null : await ctx.decrypt(row.tax_number, placeOf(id)) }
    })
  },
})
