import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'domains',
  routes: [
    { path: '/domains', Component: lazyPage(() => import('./DomainsPage.tsx')) },
    { path: '/domains/:id', Component: lazyPage(() => import('./domain/DomainPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
