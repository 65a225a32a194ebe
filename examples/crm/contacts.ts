import { defineJob, Jobs, Live, mountResource, Outbound, requireService, Settings } from '@host/plugin'
import { get, newClient } from '@host/plugin/safehttp'
import * as z from 'zod/mini'
import { rules, type Mount } from './declarations.ts'
import { contacts } from './shared.ts'

const Lookup = z.strictObject({ contactId: z.string(), url: z.string() })
const lookUp = defineJob({ name: 'look-up', input: Lookup, usesNetwork: true })
const Company = z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)) })

/** Contacts. A company that was left empty is looked up in a directory, by the domain of the email address. */
export function mountContacts({ mux, ctx }: Mount): void {
  const [jobs, live, settings] = [requireService(ctx, Jobs), requireService(ctx, Live), requireService(ctx, Settings)]
  const client = newClient(10_000, { outbound: ctx.lookup(Outbound) })

  mountResource({ mux, ctx }, contacts, {
    async afterCreate({ db, orgId }, { id, email, company }) {
      const { companyDirectory } = await settings.workspace(rules, orgId)
      if (companyDirectory === '' || email === null || company !== null) return
      const url = `${companyDirectory}${encodeURIComponent(email.split('@').at(-1) ?? '')}`
      const lookup = await jobs.enqueue(orgId, lookUp, { contactId: id, url })
      await db.updateTable('crm_contacts').set({ lookup }).where('id', '=', id).execute()
    },
  })

  jobs.handle(lookUp, async ({ db, orgId, signal }, { contactId, url }) => {
    const answer = await get(signal, client, url, 'crm/1.0')
    if (answer.status === 404) return
    const { name: company } = Company.parse(answer.json())
    const contact = db.updateTable('crm_contacts').where('id', '=', contactId).where('company', 'is', null)
    await contact.set({ company }).execute()
    live.changed(orgId, ['/api/x/crm/contacts'])
  })
}
