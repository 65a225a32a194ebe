import { defineUIPlugin } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'settings',
  routes: [],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
