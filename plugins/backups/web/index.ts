import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
import { useIsHeld } from './useIsHeld.ts'

export const plugin = defineUIPlugin({
  name: 'backups',
  instanceRoutes: [{ path: '/backups', Component: lazyPage(() => import('./BackupsPage.tsx')) }],
  // It appears only after a restore.
  widgets: [
    {
      slot: 'instance.home',
      Component: lazyPage(() => import('./HomeHold.tsx')),
      useShown: useIsHeld,
      order: 0,
    },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
