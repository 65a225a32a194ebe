import type { Language } from '@host/plugin'
import type { EmailAddress, Folder, SenderVerdicts } from '../../shared.ts'

/** An email of the sample data. */
export interface SampleEmail {
  readonly thread: 'invoice' | 'visit' | 'prize'
  readonly folder: Folder
  readonly isRead: boolean
  readonly hoursAgo: number
  /** Undefined for one that the mailbox sent. */
  readonly from: EmailAddress | undefined
  readonly subject: string
  readonly text: string
  readonly checks: SenderVerdicts | null
}

/** Below `.example` (RFC 2606 §2), so that the address can't be owned. */
const customer: EmailAddress = { name: 'Lin', address: 'lin@studio.example' }
const shop: EmailAddress = { name: 'Paper shop', address: 'orders@paper.example' }
const bank: EmailAddress = { name: 'service@bank.example', address: 'win@prizes.example' }

const proved = (domain: string): SenderVerdicts => ({
  spf: { result: 'pass', domain },
  dkim: [{ result: 'pass', domain }],
  dmarc: { result: 'pass', domain, policy: 'reject' },
})

const failed: SenderVerdicts = {
  spf: { result: 'fail', domain: 'prizes.example' },
  dkim: [],
  dmarc: { result: 'fail', domain: 'prizes.example', policy: 'quarantine' },
}

/** A conversation, an unread email, and one in spam whose sender is not who its name says. */
export function sampleEmails(language: Language): readonly SampleEmail[] {
  const { invoice, answer, thanks, order, prize } = texts[language]
  const read = { folder: 'inbox', isRead: true } as const
  const unread = { folder: 'inbox', isRead: false } as const
  const studio = proved('studio.example')
  return [
    { ...invoice, ...read, thread: 'invoice', hoursAgo: 50, from: customer, checks: studio },
    { ...answer, thread: 'invoice', folder: 'sent', isRead: true, hoursAgo: 48, from: undefined, checks: null },
    { ...thanks, ...unread, thread: 'invoice', hoursAgo: 3, from: customer, checks: studio },
    { ...order, ...unread, thread: 'visit', hoursAgo: 26, from: shop, checks: proved('paper.example') },
    { ...prize, thread: 'prize', folder: 'spam', isRead: false, hoursAgo: 30, from: bank, checks: failed },
  ]
}

const texts = {
  en: {
    invoice: {
      subject: 'Question about an invoice',
      text: 'Hello,\n\nwhich period does the last invoice cover?\n\nLin',
    },
    answer: { subject: 'Re: Question about an invoice', text: 'Hello Lin,\n\nit covers the whole month of January.' },
    thanks: { subject: 'Re: Question about an invoice', text: 'Thank you, that is clear now.\n\nLin' },
    order: { subject: 'Your order was shipped', text: 'Your order of 40 sheets arrives tomorrow.' },
    prize: { subject: 'You have won', text: 'Send us your password to get the prize.' },
  },
  zh: {
    invoice: { subject: '关于发票的问题', text: '您好：\n\n上一张发票包含哪段时间？\n\nLin' },
    answer: { subject: '回复：关于发票的问题', text: 'Lin，您好：\n\n它包含整个一月。' },
    thanks: { subject: '回复：关于发票的问题', text: '谢谢，现在清楚了。\n\nLin' },
    order: { subject: '您的订单已发货', text: '您订购的 40 张纸将于明天送达。' },
    prize: { subject: '您中奖了', text: '请将密码发给我们以领取奖品。' },
  },
} as const
