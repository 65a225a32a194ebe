import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'settings',
  routes: [{ path: '/settings/personal', Component: lazyPage(() => import('./PersonalPage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
