import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
import { useHasVisits } from './overview/top-links.ts'

export const plugin = defineUIPlugin({
  name: 'links',
  routes: [
    { path: '/links', Component: lazyPage(() => import('./links/LinksPage.tsx')) },
    { path: '/links/:id', Component: lazyPage(() => import('./links/LinkPage.tsx')) },
    { path: '/links/:id/clicks', Component: lazyPage(() => import('./clicks/ClicksPage.tsx')) },
    { path: '/links/:id/history', Component: lazyPage(() => import('./versions/HistoryPage.tsx')) },
    { path: '/links/:id/rules', Component: lazyPage(() => import('./rules/RulesPage.tsx')) },
    { path: '/links/:id/settings', Component: lazyPage(() => import('./links/LinkSettingsPage.tsx')) },
    { path: '/links/labels', Component: lazyPage(() => import('./labels/LabelsPage.tsx')) },
    { path: '/links/import', Component: lazyPage(() => import('./import/ImportPage.tsx')) },
    { path: '/links/hosts', Component: lazyPage(() => import('./hosts/HostsPage.tsx')) },
  ],
  instanceRoutes: [
    { path: '/link-reports', Component: lazyPage(() => import('./console/ReportsPage.tsx')) },
    { path: '/link-reports/links', Component: lazyPage(() => import('./console/ReviewedLinksPage.tsx')) },
    { path: '/link-reports/denied', Component: lazyPage(() => import('./console/DeniedHostsPage.tsx')) },
  ],
  publicPages: [
    { path: '/p/links/{address}', Component: lazyPage(() => import('./sharing/SharedStatisticsPage.tsx')) },
  ],
  // It appears only where links were visited.
  widgets: [
    {
      slot: 'overview.main',
      Component: lazyPage(() => import('./overview/LinkClicks.tsx')),
      useShown: useHasVisits,
      order: 10,
    },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
