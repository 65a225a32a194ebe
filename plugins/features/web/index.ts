import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'features',
  routes: [
    { path: '/features', Component: lazyPage(() => import('./FeaturesPage.tsx')), requiredRole: 'admin' },
    { path: '/features/:key', Component: lazyPage(() => import('./FeaturePage.tsx')), requiredRole: 'admin' },
  ],
  widgets: [
    {
      slot: 'overview.aside',
      Component: lazyPage(() => import('./FeatureHealth.tsx')),
      order: 80,
      height: 319,
      requiredRole: 'admin',
    },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
