import { Problem, type PluginContext, type Wording } from '@host/plugin'
import type { QuarantineReason } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { askJudges } from './ask-judges.ts'
import { isDeniedHost } from './deny-list.ts'
import { targetHostOf } from './target-host.ts'

/** Refuses a target that the operator or a judge does not allow. @throws Problem `invalid_input` */
export async function requireAllowed(ctx: PluginContext<Tables>, url: string, path: string): Promise<void> {
  const host = targetHostOf(url)
  const refusal = (await isDeniedHost(ctx, host)) ? 'denied' : (await askJudges(ctx, { url, host })).refusal
  if (refusal !== undefined) throw new Problem('invalid_input', { errors: [{ path, message: refusals[refusal] }] })
}

const known = (en: string, zh: string): Wording => ({
  en: `This address is known for ${en}, so links can't lead to it.`,
  zh: `该地址涉及${zh}，链接不能指向它。`,
})

const refusals: Readonly<Record<QuarantineReason, Wording>> = {
  denied: { en: "The operator doesn't allow links to this host.", zh: '运营者不允许链接指向此主机。' },
  phishing: known('phishing', '网络钓鱼'),
  malware: known('malware', '恶意软件'),
  spam: known('spam', '垃圾信息'),
  legal: { en: "For legal reasons, links can't lead to this address.", zh: '因法律原因，链接不能指向该地址。' },
  other: { en: "Links can't lead to this address.", zh: '链接不能指向该地址。' },
}
