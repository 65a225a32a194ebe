/** Texts of the server half, in both languages. */
export const i18n = {
  en: {
    'info.title': 'Deal report',
    'info.category': 'Sales',
    'info.description': 'Won deals by month',
    'menu.won-deals': 'Won deals',
  },
  zh: {
    'info.title': '商机报表',
    'info.category': '销售',
    'info.description': '按月份汇总的赢单',
    'menu.won-deals': '赢单报表',
  },
} as const
