import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'changes',
  routes: [
    { path: '/changes', Component: lazyPage(() => import('./ChangesPage.tsx')) },
    { path: '/changes/:id', Component: lazyPage(() => import('./ChangePage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
