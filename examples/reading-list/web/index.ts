import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'reading-list',
  routes: [{ path: '/reading-list', Component: lazyPage(() => import('./ReadingListPage.tsx')) }],
  i18n: { en: () => import('./i18n/en.json'), zh: () => import('./i18n/zh.json') },
})
