import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'plans',
  routes: [{ path: '/settings/plan', Component: lazyPage(() => import('./usage/PlanPage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
