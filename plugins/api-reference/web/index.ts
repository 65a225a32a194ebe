import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'api-reference',
  routes: [{ path: '/api-reference', Component: lazyPage(() => import('./ReferencePage.tsx')) }],
  instanceRoutes: [{ path: '/whole-api', Component: lazyPage(() => import('./WholeReferencePage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
