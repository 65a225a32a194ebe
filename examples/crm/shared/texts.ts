/** Texts of both halves, in both languages. */
export const labels = {
  contacts: { one: { en: 'Contact', zh: '联系人' }, many: { en: 'Contacts', zh: '联系人' } },
  deals: { one: { en: 'Deal', zh: '商机' }, many: { en: 'Deals', zh: '商机' } },
  notes: { one: { en: 'Note', zh: '备注' }, many: { en: 'Notes', zh: '备注' } },
  files: { one: { en: 'File', zh: '文件' }, many: { en: 'Files', zh: '文件' } },
  name: { en: 'Name', zh: '名称' },
  email: { en: 'Email', zh: '邮箱' },
  company: { en: 'Company', zh: '公司' },
  companyHint: { en: 'Leave empty to look it up by the email address.', zh: '留空时按邮箱地址查询。' },
  taxId: { en: 'Tax ID', zh: '税号' },
  contact: { en: 'Contact', zh: '联系人' },
  owner: { en: 'Owner', zh: '所有者' },
  currency: { en: 'Currency', zh: '货币' },
  currencies: {
    EUR: { en: 'Euro', zh: '欧元' },
    USD: { en: 'US dollar', zh: '美元' },
    CNY: { en: 'Chinese yuan', zh: '人民币' },
    JPY: { en: 'Japanese yen', zh: '日元' },
  },
  amount: { en: 'Amount', zh: '金额' },
  stage: { en: 'Stage', zh: '阶段' },
  stages: {
    lead: { en: 'Lead', zh: '线索' },
    qualified: { en: 'Qualified', zh: '已确认' },
    won: { en: 'Won', zh: '赢单' },
    lost: { en: 'Lost', zh: '输单' },
  },
  closesOn: { en: 'Closes on', zh: '预计成交日' },
  size: { en: 'Bytes', zh: '字节数' },
  note: { en: 'Note', zh: '备注' },
  deal: { en: 'Deal', zh: '商机' },
} as const

/** Titles of notifications. */
export const titles = {
  won: { en: 'Deal won', zh: '赢得商机' },
  stale: { en: 'Deals without a recent change', zh: '久未更新的商机' },
} as const

export const i18n = {
  en: {
    'info.title': 'CRM',
    'info.category': 'Sales',
    'info.description': 'Deals and contacts of the workspace',
    'menu.pipeline': 'Pipeline',
    'event.deal.won': 'Deal won',
    'notification.deals': 'Deals',
    'settings.crm-rules': 'Rules of deals',
    'settings.crm-rules.staleAfterDays': 'Days until a deal is stale',
    'settings.crm-rules.staleAfterDays.hint': 'Owners are reminded of stale deals on Mondays.',
    'settings.crm-rules.companyDirectory': 'Company directory',
    'settings.crm-rules.companyDirectory.hint':
      'The address before the domain, such as https://directory.example/. Leave empty to look up no companies.',
  },
  zh: {
    'info.title': '客户管理',
    'info.category': '销售',
    'info.description': '工作区的商机和联系人',
    'menu.pipeline': '销售漏斗',
    'event.deal.won': '赢得商机',
    'notification.deals': '商机',
    'settings.crm-rules': '商机规则',
    'settings.crm-rules.staleAfterDays': '商机久未更新的天数',
    'settings.crm-rules.staleAfterDays.hint': '每周一提醒所有者久未更新的商机。',
    'settings.crm-rules.companyDirectory': '公司目录',
    'settings.crm-rules.companyDirectory.hint': '域名之前的地址，例如 https://directory.example/。留空则不查询公司。',
  },
} as const
