import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'mcp',
  routes: [
    { path: '/mcp', Component: lazyPage(() => import('./AgentsPage.tsx')) },
    { path: '/mcp/approvals', Component: lazyPage(() => import('./approvals/ApprovalsPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
