import type { Language } from '@host/plugin'

const en = {
  url: {
    title: 'Public address with HTTPS',
    missing: 'Links in emails and notifications have no address.',
    set: 'Set HOST_PUBLIC_URL and restart.',
    plain: 'The public address does not use HTTPS.',
    secure: 'Use a TLS proxy, and set HOST_PUBLIC_URL to its https address.',
  },
  mail: {
    title: 'Email',
    missing: "Without a mail sender, passwords can't be reset by email.",
    set: 'Set the SMTP server and the sender.',
    untested: 'No test email has been sent.',
    failed: 'The last test email was not sent.',
    test: 'Send a test email.',
  },
  key: {
    title: 'Copy of the encryption key',
    missing: "Without the key, secrets in a backup can't be read.",
    rotated: 'The key has been replaced since its copy was confirmed.',
    copy: 'Store the key apart from the backups, then confirm it here.',
  },
  factor: {
    title: 'Second factor of instance admins',
    missing: (count: number) =>
      count === 1 ? '1 instance admin has no second factor.' : `${count} instance admins have no second factor.`,
    add: 'Ask them to set one up under Settings → Security.',
  },
  plugins: {
    title: 'Plugins',
    unwell: (count: number) => (count === 1 ? '1 plugin needs attention.' : `${count} plugins need attention.`),
    check: 'Open Plugins to see the cause.',
  },
}

/** Texts of the conditions of the instance. */
export type ReadinessTexts = typeof en

const zh: ReadinessTexts = {
  url: {
    title: '使用 HTTPS 的公开地址',
    missing: '邮件和通知中的链接没有地址。',
    set: '请设置 HOST_PUBLIC_URL 并重启。',
    plain: '公开地址未使用 HTTPS。',
    secure: '请在前面部署支持 TLS 的代理，并将 HOST_PUBLIC_URL 设为其 https 地址。',
  },
  mail: {
    title: '邮件',
    missing: '没有发件服务，用户无法通过邮件重置密码。',
    set: '请设置 SMTP 服务器和发件人。',
    untested: '尚未发送测试邮件。',
    failed: '上一封测试邮件发送失败。',
    test: '请发送测试邮件。',
  },
  key: {
    title: '加密密钥的副本',
    missing: '没有密钥就无法读取备份中的机密内容。',
    rotated: '确认副本之后，密钥已被更换。',
    copy: '请将密钥与备份分开保存，然后在此确认。',
  },
  factor: {
    title: '实例管理员的第二因素',
    missing: (count) => `${count} 位实例管理员未设置第二因素。`,
    add: '请他们在“设置 → 安全”中设置。',
  },
  plugins: {
    title: '插件',
    unwell: (count) => `${count} 个插件需要处理。`,
    check: '请打开插件页面查看原因。',
  },
}

export const readinessTexts: Readonly<Record<Language, ReadinessTexts>> = { en, zh }
