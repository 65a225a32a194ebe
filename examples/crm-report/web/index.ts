import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'crm-report',
  routes: [{ path: '/won-deals', Component: lazyPage(() => import('./WonDealsPage.tsx')) }],
  i18n: { en: () => import('./i18n/en.json'), zh: () => import('./i18n/zh.json') },
})
