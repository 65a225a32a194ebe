import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'notifications',
  routes: [
    { path: '/notifications', Component: lazyPage(() => import('./InboxPage.tsx')) },
    { path: '/settings/notification-settings', Component: lazyPage(() => import('./SettingsPage.tsx')) },
    {
      path: '/settings/workspace-channels',
      Component: lazyPage(() => import('./workspace-channels/WorkspaceChannelsPage.tsx')),
    },
  ],
  widgets: [{ slot: 'frame.bar', Component: lazyPage(() => import('./Bell.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
