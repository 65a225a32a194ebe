import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'api-tokens',
  routes: [{ path: '/settings/tokens', Component: lazyPage(() => import('./TokensPage.tsx')) }],
  instanceRoutes: [{ path: '/tokens', Component: lazyPage(() => import('./InstanceTokensPage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
