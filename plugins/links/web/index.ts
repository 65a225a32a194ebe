import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'links',
  routes: [
    { path: '/links', Component: lazyPage(() => import('./links/LinksPage.tsx')) },
    { path: '/links/:id', Component: lazyPage(() => import('./links/LinkPage.tsx')) },
    { path: '/links/:id/rules', Component: lazyPage(() => import('./rules/RulesPage.tsx')) },
    { path: '/links/:id/settings', Component: lazyPage(() => import('./links/LinkSettingsPage.tsx')) },
    { path: '/links/labels', Component: lazyPage(() => import('./labels/LabelsPage.tsx')) },
    { path: '/links/import', Component: lazyPage(() => import('./import/ImportPage.tsx')) },
    { path: '/links/hosts', Component: lazyPage(() => import('./hosts/HostsPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
