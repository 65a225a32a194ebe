import type { OperatorSettingName } from '@host/plugin/platform'

const calls = '请输入 0 到 100000000 之间的整数，0 表示不限制。'

const forms: Readonly<Record<OperatorSettingName, string>> = {
  HOST_RATE_SIGN_IN: calls,
  HOST_RATE_API: calls,
  HOST_RATE_PERSON: calls,
  HOST_RATE_REDIRECT: calls,
  HOST_RATE_PAGE: calls,
  HOST_RATE_FORM: calls,
  HOST_CORS_ORIGINS: '请输入来源（协议和主机），例如 https://app.example.com，多个来源用逗号分隔。',
  HOST_SMTP_URL: '请输入 SMTP 服务器地址，例如 smtps://user:password@mail.example.com，并同时设置发件人。',
  HOST_SMTP_FROM: '请输入发件人，例如 Host <host@example.com>，并同时设置 SMTP 服务器。',
  HOST_METRICS_TOKEN: '请输入 24 到 200 个不含空格的可见字符，可用“openssl rand -hex 32”生成。',
}

/** The Chinese sentence that gives the form of a setting; the parser has the English one. */
export function expectedForm(name: OperatorSettingName, problem: string): string {
  if (problem.startsWith('HOST_PUBLIC_URL')) return '邮件中的链接需要公开地址：请先在环境中设置 HOST_PUBLIC_URL。'
  return forms[name]
}
