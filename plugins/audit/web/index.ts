import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
import { useHasActivity } from './use-has-activity.ts'

export const plugin = defineUIPlugin({
  name: 'audit',
  routes: [{ path: '/audit', Component: lazyPage(() => import('./AuditPage.tsx')), requiredRole: 'admin' }],
  instanceRoutes: [{ path: '/audit-log', Component: lazyPage(() => import('./InstanceAuditPage.tsx')) }],
  widgets: [
    {
      slot: 'overview.summary',
      Component: lazyPage(() => import('./ActivityCount.tsx')),
      requiredRole: 'admin',
      order: 30,
    },
    {
      slot: 'overview.main',
      Component: lazyPage(() => import('./WorkspaceActivity.tsx')),
      requiredRole: 'admin',
      useShown: useHasActivity,
      order: 80,
      height: 350,
    },
    { slot: 'instance.home', Component: lazyPage(() => import('./InstanceActivity.tsx')), order: 10, height: 350 },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
