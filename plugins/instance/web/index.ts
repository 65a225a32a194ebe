import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'instance',
  instanceRoutes: [
    { path: '/', Component: lazyPage(() => import('./HomePage.tsx')) },
    { path: '/readiness', Component: lazyPage(() => import('./readiness/ReadinessPage.tsx')) },
    { path: '/workspaces', Component: lazyPage(() => import('./WorkspacesPage.tsx')) },
    { path: '/users', Component: lazyPage(() => import('./users/UsersPage.tsx')) },
    { path: '/sign-in', Component: lazyPage(() => import('./sign-in/SignInPage.tsx')) },
    { path: '/settings', Component: lazyPage(() => import('./operator/OperatorPage.tsx')) },
    { path: '/plugins', Component: lazyPage(() => import('./plugins/PluginsPage.tsx')) },
    { path: '/upgrades', Component: lazyPage(() => import('./upgrades/UpgradesPage.tsx')) },
    { path: '/telemetry', Component: lazyPage(() => import('./usage/UsagePage.tsx')) },
    { path: '/idempotency', Component: lazyPage(() => import('./IdempotencyPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
