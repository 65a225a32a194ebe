import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

const linkPages = () => import('./links/LinkPage.tsx')

export const plugin = defineUIPlugin({
  name: 'links',
  routes: [
    { path: '/links', Component: lazyPage(() => import('./links/LinksPage.tsx')) },
    { path: '/links/:id', Component: lazyPage(async () => ({ default: (await linkPages()).LinkStatisticsPage })) },
    {
      path: '/links/:id/settings',
      Component: lazyPage(async () => ({ default: (await linkPages()).LinkSettingsPage })),
    },
    { path: '/links/hosts', Component: lazyPage(() => import('./hosts/HostsPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
