import type { EndpointInput, EndpointOutput } from '../endpoint.ts'
import type { Insert, Row } from '../model.ts'
import { defineResource, field, type RecordOf } from '../zod.ts'

type Same<One, Other> = (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : false

const is = <Truth extends true>(truth: Truth): Truth => truth

const label = { en: 'Name', zh: '名称' }
const labels = { one: label, many: label }

const companies = defineResource({
  plugin: 'crm',
  name: 'companies',
  one: 'company',
  label: labels,
  icon: 'building',
  fields: { name: field.text({ label }) },
  title: 'name',
})

const deals = defineResource({
  plugin: 'crm',
  name: 'deals',
  one: 'deal',
  label: labels,
  icon: 'handshake',
  fields: {
    name: field.text({ label, max: 120 }),
    notes: field.longText({ label, optional: true }),
    company: field.reference(companies, { label, onDelete: 'null' }),
    amount: field.money({ label, currency: 'EUR' }),
    stage: field.choice({ label, choices: { lead: label, won: label }, default: 'lead' }),
    closesOn: field.date({ label, optional: true }),
    isHot: field.toggle({ label }),
    taxId: field.sealed({ label, optional: true }),
  },
  title: 'name',
  sort: '-closesOn',
})

interface Expected {
  readonly id: string
  readonly name: string
  readonly notes: string | null
  readonly company: { readonly id: string; readonly name: string | null } | null
  readonly amount: number
  readonly stage: 'lead' | 'won'
  readonly closesOn: string | null
  readonly isHot: boolean
  readonly taxId: boolean
  readonly createdAt: string
  readonly updatedAt: string
}
type Mutual<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
is<Mutual<RecordOf<typeof deals>, Expected>>(true)
is<Mutual<EndpointOutput<typeof deals.endpoints.read>, Expected>>(true)
is<Mutual<EndpointOutput<typeof deals.endpoints.list>['items'][number], Omit<Expected, 'notes'>>>(true)
is<Same<typeof deals.endpoints.create.pattern, 'POST /api/x/crm/deals'>>(true)
is<Same<typeof deals.model.table, 'crm_deals'>>(true)
is<Same<Row<typeof deals.model>['closes_on'], string | null>>(true)
is<Same<Row<typeof deals.model>['stage'], 'lead' | 'won'>>(true)
is<Same<Insert<typeof deals.model>['amount'], number>>(true)

export const created: EndpointInput<typeof deals.endpoints.create> = { name: 'Boat', amount: 1250 }
export const changed: EndpointInput<typeof deals.endpoints.change> = { id: 'deal_1', stage: 'won', closesOn: null }
export const listed: EndpointInput<typeof deals.endpoints.list> = {
  sort: '-amount',
  stage: 'lead',
  closesOnFrom: '2026-01-31',
  amountTo: 5,
  createdAtFrom: '2026-01-31T08:15:00.000Z',
}
is<Same<typeof companies.endpoints.reveal, undefined>>(true)

// @ts-expect-error a required field is missing
export const unnamed: EndpointInput<typeof deals.endpoints.create> = { amount: 1250 }
// @ts-expect-error a stage that the field doesn't have
export const lost: EndpointInput<typeof deals.endpoints.change> = { id: 'deal_1', stage: 'lost' }
// @ts-expect-error no list is sorted by a reference
export const bySeller: EndpointInput<typeof deals.endpoints.list> = { sort: 'company' }
// @ts-expect-error a label has both languages
field.text({ label: { en: 'Name' } })
// @ts-expect-error an option that the field doesn't have
field.date({ label, max: 10 })
// @ts-expect-error a default that is not a choice
field.choice({ label, choices: { lead: label }, default: 'won' })
// @ts-expect-error the title is a text
defineResource({ ...companies, fields: { amount: field.number({ label }) }, title: 'amount' })
