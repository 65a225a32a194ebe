import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'webhooks',
  routes: [
    { path: '/webhooks', Component: lazyPage(() => import('./EndpointsPage.tsx')) },
    { path: '/webhooks/events', Component: lazyPage(() => import('./events/EventsPage.tsx')) },
    { path: '/webhooks/:id', Component: lazyPage(() => import('./endpoint/EndpointPage.tsx')) },
  ],
  requiredRole: 'admin',
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
