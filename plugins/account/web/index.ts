import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'account',
  routes: [
    { path: '/settings/profile', Component: lazyPage(() => import('./profile/ProfilePage.tsx')) },
    { path: '/settings/security', Component: lazyPage(() => import('./security/SecurityPage.tsx')) },
    { path: '/settings/sessions', Component: lazyPage(() => import('./SessionsPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
