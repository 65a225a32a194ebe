import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'domains',
  routes: [
    { path: '/domains', Component: lazyPage(() => import('./DomainsPage.tsx')) },
    { path: '/domains/:id', Component: lazyPage(() => import('./domain/DomainPage.tsx')) },
    { path: '/domains/zones', Component: lazyPage(() => import('./zones/ZonesPage.tsx')) },
    { path: '/domains/zones/:id', Component: lazyPage(() => import('./zone/ZonePage.tsx')) },
    { path: '/domains/zones/:id/history', Component: lazyPage(() => import('./history/HistoryPage.tsx')) },
    { path: '/domains/zones/:id/server', Component: lazyPage(() => import('./server/ServerPage.tsx')) },
    { path: '/domains/zones/:id/changes/:change', Component: lazyPage(() => import('./history/ChangePage.tsx')) },
    { path: '/domains/ddns', Component: lazyPage(() => import('./ddns/DdnsPage.tsx')) },
    { path: '/domains/accounts', Component: lazyPage(() => import('./accounts/AccountsPage.tsx')) },
  ],
  instanceRoutes: [
    { path: '/all-domains', Component: lazyPage(() => import('./console/AllDomainsPage.tsx')) },
    { path: '/all-domains/zones', Component: lazyPage(() => import('./console/AllZonesPage.tsx')) },
    { path: '/all-domains/providers', Component: lazyPage(() => import('./console/AllProvidersPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
