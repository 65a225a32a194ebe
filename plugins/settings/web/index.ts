import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'settings',
  routes: [
    { path: '/settings/personal', Component: lazyPage(() => import('./PersonalPage.tsx')) },
    // Every declared section that has no page of its own.
    { path: '/settings/:id', Component: lazyPage(() => import('./sections/SectionPage.tsx')) },
  ],
  instanceRoutes: [
    { path: '/settings/:section', Component: lazyPage(() => import('./sections/InstanceSectionPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
