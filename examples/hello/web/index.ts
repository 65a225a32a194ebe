import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'hello',
  routes: [{ path: '/hello', Component: lazyPage(() => import('./GreetingsPage.tsx')) }],
  instanceRoutes: [{ path: '/hello-count', Component: lazyPage(() => import('./CountPage.tsx')) }],
  areas: [{ id: 'hello', title: 'Hello', icon: 'hand', order: 50, groups: [{ id: 'everyday', label: 'Everyday' }] }],
  widgets: [{ slot: 'overview.main', Component: lazyPage(() => import('./LatestWidget.tsx')), order: 50, height: 94 }],
  i18n: { en: () => import('./i18n/en.json'), zh: () => import('./i18n/zh.json') },
})
