import { nothing } from '@host/plugin/wire'
import { defineDownload, defineResource, defineUpload, field } from '@host/plugin/zod'

const label = (en: string, zh: string) => ({ en, zh })

/** Resources for stories and tests. */
export const companies = defineResource({
  plugin: 'fixture',
  name: 'companies',
  one: 'company',
  icon: 'building-2',
  label: { one: label('Company', '公司'), many: label('Companies', '公司') },
  fields: { name: field.text({ label: label('Name', '名称') }) },
  title: 'name',
})

export const deals = defineResource({
  plugin: 'fixture',
  name: 'deals',
  one: 'deal',
  icon: 'handshake',
  label: { one: label('Deal', '商机'), many: label('Deals', '商机') },
  fields: {
    name: field.text({ label: label('Name', '名称'), max: 120 }),
    company: field.reference(companies, { label: label('Company', '公司'), optional: true, onDelete: 'null' }),
    owner: field.member({ label: label('Owner', '负责人'), optional: true }),
    amount: field.money({ label: label('Amount', '金额'), currency: 'EUR' }),
    stage: field.choice({
      label: label('Stage', '阶段'),
      choices: { lead: label('Lead', '线索'), won: label('Won', '赢单') },
      default: 'lead',
    }),
    closesOn: field.date({ label: label('Closes on', '截止日期'), optional: true }),
    notes: field.longText({ label: label('Notes', '备注'), optional: true }),
    taxId: field.sealed({ label: label('Tax ID', '税号'), optional: true }),
  },
  title: 'name',
})

/** Deals of companies that take the admin role to read. */
export const dealsOfHidden = defineResource({
  ...deals,
  path: '/deals',
  title: 'name',
  fields: {
    ...deals.fields,
    company: field.reference(
      { ...companies, permissions: { ...companies.permissions, read: 'admin' } },
      { label: label('Company', '公司'), optional: true, onDelete: 'null' },
    ),
  },
  sort: '-createdAt',
})

export const notes = defineResource({
  plugin: 'fixture',
  name: 'notes',
  one: 'note',
  icon: 'sticky-note',
  label: { one: label('Note', '备注'), many: label('Notes', '备注') },
  fields: {
    text: field.text({ label: label('Note', '备注'), max: 2_000, multiline: true }),
    deal: field.reference(deals, { label: label('Deal', '商机'), onDelete: 'cascade' }),
  },
  title: 'text',
})

export const files = defineResource({
  plugin: 'fixture',
  name: 'files',
  one: 'file',
  icon: 'paperclip',
  label: { one: label('File', '文件'), many: label('Files', '文件') },
  fields: {
    name: field.text({ label: label('Name', '名称') }),
    size: field.number({ label: label('Bytes', '字节'), whole: true }),
    deal: field.reference(deals, { label: label('Deal', '商机'), onDelete: 'cascade' }),
  },
  title: 'name',
})

export const addFile = defineUpload({
  pattern: 'POST /api/x/fixture/deals/{deal}/files',
  accept: ['*/*'],
  maxBytes: 10_000_000,
  output: nothing,
  summary: 'Add a file',
})

export const downloadFile = defineDownload({ pattern: 'GET /api/x/fixture/files/{id}/content', summary: 'Download' })

const times = { createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-02T10:00:00.000Z' }

export const bakery = {
  id: 'deal_1',
  name: 'Harbor Bakery',
  company: { id: 'company_1', name: 'Harbor Ltd' },
  owner: { id: 'usr_1', name: 'Ada' },
  amount: 123_450,
  stage: 'lead',
  closesOn: '2026-12-24',
  taxId: true,
  ...times,
}

export const press = {
  ...bakery,
  id: 'deal_2',
  name: 'North Press',
  company: null,
  owner: { id: 'usr_9', name: null },
  stage: 'won',
  closesOn: null,
  taxId: false,
}

const deal = { id: 'deal_1', name: 'Harbor Bakery' }
export const call = { id: 'note_1', text: 'Called today.\nSend the contract.', deal, ...times }
export const contract = { id: 'file_1', name: 'contract.pdf', size: 48_200, deal, ...times }

/** A deal as a member reads it. */
export const hiddenBakery = { ...bakery, company: { id: 'company_1', name: null } }

/** Answers of the server for the fixtures. */
export const resourceAnswers = {
  'GET /api/x/fixture/deals': { items: [bakery, press], nextCursor: null },
  'GET /api/x/fixture/deals/deal_1': { ...bakery, notes: 'Call in December.' },
  'GET /api/x/fixture/companies': { items: [{ id: 'company_1', name: 'Harbor Ltd', ...times }], nextCursor: null },
  'GET /api/x/fixture/notes': { items: [call], nextCursor: null },
  'GET /api/x/fixture/notes/note_1': call,
  'GET /api/x/fixture/files': { items: [contract], nextCursor: null },
  'GET /api/members': { items: [{ userId: 'usr_1', name: 'Ada', email: 'ada@example.com' }], nextCursor: null },
  'GET /api/views': { items: [], nextCursor: null },
}
