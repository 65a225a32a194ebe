import type { PluginI18n } from '@host/plugin'
import type { HostEventName } from '../domain-changes/host-events.ts'

const zh: Readonly<Record<`event.${HostEventName}`, string>> = {
  'event.workspace.created': '工作区已创建',
  'event.workspace.changed': '工作区的名称、地址、外观或安全设置已更改',
  'event.workspace.closed': '工作区已关闭，即将被删除',
  'event.workspace.restored': '工作区在删除前已恢复',
  'event.changeset.planned': '变更集已计划',
  'event.changeset.approved': '变更集已批准',
  'event.changeset.dismissed': '变更集在应用前已关闭',
  'event.changeset.expired': '变更集在应用前已过期',
  'event.changeset.reverted': '变更集已被后来的变更集撤销',
  'event.changeset.applied': '变更集已应用',
  'event.changeset.interrupted': '变更集的应用已中断',
  'event.certificate.issued': '已为域名签发证书',
  'event.certificate.failed': '未能为域名签发证书',
  'event.feature.switched': '工作区的功能已启用或停用',
  'event.member.joined': '有人加入工作区',
  'event.member.role-changed': '成员的角色已更改',
  'event.member.left': '成员已离开或被移除',
  'event.invitation.sent': '已邀请他人加入工作区',
  'event.invitation.withdrawn': '邀请已撤回',
  'event.api-token.created': 'API 令牌已创建',
  'event.api-token.rotated': 'API 令牌已更换密钥',
  'event.api-token.revoked': 'API 令牌已撤销',
  'event.sso.connected': '工作区已连接身份提供方',
  'event.sso.changed': '与身份提供方的连接已更改',
  'event.sso.disconnected': '与身份提供方的连接已移除',
  'event.support.requested': '实例管理员申请了对工作区的支持访问',
  'event.support.withdrawn': '支持访问的申请已撤回',
  'event.support.granted': '所有者授予了对工作区的支持访问',
  'event.support.declined': '所有者拒绝了支持访问的申请',
  'event.support.started': '实例管理员通过支持访问进入了工作区',
  'event.support.ended': '对工作区的支持访问已结束',
  'event.auth.sign-in-failed': '成员登录失败',
  'event.auth.password-changed': '成员的密码已更改',
  'event.auth.email-changed': '成员的邮箱地址已更改',
  'event.auth.second-factor-changed': '成员的第二因素已添加或移除',
}

/** Names of the host's events; in English they come from their definitions. */
export const hostEventTexts: PluginI18n = Object.freeze({ zh: Object.freeze(zh) })
