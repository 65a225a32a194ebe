import type { Language } from '@host/plugin'

const titles: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  accounting: { en: 'Usage', zh: '用量' },
  acme: { en: 'Certificate orders', zh: '证书申请' },
  audit: { en: 'Audit log', zh: '审计日志' },
  'background-work': { en: 'Background work', zh: '后台工作' },
  backup: { en: 'Backups', zh: '备份' },
  blobs: { en: 'Files', zh: '文件' },
  changesets: { en: 'Planned changes', zh: '变更计划' },
  coherence: { en: 'Processes', zh: '进程' },
  edge: { en: 'Host names', zh: '主机名' },
  'email-templates': { en: 'Texts of emails', zh: '邮件文本' },
  encryption: { en: 'Encryption keys', zh: '加密密钥' },
  events: { en: 'Events', zh: '事件' },
  idempotency: { en: 'Idempotency keys', zh: '幂等键' },
  identity: { en: 'Members and access', zh: '成员与访问' },
  jobs: { en: 'Jobs', zh: '任务' },
  nodes: { en: 'Processes', zh: '进程' },
  'rate-limits': { en: 'Rate limits', zh: '速率限制' },
  settings: { en: 'Settings', zh: '设置' },
  storage: { en: 'Storage counts', zh: '存储统计' },
  throttle: { en: 'Limits of attempts', zh: '尝试次数限制' },
  tls: { en: 'Certificates', zh: '证书' },
}

/** The displayed name of the tables of one part of the host. */
export function storagePartTitle(part: string, language: Language): string {
  return titles[part]?.[language] ?? part
}
