import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'crm',
  routes: [
    { path: '/deals', Component: lazyPage(() => import('./DealsPage.tsx')) },
    { path: '/deals/:id', Component: lazyPage(() => import('./DealPage.tsx')) },
    { path: '/pipeline', Component: lazyPage(() => import('./PipelinePage.tsx')) },
    { path: '/contacts', Component: lazyPage(() => import('./ContactsPage.tsx')) },
    { path: '/contacts/:id', Component: lazyPage(() => import('./ContactPage.tsx')) },
  ],
  i18n: { en: () => import('./i18n/en.json'), zh: () => import('./i18n/zh.json') },
})
