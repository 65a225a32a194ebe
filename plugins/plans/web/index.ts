import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'plans',
  routes: [{ path: '/settings/plan', Component: lazyPage(() => import('./usage/PlanPage.tsx')) }],
  instanceRoutes: [
    { path: '/plans', Component: lazyPage(() => import('./console/PlansPage.tsx')) },
    { path: '/plans/limits', Component: lazyPage(() => import('./console/LimitsPage.tsx')) },
    { path: '/plans/workspaces', Component: lazyPage(() => import('./workspaces/WorkspacesPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
