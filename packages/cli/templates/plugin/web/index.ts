import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'blank-plugin',
  routes: [{ path: '/blank-plugin', Component: lazyPage(() => import('./BlankPluginPage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
