import { defineJob, memberMirror, mirror, serviceToken } from '@host/plugin'
import type { Mux, PluginContext, TablesOf } from '@host/plugin'
import { column, defineEvent, defineSettings } from '@host/plugin/zod'
import * as z from 'zod/mini'
import { contacts, deals, files, notes } from './shared.ts'

const workspaces = mirror('workspaces', { id: column.id('org'), time_zone: column.text() }, { tenantKey: 'id' })

export const models = [contacts.model, deals.model, notes.model, files.model, memberMirror, workspaces] as const

export type Tables = TablesOf<typeof models>

/** Where a part of the plugin is mounted. */
export type Mount = { readonly mux: Mux<'crm', Tables>; readonly ctx: PluginContext<Tables> }

/** Settings of the workspace. */
export const rules = defineSettings({
  id: 'crm-rules',
  title: 'Rules of deals',
  icon: 'handshake',
  schema: z.strictObject({
    staleAfterDays: z._default(z.int().check(z.gte(1), z.lte(365)), 14),
    companyDirectory: z._default(z.string().check(z.maxLength(200)), ''),
  }),
})

export const dealWon = defineEvent({
  name: 'deal.won',
  description: 'Deal won',
  data: z.object({ dealId: z.string(), name: z.string(), amount: z.nullable(z.int()), currency: z.string() }),
  example: { dealId: 'deal_01h2xcejqtf2nbrexx3vqjhp41', name: 'Harbor Bakery', amount: 125_000, currency: 'EUR' },
})

export const remindOfStale = defineJob({ name: 'remind-of-stale', input: z.strictObject({}), atomic: true })

type WonDeals = { readonly month: string; readonly currency: string; readonly amount: number }

/** For other plugins, which declare the same token; another shape gets another version in the name. */
export const Deals = serviceToken<{ wonByMonth(orgId: string, since: Date): Promise<readonly WonDeals[]> }>(
  'crm.deals.v1',
)
