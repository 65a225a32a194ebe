import { wordingIn } from '@host/plugin/platform'
import type { Language } from '@host/plugin'
import type { ReadinessLine } from '../../shared.ts'

/** Reasons of lines, in words. */
export const lineTexts: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = {
  no_answer: {
    en: 'The name server {{name}} gave no answer. Check again later.',
    zh: '域名服务器 {{name}} 没有应答。请稍后再检查。',
  },
  no_route: {
    en: 'This workspace has no way to send yet. Add a transport.',
    zh: '此工作区尚无发送途径。请添加发送服务器。',
  },
  dkim_ok: {
    en: 'Every name server has both DKIM records. The keys {{selector}} sign.',
    zh: '所有域名服务器都有两条 DKIM 记录。密钥 {{selector}} 正在签名。',
  },
  dkim_served: {
    en: 'Every name server has the records of the keys {{selector}}.',
    zh: '所有域名服务器都有密钥 {{selector}} 的记录。',
  },
  dkim_publish: {
    en: 'Publish both records of the keys {{selector}}. Mail is signed once every name server has them.',
    zh: '请发布密钥 {{selector}} 的两条记录。所有域名服务器都有记录后，邮件才会签名。',
  },
  dkim_missing: {
    en: 'A name server lacks a record of the keys {{selector}}, which sign. Receivers may refuse the mail.',
    zh: '有域名服务器缺少正在签名的密钥 {{selector}} 的记录，邮件可能被拒收。',
  },
  dkim_rotating: {
    en: 'Publish the records of the new keys {{selector}}. The former keys still sign.',
    zh: '请发布新密钥 {{selector}} 的记录。旧密钥仍在签名。',
  },
  dkim_unknown: {
    en: 'A name server gave no answer about the keys {{selector}}.',
    zh: '有域名服务器未答复密钥 {{selector}} 的查询。',
  },
  dkim_none: { en: 'The domain has no keys. Rotate them.', zh: '此域名没有密钥。请轮换密钥。' },
  spf_ok: {
    en: 'The SPF record allows the servers that mail leaves from.',
    zh: 'SPF 记录允许邮件发出的服务器。',
  },
  spf_none: { en: 'The domain has no SPF record.', zh: '此域名没有 SPF 记录。' },
  spf_many: {
    en: 'The domain has more than one SPF record, so receivers ignore all. Merge them into one.',
    zh: '此域名有多条 SPF 记录，收件方会全部忽略。请合并为一条。',
  },
  spf_lookups: {
    en: 'The SPF record needs more than 10 look-ups, so receivers ignore it. Remove an include.',
    zh: 'SPF 记录需要超过 10 次查询，收件方会忽略它。请移除部分 include。',
  },
  spf_invalid: {
    en: 'Receivers can’t read the SPF record. Correct its terms.',
    zh: '收件方无法解析 SPF 记录。请更正其条目。',
  },
  spf_excludes: {
    en: 'The SPF record does not allow {{address}}, an address of {{host}} that mail leaves from.',
    zh: 'SPF 记录不允许 {{address}}，而邮件会从 {{host}} 的这个地址发出。',
  },
  spf_relay: {
    en: 'The SPF record does not include {{include}}, which {{host}} needs.',
    zh: 'SPF 记录没有包含 {{host}} 所需的 {{include}}。',
  },
  spf_relay_unknown: {
    en: 'The SPF record does not allow the addresses of {{host}}. Add the term that its operator names.',
    zh: 'SPF 记录不允许 {{host}} 的地址。请添加其运营方给出的条目。',
  },
  spf_no_address: {
    en: 'The host {{host}}, which mail leaves from, has no address in DNS.',
    zh: '邮件发出的主机 {{host}} 在 DNS 中没有地址。',
  },
  dmarc_ok: {
    en: 'The DMARC policy is {{policy}}, and reports are requested. SPF and DKIM use this domain, so they align.',
    zh: 'DMARC 策略为 {{policy}}，并已请求报告。SPF 与 DKIM 均使用此域名，因此对齐。',
  },
  dmarc_inherited: {
    en: 'The DMARC policy of {{domain}} applies here.',
    zh: '此处适用 {{domain}} 的 DMARC 策略。',
  },
  dmarc_no_reports: {
    en: 'The DMARC policy is {{policy}}, without an address for reports. Enter one to plan it.',
    zh: 'DMARC 策略为 {{policy}}，但没有接收报告的地址。请填写地址后生成计划。',
  },
  dmarc_none: {
    en: 'The domain has no DMARC record. Large receivers refuse bulk mail without one.',
    zh: '此域名没有 DMARC 记录。大型收件方会拒收没有该记录的群发邮件。',
  },
  dmarc_many: {
    en: 'The domain has more than one DMARC record, so receivers ignore all. Delete the wrong ones.',
    zh: '此域名有多条 DMARC 记录，收件方会全部忽略。请删除错误的记录。',
  },
  dmarc_invalid: {
    en: 'The DMARC record has no valid policy. Set p to none, quarantine or reject.',
    zh: 'DMARC 记录没有有效的策略。请将 p 设为 none、quarantine 或 reject。',
  },
  mx_here: { en: 'Mail of this domain arrives here.', zh: '此域名的邮件在此处接收。' },
  mx_elsewhere: { en: 'Mail of this domain arrives at {{host}}.', zh: '此域名的邮件由 {{host}} 接收。' },
  mx_none: {
    en: 'The domain has no MX record, so replies can’t arrive.',
    zh: '此域名没有 MX 记录，无法收到回复。',
  },
  mx_null: {
    en: 'The MX record says that the domain receives no mail, so receivers refuse its mail.',
    zh: 'MX 记录声明此域名不接收邮件，收件方会因此拒收其邮件。',
  },
  return_path_here: {
    en: 'Bounces come back to bounces+…@{{domain}}, which is received here and aligned with the sender.',
    zh: '退信会返回 bounces+…@{{domain}}，在此处接收，并与发件人对齐。',
  },
  return_path_sender: {
    en: 'A transport takes no bounce addresses, so bounces go to the sender and are not counted here.',
    zh: '某个发送服务器不接受退信地址，因此退信会返回发件人，此处无法统计。',
  },
  return_path_elsewhere: {
    en: 'Bounces arrive at {{host}} and are not seen here.',
    zh: '退信由 {{host}} 接收，此处无法得知。',
  },
  return_path_none: { en: 'Bounces can’t come back: no server receives them.', zh: '没有服务器接收退信。' },
  ptr_ok: { en: 'The sending address and {{host}} name each other.', zh: '发件地址与 {{host}} 互相指向。' },
  ptr_relay: {
    en: 'Mail leaves through a relay, whose operator sets its PTR records.',
    zh: '邮件经中继发出，其 PTR 记录由中继的运营方设置。',
  },
  ptr_none: {
    en: 'The sending address {{address}} has no PTR record. Ask the provider of the address to set one.',
    zh: '发件地址 {{address}} 没有 PTR 记录。请联系该地址的服务商设置。',
  },
  ptr_differs: {
    en: 'The PTR record of {{address}} names {{host}}, which has another address.',
    zh: '{{address}} 的 PTR 记录指向 {{host}}，但后者的地址不同。',
  },
  ptr_no_address: {
    en: 'The sending host {{name}} has no address in DNS.',
    zh: '发件主机 {{name}} 在 DNS 中没有地址。',
  },
  tls_relay: {
    en: 'Mail leaves over TLS, as its transport requires. The proof shows the connection.',
    zh: '邮件按发送服务器的要求通过 TLS 发出。验证邮件会显示连接情况。',
  },
  tls_direct: {
    en: 'Mail leaves over TLS wherever the receiver offers it. The proof shows the connection.',
    zh: '只要收件方支持，邮件就通过 TLS 发出。验证邮件会显示连接情况。',
  },
  tls_server_none: {
    en: 'The server {{name}} has no certificate, so mail arrives without TLS.',
    zh: '服务器 {{name}} 没有证书，邮件会以未加密方式到达。',
  },
  unsubscribe_rule: {
    en: 'Bulk email needs one-click unsubscribe. Emails that have it are signed with it.',
    zh: '群发邮件需要一键退订。带有退订信息的邮件会连同该信息一起签名。',
  },
  complaints_few: {
    en: 'Too few emails in the last 30 days to know a complaint rate: {{delivered}}.',
    zh: '最近 30 天的邮件过少（{{delivered}} 封），无法得出投诉率。',
  },
  complaints_ok: {
    en: '{{percent}}% of {{delivered}} emails were reported as spam in the last 30 days. The limit is 0.3%.',
    zh: '最近 30 天 {{delivered}} 封邮件中有 {{percent}}% 被举报为垃圾邮件。上限为 0.3%。',
  },
  complaints_rising: {
    en: '{{percent}}% of {{delivered}} emails were reported as spam. Stay below 0.1%; 0.3% is refused.',
    zh: '{{delivered}} 封邮件中有 {{percent}}% 被举报为垃圾邮件。应低于 0.1%，达到 0.3% 会被拒收。',
  },
  complaints_high: {
    en: '{{percent}}% of {{delivered}} emails were reported as spam, over the limit of 0.3%. Send to fewer people.',
    zh: '{{delivered}} 封邮件中有 {{percent}}% 被举报为垃圾邮件，超过 0.3% 的上限。请减少收件人。',
  },
  mta_sts_ok: { en: 'The domain announces an MTA-STS policy.', zh: '此域名声明了 MTA-STS 策略。' },
  mta_sts_none: {
    en: 'Without MTA-STS, senders may fall back to a connection without TLS.',
    zh: '没有 MTA-STS 时，发件方可能退回到未加密的连接。',
  },
  mta_sts_invalid: {
    en: 'The MTA-STS record is not valid. It needs a version and an ID.',
    zh: 'MTA-STS 记录无效。它需要版本与 ID。',
  },
  tls_rpt_ok: { en: 'TLS reports are requested.', zh: '已请求 TLS 报告。' },
  tls_rpt_none: {
    en: 'No TLS reports are requested. Enter an address for reports to plan it.',
    zh: '尚未请求 TLS 报告。请填写接收报告的地址后生成计划。',
  },
  tls_rpt_invalid: {
    en: 'The TLS report record is not valid. It needs one record with an address.',
    zh: 'TLS 报告记录无效。应只有一条记录，并带有地址。',
  },
}

/** The reason of a line in the reader's language. */
export function lineText({ reason, params = {} }: ReadinessLine, language: Language): string {
  const text = wordingIn(lineTexts[reason] ?? lineTexts['no_answer'] ?? '', language)
  return text.replaceAll(/\{\{(\w{1,20})\}\}/g, (_whole, name: string) => String(params[name] ?? ''))
}
