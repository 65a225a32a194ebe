import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
import { useIsHeld } from './useIsHeld.ts'

export const plugin = defineUIPlugin({
  name: 'backups',
  instanceRoutes: [{ path: '/backups', Component: lazyPage(() => import('./BackupsPage.tsx')) }],
  // It appears only after a restore.
  widgets: [
    {
      slot: 'instance.notices',
      Component: lazyPage(() => import('./HoldNotice.tsx')),
      useShown: useIsHeld,
    },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
