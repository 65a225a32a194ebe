import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'overview',
  routes: [{ path: '/', Component: lazyPage(() => import('./OverviewPage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
