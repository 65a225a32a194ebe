/**
 * The fixed Chinese words. `english` finds the word in an English text; then its translation holds `chinese`.
 * `never` are words that others use for the same thing.
 */
export type Term = { readonly english: RegExp; readonly chinese: string; readonly never: readonly string[] }

export const glossary: readonly Term[] = [
  { english: /\bworkspaces?\b/i, chinese: '工作区', never: ['工作空间', '租户', '团队空间'] },
  { english: /\bdomains?\b/i, chinese: '域名', never: ['网域', '网址域'] },
  { english: /\bmailbox(es)?\b/i, chinese: '邮箱', never: ['信箱'] },
  { english: /\bshort links?\b/i, chinese: '短链接', never: ['短网址', '短连接'] },
  { english: /\baudit logs?\b/i, chinese: '审计日志', never: ['审计记录', '审核日志', '操作日志'] },
  { english: /\bAPI tokens?\b/i, chinese: 'API 令牌', never: ['API 密钥', 'API 凭证', '接口令牌'] },
  { english: /(?<!\bfor )\binstances?\b/i, chinese: '实例', never: ['站点实体'] },
  { english: /\bplugins?\b/i, chinese: '插件', never: ['外挂', '扩展程序', '模块插件'] },
  { english: /\broles?\b/i, chinese: '角色', never: [] },
  { english: /\bowners?\b/i, chinese: '所有者', never: ['拥有者', '属主', '业主'] },
  { english: /\badmins?\b/i, chinese: '管理员', never: ['管理者'] },
  { english: /\bmembers?\b/i, chinese: '成员', never: ['会员', '队员'] },
  { english: /\bidempotency keys?\b/i, chinese: '幂等键', never: ['幂等密钥', '等幂键'] },
  { english: /\bnotifications?\b/i, chinese: '通知', never: ['提醒消息'] },
  { english: /\bwebhooks?\b(?!-)/i, chinese: 'Webhook', never: ['网络钩子', '网钩'] },
  { english: /\bjobs?\b/i, chinese: '任务', never: ['作业'] },
  { english: /\bevents?\b/i, chinese: '事件', never: [] },
  { english: /\bfeatures?\b/i, chinese: '功能', never: ['特性'] },
  { english: /(?<!\b(?:add|remove) )\bpasskeys?\b/i, chinese: '通行密钥', never: ['通行证', '密钥对'] },
  { english: /\bagents?\b/i, chinese: '智能体', never: ['代理人'] },
  { english: /\brecovery codes?\b/i, chinese: '恢复代码', never: ['恢复码', '备用码'] },
  { english: /\bpasswords?\b/i, chinese: '密码', never: ['口令'] },
]
