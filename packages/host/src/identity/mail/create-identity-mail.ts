import type { EmailTemplatesService } from '@host/plugin/platform'
import type { EmailBrand } from '../../email-templates/render-email.ts'
import type { MailQueue } from '../../mail/mail-queue.ts'
import { iso } from '../../support/time.ts'
import type { IdentityMail } from './identity-mail.ts'
import { writeEmail } from './write-email.ts'

const noBrand: EmailBrand = { name: null, accent: null }

/** Dependencies of the mail of identity. */
export interface IdentityMailOptions {
  readonly queue: Pick<MailQueue, 'add' | 'canSend'>
  readonly publicUrl: URL | undefined
  /** Texts that admins wrote. */
  readonly templates: Pick<EmailTemplatesService, 'find'>
  readonly brand?: () => EmailBrand
}

/** Makes the mail of identity. */
export function createIdentityMail({
  queue,
  publicUrl,
  templates,
  brand = () => noBrand,
}: IdentityMailOptions): IdentityMail {
  const canSend = async (orgId?: string): Promise<boolean> => publicUrl !== undefined && (await queue.canSend(orgId))
  const place = publicUrl?.host ?? ''
  const at = (path: string): string => (publicUrl === undefined ? path : new URL(path, publicUrl).href)
  return Object.freeze<IdentityMail>({
    canSend,
    linkTo: (page, token) => at(`${page}?token=${encodeURIComponent(token)}`),
    pageAt: at,
    queue: async (email, endsAt) => {
      const { to, orgId } = email
      if (orgId === undefined && !(await canSend())) return
      const deadline = endsAt === undefined ? undefined : iso(endsAt)
      const texts = await templates.find({ key: `host.${email.kind}`, language: email.language }, { orgId })
      await queue.add('host', { to: [to], orgId, deadline, ...writeEmail(email, place, { texts, brand: brand() }) })
    },
  })
}
