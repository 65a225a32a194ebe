import { Problem } from '@host/plugin'

/** Refuses a session of one workspace's single sign-on where the whole account is concerned. */
export function staysInWorkspace(): Problem {
  return new Problem('forbidden', {
    detail: {
      en: 'This session is limited to one workspace by its single sign-on.',
      zh: '此会话通过工作区的单点登录建立，仅限该工作区使用。',
    },
    nextStep: {
      en: 'Sign in with your password, a passkey or another provider to leave this workspace.',
      zh: '如需在此工作区之外操作，请使用密码、通行密钥或其他提供方登录。',
    },
  })
}
