import { opensDialog, press, type Visit } from './visit.ts'

const [profile, security] = ['/admin/settings/profile', '/admin/settings/security']

/** The reader's own pages, also without a workspace, and what an instance admin is asked about an account. */
export const accountVisits: readonly Visit[] = [
  { name: 'profile-of-a-guest', path: profile, as: 'guest' },
  { name: 'security-of-a-guest', path: security, as: 'guest' },
  { name: 'sessions-of-a-guest', path: '/admin/settings/sessions', as: 'guest' },
  { name: 'linking-failed', path: `${security}?error=sso_taken` },
  opensDialog('change-email', profile, (page) => press(page, /^(Change|更改)$/)),
  opensDialog('delete-account', profile, (page) => press(page, /^(Delete account|删除账户)$/)),
  opensDialog('change-password', security, (page) => press(page, /^(Change password|更改密码)$/)),
  opensDialog('set-up-authenticator', security, (page) => press(page, /^(Set up|设置)$/)),
  opensDialog('add-passkey', security, (page) => press(page, /^(Add passkey|添加密钥)$/)),
  opensDialog('sign-out-user', '/instance/users', async (page) => {
    await page.getByRole('table').getByRole('link').first().click()
    await press(page, /^(Sign out everywhere|退出所有会话)$/)
  }),
]
