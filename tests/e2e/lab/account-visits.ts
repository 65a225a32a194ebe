import { opensDialog, opensMenu, press, type Visit } from './visit.ts'

const [profile, security] = ['/admin/settings/profile', '/admin/settings/security']
const [tokens, workspace] = ['/admin/settings/tokens', '/admin/settings/workspace']

/** Account pages, also without a workspace, workspace deletion, and confirmations of instance admins. */
export const accountVisits: readonly Visit[] = [
  { name: 'profile-of-a-guest', path: profile, as: 'guest', isOpened: true },
  { name: 'security-of-a-guest', path: security, as: 'guest', isOpened: true },
  { name: 'sessions-of-a-guest', path: '/admin/settings/sessions', as: 'guest', isOpened: true },
  { name: 'linking-failed', path: `${security}?error=sso_taken`, isOpened: true },
  opensDialog('change-email', profile, (page) => press(page, /^(Change|更改)$/)),
  opensDialog('delete-account', profile, (page) => press(page, /^(Delete account|删除账户)$/)),
  opensDialog('change-password', security, (page) => press(page, /^(Change password|更改密码)$/)),
  {
    ...opensDialog('set-up-authenticator', security, (page) => press(page, /^(Set up|设置)$/)),
    awaitsAnswer: true,
    needsProof: true,
  },
  { name: 'tokens-of-a-newcomer', path: tokens, as: 'newcomer', isOpened: true },
  opensDialog('create-token', tokens, (page) => press(page, /^(Create token|创建令牌)$/)),
  opensMenu('token-menu', tokens, /Nightly report/),
  opensDialog('transfer-workspace', workspace, (page) => press(page, /^(Transfer|转让)$/)),
  opensDialog('leave-workspace', workspace, (page) => press(page, /^(Leave|离开)$/)),
  opensDialog('delete-workspace', workspace, (page) => press(page, /^(Delete workspace|删除工作区)$/)),
  opensDialog('add-provider', '/instance/providers', (page) => press(page, /^(Add provider|添加提供方)$/)),
  opensDialog('sign-out-user', '/instance/users', async (page) => {
    await page.getByRole('table').getByRole('link').first().click()
    await press(page, /^(Sign out everywhere|退出所有会话)$/)
  }),
]
