import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'audit',
  routes: [{ path: '/audit', Component: lazyPage(() => import('./AuditPage.tsx')), requiredRole: 'admin' }],
  instanceRoutes: [{ path: '/audit-log', Component: lazyPage(() => import('./InstanceAuditPage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
