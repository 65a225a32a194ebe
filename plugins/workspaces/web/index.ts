import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'workspaces',
  routes: [
    { path: '/members', Component: lazyPage(() => import('./MembersPage.tsx')) },
    { path: '/settings/workspace', Component: lazyPage(() => import('./SettingsPage.tsx')), requiredRole: 'admin' },
  ],
  widgets: [
    { slot: 'overview.summary', Component: lazyPage(() => import('./MemberCount.tsx')), order: 10 },
    { slot: 'overview.aside', Component: lazyPage(() => import('./NewestMembers.tsx')), order: 90, height: 199 },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
