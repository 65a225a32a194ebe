import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'sso',
  routes: [
    {
      path: '/settings/sso',
      Component: lazyPage(() => import('./connection/ConnectionPage.tsx')),
      requiredRole: 'admin',
    },
  ],
  instanceRoutes: [{ path: '/providers', Component: lazyPage(() => import('./providers/ProvidersPage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
